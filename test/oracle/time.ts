import { Temporal } from 'temporal-polyfill';

export type Interval = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
type Zoned = Temporal.ZonedDateTime;

export interface ResolvedDate {
  readonly at: Zoned;
  readonly form: 'relative' | 'date' | 'datetime';
  /** Unit letter and amount of a relative date. */
  readonly unit?: string;
  readonly amount?: number;
  readonly position?: string;
}

export const zoned = (ms: number, zone: string): Zoned =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);

export const startOfDay = (at: Zoned): Zoned => at.startOfDay();

/** 23:59:59.999999 of the day. */
export const endOfDay = (at: Zoned): Zoned =>
  at.withPlainTime({ hour: 23, minute: 59, second: 59, millisecond: 999, microsecond: 999 });

const startOfHour = (at: Zoned): Zoned => at.round({ smallestUnit: 'hour', roundingMode: 'floor' });

/** The next full hour; where the clock goes back by half an hour it comes after 90 minutes (decision 0008). */
function nextHour(start: Zoned): Zoned {
  const soon = startOfHour(start.add({ hours: 1 }));
  return soon.epochMilliseconds > start.epochMilliseconds ? soon : startOfHour(start.add({ hours: 2 }));
}

/** The start of the hour `count` hours before the one that starts at `start`. */
export function hoursBefore(start: Zoned, count: number): Zoned {
  const plain = start.subtract({ hours: count });
  if (((plain.offsetNanoseconds - start.offsetNanoseconds) / 1e9) % 3600 === 0) return plain;
  let at = start;
  for (let left = count; left > 0; left -= 1) at = startOfHour(at.subtract({ microseconds: 1 }));
  return at;
}

const startOfMinute = (at: Zoned): Zoned => at.round({ smallestUnit: 'minute', roundingMode: 'floor' });

export const endOfHour = (at: Zoned): Zoned => nextHour(startOfHour(at)).subtract({ microseconds: 1 });
const startOfSecond = (at: Zoned): Zoned => at.round({ smallestUnit: 'second', roundingMode: 'floor' });
export const endOfSecond = (at: Zoned): Zoned =>
  startOfSecond(at).add({ seconds: 1 }).subtract({ microseconds: 1 });
export const endOfMinute = (at: Zoned): Zoned =>
  startOfMinute(at).add({ minutes: 1 }).subtract({ microseconds: 1 });

export function startOfInterval(at: Zoned, interval: Interval, weekStartDay: 0 | 1): Zoned {
  if (interval === 'second') return startOfSecond(at);
  if (interval === 'minute') return startOfMinute(at);
  if (interval === 'hour') return startOfHour(at);
  if (interval === 'day') return startOfDay(at);
  if (interval === 'week') {
    const back = weekStartDay === 1 ? at.dayOfWeek - 1 : at.dayOfWeek % 7;
    return startOfDay(startOfDay(at).subtract({ days: back }));
  }
  if (interval === 'month') return startOfDay(at.with({ day: 1 }));
  if (interval === 'year') return startOfDay(at.with({ day: 1, month: 1 }));
  return startOfDay(at.with({ day: 1, month: at.month - ((at.month - 1) % 3) }));
}

export function nextBucket(start: Zoned, interval: Interval): Zoned {
  if (interval === 'second') return start.add({ seconds: 1 });
  if (interval === 'minute') return start.add({ minutes: 1 });
  if (interval === 'hour') return nextHour(start);
  if (interval === 'day') return startOfDay(start.add({ days: 1 }));
  if (interval === 'week') return startOfDay(start.add({ days: 7 }));
  if (interval === 'month') return startOfDay(start.add({ months: 1 }));
  return startOfDay(interval === 'year' ? start.add({ years: 1 }) : start.add({ months: 3 }));
}

/**
 * [D-13], [D-14], [D-15]: bucket starts from the bucket of `from` to the bucket of `to`, both included; empty when
 * `from` is after `to`.
 */
export function bucketList(from: Zoned, to: Zoned, interval: Interval, weekStartDay: 0 | 1): Zoned[] {
  const buckets: Zoned[] = [];
  if (from.epochMilliseconds > to.epochMilliseconds) return buckets;
  const last = startOfInterval(to, interval, weekStartDay).epochMilliseconds;
  let bucket = startOfInterval(from, interval, weekStartDay);
  while (bucket.epochMilliseconds <= last) {
    buckets.push(bucket);
    bucket = nextBucket(bucket, interval);
  }
  return buckets;
}

/** Resolves a date text by [D-1] to [D-5]. */
export function resolveDate(text: string, nowMs: number, zone: string, weekStartDay: 0 | 1): ResolvedDate {
  const relative = /^-?(\d*)([sMhdwmqy])(Start|End)?$/.exec(text);
  if (relative !== null) {
    const amount = relative[1] === '' ? 0 : Number(relative[1]);
    const unit = relative[2] ?? '';
    const position = relative[3];
    const now = zoned(nowMs, zone);
    const at =
      position === undefined
        ? shift(now, amount, unit)
        : positioned(now, amount, unit, position, weekStartDay);
    return { at, form: 'relative', unit, amount, ...(position === undefined ? {} : { position }) };
  }
  const date = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (date !== null) {
    const plain = Temporal.PlainDate.from({
      year: Number(date[1]),
      month: Number(date[2]),
      day: Number(date[3]),
    });
    return { at: plain.toZonedDateTime(zone), form: 'date' };
  }
  if (/(Z|[+-]\d\d:\d\d)$/.test(text)) {
    return { at: Temporal.Instant.from(text.replace(' ', 'T')).toZonedDateTimeISO(zone), form: 'datetime' };
  }
  return { at: Temporal.PlainDateTime.from(text.replace(' ', 'T')).toZonedDateTime(zone), form: 'datetime' };
}

function shift(now: Zoned, amount: number, unit: string): Zoned {
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
      return now.subtract({ days: 7 * amount });
    case 'm':
      return now.subtract({ months: amount });
    case 'q':
      return now.subtract({ months: 3 * amount });
    default:
      return now.subtract({ years: amount });
  }
}

function positioned(now: Zoned, amount: number, unit: string, position: string, weekStartDay: 0 | 1): Zoned {
  const isStart = position === 'Start';
  if (unit === 'h') {
    const at = shift(now, amount, unit);
    return isStart ? startOfHour(at) : endOfHour(at);
  }
  let first: Zoned;
  let next: Zoned;
  if (unit === 'd') {
    first = startOfDay(shift(now, amount, 'd'));
    next = first.add({ days: 1 });
  } else if (unit === 'w') {
    first = startOfInterval(shift(now, amount, 'w'), 'week', weekStartDay);
    next = first.add({ days: 7 });
  } else if (unit === 'm') {
    first = startOfDay(now.with({ day: 1 }).subtract({ months: amount }));
    next = first.add({ months: 1 });
  } else if (unit === 'q') {
    const month = Math.floor((now.month - 1) / 3) * 3 + 1;
    first = startOfDay(now.with({ day: 1, month }).subtract({ months: 3 * amount }));
    next = first.add({ months: 3 });
  } else {
    first = startOfDay(now.with({ day: 1, month: 1 }).subtract({ years: amount }));
    next = first.add({ years: 1 });
  }
  return isStart ? first : endOfDay(next.subtract({ days: 1 }));
}
