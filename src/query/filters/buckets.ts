import { Temporal } from 'temporal-polyfill';
import { AppError } from '../../base/errors.ts';
import {
  INTERVALS,
  type Interval,
  isOfMonths,
  isOfSeconds,
  MONTHS_OF,
  SECONDS_OF,
  startOfInterval,
} from './interval.ts';
import { hoursSince } from './local-hours.ts';
import type { WeekSetting } from './relative-date.ts';
import type { DateBounds } from './resolve-date-range.ts';

/** Most buckets that one series may have ([SPEC-8]). */
const MAX_BUCKETS = 10_000;

/**
 * The buckets of one period, ascending and without gaps: the bucket with number `index` starts at `addIntervals(first,
 * index, interval)`. There are no buckets when the period ends before it starts.
 */
export interface Buckets {
  readonly interval: Interval;
  readonly bounds: DateBounds;
  readonly count: number;
  /** Start of the interval that contains `bounds.from`, also when there are no buckets. */
  readonly first: Temporal.ZonedDateTime;
}

/**
 * Lists the buckets from the interval that contains `bounds.from` to the one that contains `bounds.to`.
 * @throws query_too_large when there are more than MAX_BUCKETS
 */
export function bucketsOf(bounds: DateBounds, interval: Interval, week: WeekSetting): Buckets {
  const first = startOfInterval(bounds.from, interval, week);
  const count = countBuckets(first, bounds, interval);
  if (count <= MAX_BUCKETS) return { interval, bounds, count, first };
  const fitting = INTERVALS.find(
    (one) => countBuckets(startOfInterval(bounds.from, one, week), bounds, one) <= MAX_BUCKETS,
  );
  throw new AppError(
    'query_too_large',
    `The date range has ${count} buckets of one ${interval}; at most ${MAX_BUCKETS} are allowed. Use the interval ${JSON.stringify(fitting)} or a shorter range.`,
    { attr: 'dateRange' },
  );
}

function countBuckets(first: Temporal.ZonedDateTime, bounds: DateBounds, interval: Interval): number {
  if (Temporal.ZonedDateTime.compare(bounds.from, bounds.to) > 0) return 0;
  if (interval === 'hour') return hoursSince(first, bounds.to) + 1;
  if (isOfSeconds(interval)) {
    const elapsed = bounds.to.epochMilliseconds - first.epochMilliseconds;
    return Math.floor(elapsed / (1000 * SECONDS_OF[interval])) + 1;
  }
  const firstDay = first.toPlainDate();
  const lastDay = bounds.to.toPlainDate();
  if (isOfMonths(interval)) {
    const months = (lastDay.year - firstDay.year) * 12 + lastDay.month - firstDay.month;
    return Math.floor(months / MONTHS_OF[interval]) + 1;
  }
  const { days } = firstDay.until(lastDay);
  return (interval === 'week' ? Math.floor(days / 7) : days) + 1;
}
