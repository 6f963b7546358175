import type { ReactElement } from 'react';
import { createContext, useContext, useEffect, useState } from 'react';
import { formatAge } from './format.ts';
import { TipText } from './tip.tsx';

/** How moments are shown: the zone of the project, and by how much the clock of this browser is behind the service. */
export interface ShownClock {
  readonly zone: string;
  /** Service minus browser, in ms. */
  readonly offsetMs: number;
}

/** Set by the frame from the project and the service. */
export const ClockContext = createContext<ShownClock>({ zone: 'UTC', offsetMs: 0 });

/** The time of the service, in ms, counted on each `everyMs`. */
export function useNow(everyMs = 1000): number {
  const { offsetMs } = useContext(ClockContext);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now + offsetMs;
}

/** How old a moment is, "41 s", against the clock of the service; hover tells the moment itself. */
export function Age({ at }: { readonly at: string | null | undefined }): ReactElement {
  const now = useNow(5000);
  const { zone } = useContext(ClockContext);
  if (!at) return <span>never</span>;
  return <TipText text={tellMoment(at, zone)}>{formatAge(now - Date.parse(at))}</TipText>;
}

/** A moment in the zone of the project: time of today, else with its day. Hover: UTC and how long ago. */
export function Moment({ at }: { readonly at: string | null | undefined }): ReactElement {
  const now = useNow(60_000);
  const { zone } = useContext(ClockContext);
  if (!at) return <span>never</span>;
  const told = `${new Date(at).toISOString().replace('T', ' ').replace('.000', '')}\n${formatAge(now - Date.parse(at))} ago`;
  return (
    <TipText text={told}>
      <time dateTime={at}>{formatMoment(at, zone, now)}</time>
    </TipText>
  );
}

/**
 * "14:02:07" on the day of `nowMs`, "21 Nov 14:02" in its year, else "21 Nov 2025 14:02".
 * @param zone IANA name of the time zone
 */
export function formatMoment(at: string | number, zone: string, nowMs: number): string {
  const moment = new Date(at);
  const day = partsOf(moment, zone);
  const today = partsOf(new Date(nowMs), zone);
  const time = `${day['hour']}:${day['minute']}`;
  if (day['year'] !== today['year']) return `${day['day']} ${day['month']} ${day['year']} ${time}`;
  if (day['day'] !== today['day'] || day['month'] !== today['month'])
    return `${day['day']} ${day['month']} ${time}`;
  return `${time}:${day['second']}`;
}

function tellMoment(at: string, zone: string): string {
  const day = partsOf(new Date(at), zone);
  const local = `${day['day']} ${day['month']} ${day['year']} ${day['hour']}:${day['minute']}:${day['second']} ${zone}`;
  return `${local}\n${new Date(at).toISOString().replace('T', ' ').replace('.000', '')}`;
}

/** One formatter a zone: making them is slow. Bounded by the zones that exist, about 600. */
const formats = new Map<string, Intl.DateTimeFormat>();

function partsOf(moment: Date, zone: string): Readonly<Record<string, string>> {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(zone, format);
  }
  return Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
}
