import type { TrendsQuery } from '../../schema/insights/trends-query.ts';
import { isoWithOffset } from '../filters/bucket-labels.ts';
import type { Buckets } from '../filters/buckets.ts';
import { comparisonPeriod } from '../filters/comparison-period.ts';
import { type DateBounds, type DateRangeOptions, resolveDateRange } from '../filters/resolve-date-range.ts';
import type { InsightContext } from './insight-context.ts';

/** The time that a query is about, or the one that it is compared with. */
export interface Period {
  readonly label: 'current' | 'previous';
  readonly buckets: Buckets;
}

type ComparingQuery = Pick<TrendsQuery, 'dateRange' | 'compareFilter'>;

/** True when a query has a previous period. Before the first event of a project there is nothing to compare with. */
export function isComparing({ compareFilter, dateRange }: ComparingQuery): boolean {
  return compareFilter?.compare === true && dateRange?.date_from !== 'all';
}

/**
 * The period of a query and, when it compares, the previous one.
 * @param bucketed the buckets of a period
 * @throws invalid_date
 */
export function periodsOf(
  query: ComparingQuery,
  context: InsightContext,
  options: DateRangeOptions,
  bucketed: (bounds: DateBounds) => Buckets,
): readonly Period[] {
  const bounds = resolveDateRange(query.dateRange, context, options);
  const current: Period = { label: 'current', buckets: bucketed(bounds) };
  if (!isComparing(query)) return [current];
  const { interval, exact = false } = options;
  const previous = comparisonPeriod(bounds, context, {
    range: query.dateRange,
    interval,
    exact,
    compareTo: query.compareFilter?.compare_to,
  });
  return [current, { label: 'previous', buckets: bucketed(previous) }];
}

/** How an answer names the time that it is about. */
export function resolvedDateRange({ from, to }: DateBounds) {
  return { resolvedDateRange: { date_from: isoWithOffset(from), date_to: isoWithOffset(to) } };
}
