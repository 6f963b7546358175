import { Temporal } from 'temporal-polyfill';
import { AppError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { DateRange } from '../../schema/date-range.ts';
import { addIntervals, type Interval, isOfSeconds, isShort, startOfInterval } from './interval.ts';
import {
  type BoundDate,
  type DateContext,
  endOfDay,
  type ParsedDate,
  parseDate,
  resolveDate,
  startOfDay,
  startOfHour,
  type WeekSetting,
} from './relative-date.ts';

/** The two bounds of one period, both inclusive, in the project's zone. */
export interface DateBounds {
  readonly from: Temporal.ZonedDateTime;
  readonly to: Temporal.ZonedDateTime;
  /** First instant whose rows count: `from`, or the start of the hour, day, month and so on that contains it. */
  readonly rowsFrom: Temporal.ZonedDateTime;
  /** Unit to which `rowsFrom` is set back; `instant` = it is not set back. */
  readonly rowsAlignedTo: RowAlignment;
}

export type RowAlignment = 'instant' | Exclude<Interval, 'week'>;

export interface DateRangeOptions {
  readonly interval: Interval;
  /**
   * Bounds are taken to the instant (BoldNumber): a relative `date_from` is not truncated, and an absent `date_to` is
   * now.
   */
  readonly exact?: boolean;
  /** Keeps the time of day of a relative `date_from` (lifecycle with `explicitDate`). */
  readonly untruncated?: boolean;
  /** What `date_from: "all"` stands for; must be given when `needsEarliest`. */
  readonly earliest?: Temporal.ZonedDateTime | undefined;
  /** Path of the date range in the request, for errors. */
  readonly attr?: string;
}

/** True when the bounds depend on the data: the caller has to find the earliest event first. */
export function needsEarliest(range: DateRange | undefined): boolean {
  return range?.date_from === 'all';
}

/**
 * Resolves a date range against `now`. An absent `date_from` is the start of the day 7 days ago, an absent `date_to` is
 * now. Unless `explicitDate` is set, the end is moved to the end of its day, hour, minute or second.
 * @throws invalid_date
 */
export function resolveDateRange(
  range: DateRange | undefined,
  context: DateContext,
  options: DateRangeOptions,
): DateBounds {
  const from = parsedStart(range, options.attr);
  const to = parsedEnd(range, options.attr);
  const exact = range?.explicitDate === true || options.exact === true;
  const period = { from: resolveFrom(from, context, options), to: resolveTo(to, exact, context, options) };
  const bounds = withRowsFrom(period, exact ? 'instant' : alignmentOf(from, options.interval));
  if (!range?.excludeIncompletePeriods) return bounds;
  const ended = withoutCurrentPeriod(bounds, context, options.interval);
  const keepsStart = exact || from?.kind === 'absolute' || from?.kind === 'all';
  return keepsStart ? ended : withoutPartialStart(ended, context, options.interval);
}

/**
 * The parsed start of a range; undefined when absent.
 * @param attr path of the range, for errors
 * @throws invalid_date
 */
export function parsedStart(range: DateRange | undefined, attr?: string): ParsedDate | undefined {
  const text = range?.date_from;
  return text === undefined ? undefined : parseDate(text, attr && `${attr}.date_from`);
}

/**
 * The parsed end of a range; undefined when it is absent. `all` asks for the earliest event, so it is refused as an
 * end.
 * @param attr path of the range, for errors
 * @throws invalid_date
 */
export function parsedEnd(range: DateRange | undefined, attr?: string): BoundDate | undefined {
  const text = range?.date_to;
  if (text === undefined) return undefined;
  const date = parseDate(text, attr && `${attr}.date_to`);
  if (date.kind !== 'all') return date;
  throw new AppError(
    'invalid_date',
    'Invalid date "all": only date_from may be "all"; a range without date_to ends now.',
    { ...(attr !== undefined && { attr: `${attr}.date_to` }) },
  );
}

function resolveFrom(
  date: ParsedDate | undefined,
  context: DateContext,
  options: DateRangeOptions,
): Temporal.ZonedDateTime {
  if (!date) return startOfDay(context.now.toPlainDate().subtract({ days: 7 }), context.now.timeZoneId);
  if (date.kind === 'all') {
    invariant(options.earliest, 'date_from "all" needs the earliest event');
    return options.earliest;
  }
  const resolved = resolveDate(date, context, options.attr && `${options.attr}.date_from`);
  const keepsTime = date.kind === 'absolute' || options.exact || options.untruncated;
  if (keepsTime || isOfSeconds(options.interval)) return resolved;
  return date.unit === 'h' ? startOfHour(resolved) : startOfDay(resolved.toPlainDate(), resolved.timeZoneId);
}

function resolveTo(
  date: BoundDate | undefined,
  exact: boolean,
  context: DateContext,
  options: DateRangeOptions,
): Temporal.ZonedDateTime {
  const resolved = date ? resolveDate(date, context, options.attr && `${options.attr}.date_to`) : context.now;
  if (date?.kind === 'absolute') {
    if (date.dateOnly) return endOfDay(resolved.toPlainDate(), resolved.timeZoneId);
    return isShort(options.interval) ? resolved : roundUp(resolved, exact, options.interval);
  }
  return roundUp(resolved, exact, options.interval);
}

/** The last microsecond of the second, minute or hour, or of the day for intervals of a day and longer. */
function roundUp(at: Temporal.ZonedDateTime, exact: boolean, interval: Interval): Temporal.ZonedDateTime {
  if (exact) return at;
  if (!isShort(interval)) return endOfDay(at.toPlainDate(), at.timeZoneId);
  return addIntervals(startOfInterval(at, interval, NO_WEEKS), 1, interval).subtract({ microseconds: 1 });
}

/**
 * The unit to which rows are aligned. A week starts at the day of `from`, so the first week may be partial; the first
 * month or longer unit is complete.
 */
function alignmentOf(date: ParsedDate | undefined, interval: Interval): RowAlignment {
  switch (interval) {
    case 'second':
    case 'minute':
    case 'hour':
      return date?.kind === 'absolute' || date?.kind === 'all' ? interval : 'instant';
    case 'day':
      return date?.kind === 'relative' && date.unit === 'h' ? 'instant' : 'day';
    case 'week':
      return 'day';
    case 'month':
    case 'quarter':
    case 'year':
      return interval;
  }
}

/** Rows are never aligned to weeks. */
const NO_WEEKS: WeekSetting = { weekStartDay: 0 };

/** Adds the first instant whose rows count to a period. A period that ends before it starts has no rows ([D-12]). */
export function withRowsFrom(
  period: { readonly from: Temporal.ZonedDateTime; readonly to: Temporal.ZonedDateTime },
  rowsAlignedTo: RowAlignment,
): DateBounds {
  const isExact = rowsAlignedTo === 'instant' || Temporal.ZonedDateTime.compare(period.from, period.to) > 0;
  const rowsFrom = isExact ? period.from : startOfInterval(period.from, rowsAlignedTo, NO_WEEKS);
  return { ...period, rowsFrom, rowsAlignedTo };
}

/** Ends the period before the interval that contains now, if the period would end inside that interval. */
function withoutCurrentPeriod(bounds: DateBounds, context: DateContext, interval: Interval): DateBounds {
  const current = startOfInterval(context.now, interval, context);
  const next = addIntervals(current, 1, interval);
  const reachesNow = Temporal.ZonedDateTime.compare(bounds.to, current) >= 0;
  const endsAfterIt = Temporal.ZonedDateTime.compare(bounds.to, next) >= 0;
  return reachesNow && !endsAfterIt ? { ...bounds, to: current.subtract({ microseconds: 1 }) } : bounds;
}

/** Starts the period at its first interval of which all rows count. */
function withoutPartialStart(bounds: DateBounds, context: DateContext, interval: Interval): DateBounds {
  const first = startOfInterval(bounds.rowsFrom, interval, context);
  if (Temporal.ZonedDateTime.compare(first, bounds.rowsFrom) === 0) return bounds;
  return withRowsFrom({ from: addIntervals(first, 1, interval), to: bounds.to }, bounds.rowsAlignedTo);
}
