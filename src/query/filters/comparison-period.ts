import type { Temporal } from 'temporal-polyfill';
import { AppError } from '../../base/errors.ts';
import type { DateRange } from '../../schema/date-range.ts';
import { type Interval, isOfSeconds } from './interval.ts';
import { type BoundDate, type DateContext, parseDate, resolveDate } from './relative-date.ts';
import { type DateBounds, withRowsFrom } from './resolve-date-range.ts';

export interface ComparisonOptions {
  readonly range: DateRange | undefined;
  readonly interval: Interval;
  /** Relative text such as `-1y`; absent = the previous period. */
  readonly compareTo?: string | undefined;
  /** The previous period has the same length and ends where this one starts, to the instant (BoldNumber). */
  readonly exact?: boolean;
}

/**
 * `date_from` values of a running calendar unit. Without `date_to`, such a range is compared with the whole previous
 * unit.
 */
const RUNNING_UNIT = { wStart: '-1w', mStart: '-1m', qStart: '-1q', yStart: '-1y' } as const;

/**
 * The period that `bounds` is compared with.
 * @throws invalid_date when `compareTo` is not a relative date
 */
export function comparisonPeriod(
  bounds: DateBounds,
  context: DateContext,
  options: ComparisonOptions,
): DateBounds {
  const period =
    options.compareTo === undefined
      ? previousPeriod(bounds, context, options)
      : shiftedPeriod(bounds, context, options.compareTo);
  return withRowsFrom(period, bounds.rowsAlignedTo);
}

interface Period {
  readonly from: Temporal.ZonedDateTime;
  readonly to: Temporal.ZonedDateTime;
}

/** The period of the same length whose start is moved back by an offset such as `-1y`. */
function shiftedPeriod(bounds: DateBounds, context: DateContext, compareTo: string): Period {
  const offset = parseDate(compareTo, 'compareFilter.compare_to');
  if (offset.kind !== 'relative' || offset.position) {
    throw new AppError(
      'invalid_date',
      `Invalid compare_to ${JSON.stringify(compareTo)}: expected a relative offset such as -1y, -14d or -30h.`,
      { attr: 'compareFilter.compare_to' },
    );
  }
  const shifted = {
    now: bounds.from,
    get weekStartDay() {
      return context.weekStartDay;
    },
  };
  const from = resolveDate(offset, shifted, 'compareFilter.compare_to');
  return { from, to: wallClockForward(from, bounds) };
}

function previousPeriod(bounds: DateBounds, context: DateContext, options: ComparisonOptions): Period {
  const running = runningUnit(options.range);
  if (running && !options.exact) return wholePreviousUnit(running, context);
  const diff = length(bounds);
  if (options.exact || isOfSeconds(options.interval)) {
    return { from: add(bounds.from, -diff), to: bounds.from };
  }
  if (options.interval === 'hour') {
    const from = withTimeOf(wallClockBack(bounds.from, bounds), bounds.from);
    const { minute, second, millisecond, microsecond } = bounds.to;
    const to = wallClockForward(from, bounds).with({ minute, second, millisecond, microsecond });
    return { from, to };
  }
  const extraDay = comparesSameWeekdays(options) ? 1 : 0;
  const from = withTimeOf(wallClockBack(bounds.from, bounds), bounds.from).add({ days: extraDay });
  return { from, to: withTimeOf(wallClockForward(from, bounds), bounds.to) };
}

function runningUnit(range: DateRange | undefined): keyof typeof RUNNING_UNIT | undefined {
  const from = range?.date_from;
  if (range?.date_to !== undefined || from === undefined || !(from in RUNNING_UNIT)) return undefined;
  return from as keyof typeof RUNNING_UNIT;
}

function wholePreviousUnit(unit: keyof typeof RUNNING_UNIT, context: DateContext): Period {
  const bound = (position: 'Start' | 'End') => {
    const date = parseDate(`${RUNNING_UNIT[unit]}${position}`) as BoundDate;
    return resolveDate(date, context);
  };
  return { from: bound('Start'), to: bound('End') };
}

/**
 * True for `-7d`, `-14d`, ... to today or to a given day. The previous period then starts a day later, so that the same
 * weekdays are compared.
 */
function comparesSameWeekdays({ range, interval }: ComparisonOptions): boolean {
  if (interval !== 'day') return false;
  const from = range?.date_from === undefined ? undefined : parseDate(range.date_from);
  const to = range?.date_to === undefined ? undefined : parseDate(range.date_to);
  const inWholeWeeks =
    from?.kind === 'relative' &&
    from.unit === 'd' &&
    !from.position &&
    from.amount > 0 &&
    from.amount % 7 === 0;
  return inWholeWeeks && (to === undefined || to.kind === 'absolute');
}

/** Microseconds from `from` to `to`. */
function length({ from, to }: DateBounds): number {
  return Number((to.epochNanoseconds - from.epochNanoseconds) / 1000n);
}

function add(at: Temporal.ZonedDateTime, microseconds: number): Temporal.ZonedDateTime {
  return at.add({ microseconds });
}

/** `at` moved back by the wall-clock length of the period, so that a clock change inside it does not shift the day. */
function wallClockBack(at: Temporal.ZonedDateTime, { from, to }: DateBounds): Temporal.ZonedDateTime {
  const diff = from.toPlainDateTime().until(to.toPlainDateTime());
  return at.toPlainDateTime().subtract(diff).toZonedDateTime(at.timeZoneId);
}

function wallClockForward(at: Temporal.ZonedDateTime, { from, to }: DateBounds): Temporal.ZonedDateTime {
  const diff = from.toPlainDateTime().until(to.toPlainDateTime());
  return at.toPlainDateTime().add(diff).toZonedDateTime(at.timeZoneId);
}

function withTimeOf(day: Temporal.ZonedDateTime, time: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return day.toPlainDate().toZonedDateTime({ timeZone: day.timeZoneId, plainTime: time.toPlainTime() });
}
