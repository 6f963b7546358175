import { Temporal } from 'temporal-polyfill';
import { AppError } from '../../base/errors.ts';
import { addHours } from './local-hours.ts';

/** Letters of a relative date: `m` is month, `M` is minute. */
export type DateUnit = 's' | 'M' | 'h' | 'd' | 'w' | 'm' | 'q' | 'y';

/** A date text that has one of the known forms, not yet resolved against "now". */
export type ParsedDate =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'absolute';
      /** `YYYY-MM-DD` without a time: stands for the whole day where a range ends. */
      readonly dateOnly: boolean;
      readonly wallClock: Temporal.PlainDateTime;
      /** Offset in the text, such as `+02:00`; absent = wall clock of the project's zone. */
      readonly offset?: string;
    }
  | {
      readonly kind: 'relative';
      readonly amount: number;
      readonly unit: DateUnit;
      readonly position?: 'Start' | 'End';
    };

/** A date that stands for a moment by itself. */
export type BoundDate = Exclude<ParsedDate, { kind: 'all' }>;

/** What a date is resolved against. `now` is in the project's zone. */
export interface DateContext extends WeekSetting {
  readonly now: Temporal.ZonedDateTime;
}

/**
 * The project's first day of the week. It is read only where a week decides something, because an answer depends on
 * every setting that was read.
 */
export interface WeekSetting {
  /** 0 Sunday, 1 Monday. */
  readonly weekStartDay: 0 | 1;
}

/** `-7d`, `24h`, `mStart`, `-1qEnd`. */
const RELATIVE = /^-?(\d{1,6})?([sMhdwmqy])(Start|End)?$/;
/** `2024-06-05`, `2024-6-5`. */
const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
/** `2024-06-05T10:00`, `2024-06-05 10:00:00.123456+02:00`. */
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:\d{2})?$/;

/** Years that a bound may lie in: what the engine's DateTime64 can hold. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2299;

/**
 * Reads a date text completely; nothing is searched for inside it.
 * @param attr path of the member, for the error
 * @throws invalid_date when `text` has no known form or names a day that does not exist
 */
export function parseDate(text: string, attr?: string): ParsedDate {
  if (text === 'all') return { kind: 'all' };
  const relative = RELATIVE.exec(text);
  if (relative) return parseRelative(relative, text, attr);
  const wallClock = parseWallClock(text, attr);
  if (wallClock) return wallClock;
  throw invalidDate(
    text,
    attr,
    'expected an ISO date (2024-06-05), a datetime, or a relative date (-7d, mStart)',
  );
}

function parseRelative(match: RegExpExecArray, text: string, attr: string | undefined): ParsedDate {
  const unit = match[2] as DateUnit;
  const position = match[3] as 'Start' | 'End' | undefined;
  if (position && (unit === 's' || unit === 'M')) {
    throw invalidDate(text, attr, `${position} needs one of the units h, d, w, m, q, y`);
  }
  const amount = Number(match[1] ?? 0);
  return { kind: 'relative', amount, unit, ...(position && { position }) };
}

function parseWallClock(text: string, attr: string | undefined): ParsedDate | undefined {
  const date = DATE.exec(text);
  const dateTime = DATE_TIME.exec(text);
  if (!date && !dateTime) return undefined;
  const iso = date
    ? `${date[1]}-${date[2]?.padStart(2, '0')}-${date[3]?.padStart(2, '0')}`
    : `${dateTime?.[1]}T${dateTime?.[2]}`;
  try {
    const wallClock = Temporal.PlainDateTime.from(iso, { overflow: 'reject' });
    const offset = dateTime?.[3];
    return { kind: 'absolute', dateOnly: date !== null, wallClock, ...(offset && { offset }) };
  } catch (cause) {
    throw invalidDate(text, attr, 'this day or time does not exist', cause);
  }
}

/**
 * The instant that a parsed date means, in the project's zone and without truncation. A relative date keeps the time of
 * day of `now` unless its position (Start or End) sets another. Weeks and longer follow the calendar, hours and shorter
 * the elapsed time.
 * @throws invalid_date when the result is outside the years 1900..2299
 */
export function resolveDate(date: BoundDate, context: DateContext, attr?: string): Temporal.ZonedDateTime {
  const resolved = date.kind === 'absolute' ? resolveAbsolute(date, context) : resolveRelative(date, context);
  if (!resolved || resolved.year < FIRST_YEAR || resolved.year > LAST_YEAR) {
    throw new AppError('invalid_date', `The date lies outside the years ${FIRST_YEAR} to ${LAST_YEAR}.`, {
      ...(attr !== undefined && { attr }),
    });
  }
  return resolved;
}

function resolveAbsolute(
  date: ParsedDate & { kind: 'absolute' },
  { now }: DateContext,
): Temporal.ZonedDateTime | undefined {
  const year = date.wallClock.year;
  if (year < FIRST_YEAR || year > LAST_YEAR) return undefined;
  if (!date.offset) return date.wallClock.toZonedDateTime(now.timeZoneId);
  return Temporal.Instant.from(`${date.wallClock.toString()}${date.offset}`).toZonedDateTimeISO(
    now.timeZoneId,
  );
}

function resolveRelative(
  date: ParsedDate & { kind: 'relative' },
  context: DateContext,
): Temporal.ZonedDateTime | undefined {
  try {
    return date.position
      ? calendarPosition(date.amount, date.unit, date.position, context)
      : subtract(context.now, date.amount, date.unit);
  } catch (error) {
    // Temporal's own range is far wider than the years of a bound, so its RangeError also means "outside our years".
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function subtract(now: Temporal.ZonedDateTime, amount: number, unit: DateUnit): Temporal.ZonedDateTime {
  switch (unit) {
    case 's':
      return now.subtract({ seconds: amount });
    case 'M':
      return now.subtract({ minutes: amount });
    case 'h':
      return now.subtract({ hours: amount });
    case 'd':
      return now.subtract({ days: amount });
    case 'w':
      return now.subtract({ weeks: amount });
    case 'm':
      return now.subtract({ months: amount });
    case 'q':
      return now.subtract({ months: 3 * amount });
    case 'y':
      return now.subtract({ years: amount });
  }
}

function calendarPosition(
  amount: number,
  unit: DateUnit,
  position: 'Start' | 'End',
  context: DateContext,
): Temporal.ZonedDateTime {
  const { now } = context;
  if (unit === 'h') {
    const start = startOfHour(now.subtract({ hours: amount }));
    return position === 'Start' ? start : addHours(start, 1).subtract({ microseconds: 1 });
  }
  const first = firstDay(now.toPlainDate(), amount, unit, context);
  const day = position === 'Start' ? first.start : first.next.subtract({ days: 1 });
  return position === 'Start' ? startOfDay(day, now.timeZoneId) : endOfDay(day, now.timeZoneId);
}

/**
 * The first day of the calendar unit that is `amount` units before the unit of `today`, and the first day of the unit
 * after.
 */
function firstDay(
  today: Temporal.PlainDate,
  amount: number,
  unit: DateUnit,
  week: WeekSetting,
): { readonly start: Temporal.PlainDate; readonly next: Temporal.PlainDate } {
  const spans = {
    d: { start: today, length: { days: 1 }, back: { days: amount } },
    get w() {
      return { start: startOfWeek(today, week.weekStartDay), length: { weeks: 1 }, back: { weeks: amount } };
    },
    m: { start: today.with({ day: 1 }), length: { months: 1 }, back: { months: amount } },
    q: { start: startOfQuarter(today), length: { months: 3 }, back: { months: 3 * amount } },
    y: { start: today.with({ month: 1, day: 1 }), length: { years: 1 }, back: { years: amount } },
  };
  const span = spans[unit as keyof typeof spans];
  const start = span.start.subtract(span.back);
  return { start, next: start.add(span.length) };
}

/** The first instant of a local day; later than 00:00 where a clock change skips midnight. */
export function startOfDay(day: Temporal.PlainDate, zone: string): Temporal.ZonedDateTime {
  return day.toZonedDateTime(zone);
}

/** The last microsecond of a local day. */
export function endOfDay(day: Temporal.PlainDate, zone: string): Temporal.ZonedDateTime {
  return startOfDay(day.add({ days: 1 }), zone).subtract({ microseconds: 1 });
}

/**
 * The local clock set back to the full hour. An hour that a clock change repeats stays the one that it was. Where the
 * clock changes by half an hour, a lengthened hour starts before the change and a shortened hour starts with it.
 */
export function startOfHour(at: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const start = startOfMinute(at).subtract({ minutes: at.minute });
  return start.minute === 0 ? start : at.round({ smallestUnit: 'hour', roundingMode: 'floor' });
}

/** The local clock set back to the full minute. */
export function startOfMinute(at: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return at.subtract({
    seconds: at.second,
    milliseconds: at.millisecond,
    microseconds: at.microsecond,
    nanoseconds: at.nanosecond,
  });
}

/** First day of the week that contains `day`. */
export function startOfWeek(day: Temporal.PlainDate, weekStartDay: 0 | 1): Temporal.PlainDate {
  // `dayOfWeek` counts from Monday 1 to Sunday 7.
  const past = weekStartDay === 1 ? day.dayOfWeek - 1 : day.dayOfWeek % 7;
  return day.subtract({ days: past });
}

/** First day of the calendar quarter that contains `day`. */
export function startOfQuarter(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.with({ month: Math.floor((day.month - 1) / 3) * 3 + 1, day: 1 });
}

function invalidDate(text: string, attr: string | undefined, reason: string, cause?: unknown): AppError {
  return new AppError('invalid_date', `Invalid date ${JSON.stringify(text)}: ${reason}.`, {
    ...(attr !== undefined && { attr }),
    cause,
  });
}
