import { Temporal } from 'temporal-polyfill';

const TIME_TEXT =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/i;

/**
 * The moment a text such as `2026-01-05`, `2026-01-05 09:30` or `2026-01-05T09:30:00.5+02:00` stands for; without an
 * offset it is wall-clock time in `zone`.
 * @returns `YYYY-MM-DD hh:mm:ss.ffffff` in UTC, or undefined when the text has another form or names no real date
 */
export function instantText(text: string, zone: string): string | undefined {
  const match = TIME_TEXT.exec(text.trim());
  if (!match) return undefined;
  const [, year = '', month = '', day = '', hour = '', minute = '00', second = '00', fraction = '', offset] =
    match;
  const wall = `${year}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour)}:${minute}:${second}`;
  const utcMs = Date.parse(`${wall}Z`);
  // A date that does not exist gives no number, or another date than the one that was written.
  if (Number.isNaN(utcMs) || !new Date(utcMs).toISOString().startsWith(wall)) return undefined;
  const ms = offset ? utcMs - offsetMs(offset) : wallClockMs(wall, utcMs, zone);
  return `${instantTextOfMs(ms).slice(0, -'000000'.length)}${fraction.padEnd(6, '0').slice(0, 6)}`;
}

function twoDigits(number: string): string {
  return number.padStart(2, '0');
}

/** `Z`, `+02:00`, `-0530`: a whole number of minutes. */
function offsetMs(offset: string): number {
  if (/^z$/i.test(offset)) return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}

/**
 * The moment of a wall-clock time in `zone`.
 * @param utcMs the moment of `wall` in UTC. UTC is the most frequent zone, and without Temporal it takes a fifth of the
 *   time.
 */
function wallClockMs(wall: string, utcMs: number, zone: string): number {
  if (zone === 'UTC') return utcMs;
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds;
}

/** The calendar day of a text `YYYY-MM-DD`, or undefined. */
export function dateText(text: string): string | undefined {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim());
  if (!match) return undefined;
  try {
    return Temporal.PlainDate.from(
      { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) },
      { overflow: 'reject' },
    ).toString();
  } catch {
    return undefined;
  }
}

/** Milliseconds since 1970 as `YYYY-MM-DD hh:mm:ss.ffffff` in UTC. */
export function instantTextOfMs(ms: number): string {
  return `${new Date(ms).toISOString().replace('T', ' ').replace('Z', '')}000`;
}
