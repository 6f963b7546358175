import type { Temporal } from 'temporal-polyfill';
import type { StickinessQuery } from '../../../schema/insights/stickiness-query.ts';
import { bucketsOf } from '../../filters/buckets.ts';
import { comparisonPeriod } from '../../filters/comparison-period.ts';
import { needsEarliest, resolveDateRange } from '../../filters/date-range.ts';
import { checkNumbers } from '../check-numbers.ts';
import { probeEarliest } from '../earliest-event.ts';
import type { InsightContext } from '../insight-context.ts';
import type { InsightPlan } from '../insight-plan.ts';
import { periodCount, type StickinessPeriod, shapeStickiness } from './shape-result.ts';
import { stickinessStatement } from './stickiness-statement.ts';

/**
 * Compiles a stickiness query: one statement per series and period, with one row (active periods, actors) per number
 * of active periods that occurs.
 * @throws AppError 400 codes, with the path of the member in the query
 */
export function compileStickiness(query: StickinessQuery, context: InsightContext): InsightPlan {
  const plan = (earliest?: Temporal.ZonedDateTime): InsightPlan => {
    const periods = periodsOf(query, context, earliest);
    const counts = periods.reduce((sum, { buckets }) => sum + periodCount(query, buckets), 0);
    checkNumbers({ series: query.series.length, periods: counts }, 'dateRange');
    return {
      kind: 'rows',
      statements: periods.flatMap(({ buckets }) =>
        query.series.map((_, index) => stickinessStatement(query, context, buckets, index)),
      ),
      shape: (tables) => shapeStickiness(query, context, periods, tables),
    };
  };
  return needsEarliest(query.dateRange) ? probeEarliest(query, context, plan) : plan();
}

function periodsOf(
  query: StickinessQuery,
  context: InsightContext,
  earliest: Temporal.ZonedDateTime | undefined,
): readonly StickinessPeriod[] {
  const interval = query.interval ?? 'day';
  const { compare: compares, compare_to } = query.compareFilter ?? {};
  const bounds = resolveDateRange(query.dateRange, context, {
    interval,
    attr: 'dateRange',
    ...(earliest && { earliest }),
  });
  const bucketed = (period: typeof bounds) => bucketsOf(period, interval, context);
  const current: StickinessPeriod = { label: 'current', buckets: bucketed(bounds) };
  if (!compares || query.dateRange?.date_from === 'all') return [current];
  const previous = comparisonPeriod(bounds, context, {
    range: query.dateRange,
    interval,
    ...(compare_to !== undefined && { compareTo: compare_to }),
  });
  return [current, { label: 'previous', buckets: bucketed(previous) }];
}
