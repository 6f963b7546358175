import type { StickinessQuery } from '../../../schema/insights/stickiness-query.ts';
import { bucketsOf } from '../../filters/buckets.ts';
import { checkNumbers } from '../check-numbers.ts';
import type { InsightContext } from '../insight-context.ts';
import type { InsightPlan } from '../insight-plan.ts';
import { periodsOf } from '../periods.ts';
import { planFromEarliest } from '../plan-from-earliest.ts';
import { periodCount, shapeStickiness } from './shape-stickiness.ts';
import { stickinessStatement } from './stickiness-statement.ts';

/**
 * Compiles a stickiness query: one statement per series and period, with one row (active periods, actors) per number
 * of active periods that occurs.
 * @throws AppError 400 codes, with the path of the member in the query
 */
export function compileStickiness(query: StickinessQuery, context: InsightContext): InsightPlan {
  return planFromEarliest(query, context, (earliest) => {
    const interval = query.interval ?? 'day';
    const periods = periodsOf(query, context, { interval, attr: 'dateRange', earliest }, (bounds) =>
      bucketsOf(bounds, interval, context),
    );
    const counts = periods.reduce((sum, { buckets }) => sum + periodCount(query, buckets), 0);
    checkNumbers({ series: query.series.length, periods: counts }, 'dateRange');
    return {
      kind: 'rows',
      statements: periods.flatMap(({ buckets }) =>
        query.series.map((_, index) => stickinessStatement(query, context, buckets, index)),
      ),
      shape: (tables) => shapeStickiness(query, context, periods, tables),
    };
  });
}
