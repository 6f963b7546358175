import { derivedUuid } from '../../base/ids.ts';

/** One event as the capture API and the importer take it. */
export interface DemoEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinct_id: string;
  /** ISO 8601 in UTC, milliseconds. */
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** On this day nothing arrived between 09:00 and 15:00 UTC. */
export const OUTAGE_DAY = 95;
const OUTAGE_HOURS = [9, 15] as const;

const DAY_MS = 86_400_000;
const ID_NAMESPACE = '5b7c1f0e-8a55-4d0c-9d86-0d5e2f3c7a11';

/** Collects events. Events that fall into the outage are dropped, as a real outage would lose them. */
export class Diary {
  readonly #events: DemoEvent[] = [];
  readonly #firstMs: number;

  /** @param firstMs the first midnight of the demo, milliseconds since 1970 */
  constructor(firstMs: number) {
    this.#firstMs = firstMs;
  }

  /** The day of the week of a day of the demo; 0 = Sunday. */
  weekday(day: number): number {
    return new Date(this.#firstMs + day * DAY_MS).getUTCDay();
  }

  /** @param at day of the demo, and second of that day */
  write(
    at: { readonly day: number; readonly second: number },
    event: string,
    distinctId: string,
    properties: Readonly<Record<string, unknown>>,
  ): void {
    const hour = at.second / 3600;
    if (at.day === OUTAGE_DAY && hour >= OUTAGE_HOURS[0] && hour < OUTAGE_HOURS[1]) return;
    const timestamp = new Date(this.#firstMs + at.day * DAY_MS + Math.floor(at.second * 1000)).toISOString();
    const uuid = derivedUuid(`${timestamp}|${distinctId}|${event}|${this.#events.length}`, ID_NAMESPACE);
    this.#events.push({ uuid, event, distinct_id: distinctId, timestamp, properties });
  }

  inTimeOrder(): readonly DemoEvent[] {
    return this.#events.toSorted((a, b) =>
      a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0,
    );
  }
}
