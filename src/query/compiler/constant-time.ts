import { Temporal } from 'temporal-polyfill';

const TIME_TEXT =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * The moment a text such as `2026-01-05`, `2026-01-05 09:30` or `2026-01-05T09:30:00.5+02:00` stands for; without an
 * offset it is wall-clock time in `zone`.
 * @returns milliseconds since 1970 with a fraction of three digits as microseconds text `YYYY-MM-DD hh:mm:ss.ffffff`
 * in UTC, or undefined when the text has another form or names no real date
 */
export function instantText(text: string, zone: string): string | undefined {
  const match = TIME_TEXT.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] = match;
  try {
    const wall = Temporal.PlainDateTime.from(
      {
        year: Number(year),
        month: Number(month),
        day: Number(day),
        hour: Number(hour),
        minute: Number(minute),
        second: Number(second),
        microsecond: 0,
      },
      { overflow: 'reject' },
    );
    const instant = wall.toZonedDateTime(offset ? offsetZone(offset) : zone).toInstant();
    return `${utcSeconds(instant)}.${fraction.padEnd(6, '0').slice(0, 6)}`;
  } catch {
    // Temporal throws RangeError for dates that do not exist; the caller says so with the place in the text.
    return undefined;
  }
}

function offsetZone(offset: string): string {
  if (/^z$/i.test(offset)) return 'UTC';
  return offset.includes(':') ? offset : `${offset.slice(0, 3)}:${offset.slice(3)}`;
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

function utcSeconds(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second' }).replace('T', ' ').replace('Z', '');
}
