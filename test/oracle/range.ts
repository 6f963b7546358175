import type { Temporal } from 'temporal-polyfill';
import type { Query, World } from './model.ts';
import {
  endOfDay,
  endOfHour,
  endOfMinute,
  endOfSecond,
  type Interval,
  nextBucket,
  type ResolvedDate,
  resolveDate,
  startOfDay,
  startOfInterval,
  zoned,
} from './time.ts';

type Zoned = Temporal.ZonedDateTime;

export interface Range {
  readonly from: Zoned;
  readonly to: Zoned;
  /** First instant whose rows count ([D-17]). */
  readonly lowEdge: Zoned;
  readonly fromForm: ResolvedDate | undefined;
  readonly toForm: ResolvedDate | undefined;
}

export interface RangeOptions {
  readonly interval: Interval;
  /** Relative `date_from` is not truncated and `date_to` not rounded: BoldNumber. */
  readonly exact?: boolean;
  /** Earliest event for `date_from: "all"`. */
  readonly earliestMs?: number | undefined;
}

/** Resolves `dateRange` of a query by [D-8] to [D-13a]. */
export function resolveRange(query: Query, world: World, options: RangeOptions): Range {
  const range = wholeRange(query, world, options);
  const dateRange = (query['dateRange'] ?? {}) as Record<string, unknown>;
  if (dateRange['excludeIncompletePeriods'] !== true) return range;
  const { timezone, weekStartDay } = world.project;
  const { interval } = options;
  const current = startOfInterval(zoned(world.nowMs, timezone), interval, weekStartDay);
  const isCurrent = isWithin(range.to, current, nextBucket(current, interval));
  const ended = isCurrent ? { ...range, to: current.subtract({ microseconds: 1 }) } : range;
  const isMovable =
    range.fromForm?.form === 'relative' || (dateRange['date_from'] ?? undefined) === undefined;
  if (!isMovable || dateRange['explicitDate'] === true || options.exact === true) return ended;
  const first = startOfInterval(range.lowEdge, interval, weekStartDay);
  if (first.epochNanoseconds === range.lowEdge.epochNanoseconds) return ended;
  const from = nextBucket(first, interval);
  return { ...ended, from, lowEdge: from };
}

function isWithin(at: Zoned, start: Zoned, end: Zoned): boolean {
  return at.epochNanoseconds >= start.epochNanoseconds && at.epochNanoseconds < end.epochNanoseconds;
}

function wholeRange(query: Query, world: World, options: RangeOptions): Range {
  const { timezone: zone, weekStartDay } = world.project;
  const dateRange = (query['dateRange'] ?? {}) as Record<string, unknown>;
  const now = zoned(world.nowMs, zone);
  const parse = (text: unknown) =>
    typeof text === 'string' ? resolveDate(text, world.nowMs, zone, weekStartDay) : undefined;
  const explicit = dateRange['explicitDate'] === true;
  const toForm = parse(dateRange['date_to']);
  const to = roundUp(toForm, now, options, explicit);
  if (dateRange['date_from'] === 'all') {
    const from =
      options.earliestMs === undefined ? now.subtract({ days: 7 }) : zoned(options.earliestMs, zone);
    return {
      from,
      to,
      lowEdge: unlessEmpty(from, to, () =>
        lowEdge(from, undefined, options.interval, explicit, weekStartDay),
      ),
      fromForm: undefined,
      toForm,
    };
  }
  const fromForm = parse(dateRange['date_from']);
  const from =
    fromForm === undefined ? startOfDay(startOfDay(now).subtract({ days: 7 })) : truncate(fromForm, options);
  return {
    from,
    to,
    lowEdge: unlessEmpty(from, to, () =>
      exactOr(options, from, () => lowEdge(from, fromForm, options.interval, explicit, weekStartDay)),
    ),
    fromForm,
    toForm,
  };
}

/** [D-12]: a range that ends before it starts has no rows, wherever its interval starts (decision 0006). */
export function unlessEmpty(from: Zoned, to: Zoned, edge: () => Zoned): Zoned {
  return from.epochMilliseconds > to.epochMilliseconds ? from : edge();
}

function exactOr(options: RangeOptions, from: Zoned, edge: () => Zoned): Zoned {
  return options.exact === true ? from : edge();
}

function truncate(form: ResolvedDate, options: RangeOptions): Zoned {
  const keepsTime = options.interval === 'minute' || options.interval === 'second' || options.exact === true;
  if (form.form !== 'relative' || keepsTime) return form.at;
  return form.unit === 'h'
    ? form.at.round({ smallestUnit: 'hour', roundingMode: 'floor' })
    : startOfDay(form.at);
}

function roundUp(
  form: ResolvedDate | undefined,
  now: Zoned,
  options: RangeOptions,
  explicit: boolean,
): Zoned {
  if (form?.form === 'date') return endOfDay(form.at);
  const at = form?.at ?? now;
  if (explicit || options.exact === true) return at;
  const isRelative = form === undefined || form.form === 'relative';
  if (options.interval === 'hour') return isRelative ? endOfHour(at) : at;
  if (options.interval === 'minute') return isRelative ? endOfMinute(at) : at;
  if (options.interval === 'second') return isRelative ? endOfSecond(at) : at;
  return endOfDay(at);
}

function lowEdge(
  from: Zoned,
  form: ResolvedDate | undefined,
  interval: Interval,
  explicit: boolean,
  weekStartDay: 0 | 1,
): Zoned {
  if (explicit) return from;
  if (isLong(interval)) return startOfInterval(from, interval, weekStartDay);
  if (interval === 'week') return startOfDay(from);
  const isRelative = form?.form === 'relative';
  if (interval === 'day') return isRelative && form.unit === 'h' ? from : startOfDay(from);
  return isRelative ? from : startOfInterval(from, interval, weekStartDay);
}

/** First buckets of these are complete ([D-17]). */
export function isLong(interval: Interval): boolean {
  return interval === 'month' || interval === 'quarter' || interval === 'year';
}

/** Both bounds of the comparison period ([D-20], [D-21]), on the wall clock. */
export function previousRange(
  range: Range,
  query: Query,
  interval: Interval,
  compareTo: string | undefined,
  /** The same length directly before, to the instant ([T-31]). */
  isExact = false,
): { from: Zoned; to: Zoned } {
  const zone = range.from.timeZoneId;
  const from = range.from.toPlainDateTime();
  const to = range.to.toPlainDateTime();
  const back = (plain: Temporal.PlainDateTime) => plain.toZonedDateTime(zone);
  const difference = from.until(to, { largestUnit: 'hours' });
  if (compareTo !== undefined) {
    const match = /^-?(\d+)([hdwmqy])$/.exec(compareTo);
    const amount = Number(match?.[1]);
    const unit = { h: 'hours', d: 'days', w: 'weeks', m: 'months', y: 'years' }[match?.[2] ?? ''] ?? 'days';
    const start = from.subtract({ [unit]: amount });
    return { from: back(start), to: back(start.add(difference)) };
  }
  if (isExact) return { from: range.from.subtract(range.from.until(range.to)), to: range.from };
  const calendar = calendarPeriod(range, query);
  if (calendar !== undefined) return calendar;
  if (interval === 'minute' || interval === 'second')
    return { from: back(from.subtract(difference)), to: range.from };
  let start = from.subtract(difference);
  start = start.withPlainTime(from.toPlainTime());
  if (interval === 'hour') {
    const end = start.add(difference).with({
      minute: to.minute,
      second: to.second,
      millisecond: to.millisecond,
      microsecond: to.microsecond,
    });
    return { from: back(start), to: back(end) };
  }
  const { fromForm, toForm } = range;
  const sameWeekdays =
    interval === 'day' &&
    fromForm?.form === 'relative' &&
    fromForm.unit === 'd' &&
    fromForm.position === undefined &&
    (fromForm.amount ?? 0) % 7 === 0 &&
    toForm?.form !== 'relative';
  if (sameWeekdays) start = start.add({ days: 1 });
  return { from: back(start), to: back(start.add(difference).withPlainTime(to.toPlainTime())) };
}

function calendarPeriod(range: Range, query: Query): { from: Zoned; to: Zoned } | undefined {
  const dateRange = (query['dateRange'] ?? {}) as Record<string, unknown>;
  if (dateRange['date_to'] !== undefined && dateRange['date_to'] !== null) return undefined;
  const unit = { wStart: 'weeks', mStart: 'months', qStart: 'quarters', yStart: 'years' }[
    String(dateRange['date_from'])
  ];
  if (unit === undefined) return undefined;
  // The unit as the query names it: the range itself may begin later, at its first full interval ([D-13a]).
  const start = startOfDay(range.fromForm?.at ?? range.from);
  const from = unit === 'quarters' ? start.subtract({ months: 3 }) : start.subtract({ [unit]: 1 });
  return { from: startOfDay(from), to: endOfDay(start.subtract({ days: 1 })) };
}
