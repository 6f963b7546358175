import { isRawNumber } from './raw-json.ts';

/** What the envelope and the clock say about time; instants in milliseconds since 1970. */
export interface TimeContext {
  readonly nowMs: number;
  /** Time at which the client says it sent the batch; null = the client did not say, or skew must not be corrected. */
  readonly sentAtMs: number | null;
}

/** The members of an event that decide its time, as sent. */
export interface SentTime {
  readonly timestamp: unknown;
  /** Age of the event in milliseconds when it was sent; wins over `timestamp`. */
  readonly offset: unknown;
  readonly ignoreSentAt: boolean;
}

export interface EventTime {
  /** Microseconds since 1970; within 1970..2100, so exact in a double. */
  readonly timestampUs: number;
  /** Set when the sent time could not be used and the server's time stands in for it. */
  readonly problem?: TimeProblem;
  /** Set when the time was taken as sent although it is ahead of the clock. */
  readonly isAhead?: true;
}

export type TimeProblem = 'timestamp_unreadable' | 'timestamp_out_of_range';

/** The event has no usable time and is not taken. */
export interface RefusedTime {
  readonly refused: TimeProblem | 'missing_timestamp';
}

const FUTURE_LIMIT_US = 23 * 3_600_000_000;
const MIN_US = 0;
/** 2101-01-01T00:00:00Z, the first instant that is too late. */
const END_US = Date.UTC(2101, 0) * 1000;

/**
 * The time an event happened: the sent time, corrected by the difference of the client's clock, never more than 23 h
 * ahead. See [CAP-4].
 */
export function resolveEventTime(sent: SentTime, context: TimeContext): EventTime {
  const nowUs = context.nowMs * 1000;
  if (typeof sent.offset === 'number' && Number.isFinite(sent.offset))
    return withinRange(Math.round(nowUs - sent.offset * 1000), nowUs);
  if (sent.timestamp === undefined || sent.timestamp === null || sent.timestamp === '')
    return { timestampUs: nowUs };
  const sentUs = parseTimestampUs(sent.timestamp);
  if (sentUs === null) return { timestampUs: nowUs, problem: 'timestamp_unreadable' };
  const skewUs =
    context.sentAtMs === null || sent.ignoreSentAt
      ? 0
      : Math.round((context.sentAtMs - context.nowMs) * 1000);
  return withinRange(sentUs - skewUs, nowUs);
}

/**
 * The time of an event in a file, as it stands there. A file has no sender: no clock is corrected, an age means
 * nothing, and the time of the import does not replace a missing time.
 */
export function importedEventTime({ timestamp }: SentTime, { nowMs }: TimeContext): EventTime | RefusedTime {
  if (timestamp === undefined || timestamp === null || timestamp === '')
    return { refused: 'missing_timestamp' };
  const timestampUs = parseTimestampUs(timestamp);
  if (timestampUs === null) return { refused: 'timestamp_unreadable' };
  if (!isInRange(timestampUs)) return { refused: 'timestamp_out_of_range' };
  return timestampUs > nowMs * 1000 + FUTURE_LIMIT_US ? { timestampUs, isAhead: true } : { timestampUs };
}

function isInRange(timestampUs: number): boolean {
  return timestampUs >= MIN_US && timestampUs < END_US;
}

function withinRange(timestampUs: number, nowUs: number): EventTime {
  if (!isInRange(timestampUs)) return { timestampUs: nowUs, problem: 'timestamp_out_of_range' };
  return { timestampUs: timestampUs > nowUs + FUTURE_LIMIT_US ? nowUs : timestampUs };
}

/**
 * The form that nearly all clients send, `2026-01-05T09:30:15.123Z`, for days that every month has. JavaScript parses
 * it at once and correctly.
 */
const USUAL = /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
/** `2026-01-05`, `2026-01-05 09:30`, `2026-01-05T09:30:15.123456789+05:30`, `2026-01-05T09:30:15Z`. */
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?([Zz]|UTC|GMT|[+-]\d\d(?::?\d\d)?))?)?$/;
const EPOCH = /^-?\d{1,16}(?:\.\d+)?$/;
/** Epoch numbers below this are seconds (until the year 5138), above it milliseconds (since 1973). */
const SECONDS_LIMIT = 1e11;

/**
 * Microseconds since 1970 of a timestamp as clients send them: ISO 8601 and RFC 3339 with `T` or a space, date only,
 * epoch seconds or milliseconds as number or text; without zone it is UTC. Null for anything else and for days that
 * do not exist.
 */
export function parseTimestampUs(sent: unknown): number | null {
  if (typeof sent === 'number') return epochUs(sent);
  if (isRawNumber(sent)) return epochUs(Number(sent.rawJSON));
  if (typeof sent !== 'string') return null;
  if (USUAL.test(sent)) return Date.parse(sent) * 1000;
  const text = sent.trim();
  const match = ISO.exec(text);
  if (match !== null) return isoUs(match);
  return EPOCH.test(text) ? epochUs(Number(text)) : null;
}

function epochUs(value: number): number | null {
  if (!Number.isFinite(value)) return null;
  return Math.round(Math.abs(value) < SECONDS_LIMIT ? value * 1e6 : value * 1000);
}

function isoUs([
  ,
  year,
  month,
  day,
  hour = '0',
  minute = '0',
  second = '0',
  fraction = '',
  zone = 'Z',
]: RegExpExecArray): number | null {
  const dayMs = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const isRealDay =
    new Date(dayMs).getUTCDate() === Number(day) && new Date(dayMs).getUTCMonth() === Number(month) - 1;
  // A second of 60 is a leap second; it counts as the first second of the next minute.
  if (!isRealDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  const offsetMinutes = zoneOffsetMinutes(zone);
  if (offsetMinutes === null) return null;
  const minutes = Number(hour) * 60 + Number(minute) - offsetMinutes;
  const seconds = minutes * 60 + Number(second);
  return (dayMs + seconds * 1000) * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

/** `+05:30` → 330, `-0700` → -420, `Z` → 0; null when no zone is that far from UTC. */
function zoneOffsetMinutes(zone: string): number | null {
  if (!zone.startsWith('+') && !zone.startsWith('-')) return 0;
  const digits = zone.slice(1).replace(':', '');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2) || '0');
  if (hours > 15 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
