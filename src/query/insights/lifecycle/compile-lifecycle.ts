import type { LifecycleQuery } from '../../../schema/insights/lifecycle-query.ts';
import { bucketsOf } from '../../filters/buckets.ts';
import { resolveDateRange } from '../../filters/resolve-date-range.ts';
import type { InsightContext } from '../insight-context.ts';
import type { InsightPlan } from '../insight-plan.ts';
import { planFromEarliest } from '../plan-from-earliest.ts';
import { lifecycleStatement } from './lifecycle-statement.ts';
import { shapeLifecycle } from './shape-lifecycle.ts';

/**
 * Compiles a lifecycle query to one statement with one row (status, data) per status that occurs.
 * @throws AppError 400 codes, with the path of the member in the query
 */
export function compileLifecycle(query: LifecycleQuery, context: InsightContext): InsightPlan {
  return planFromEarliest(query, context, (earliest) => {
    const interval = query.interval ?? 'day';
    const bounds = resolveDateRange(query.dateRange, context, {
      interval,
      untruncated: query.dateRange?.explicitDate === true,
      attr: 'dateRange',
      earliest,
    });
    const buckets = bucketsOf(bounds, interval, context);
    return {
      kind: 'rows',
      statements: [lifecycleStatement(query, context, buckets)],
      shape: ([table]) => shapeLifecycle(query, context, buckets, table),
    };
  });
}
