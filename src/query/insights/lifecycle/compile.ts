import type { Temporal } from 'temporal-polyfill';
import type { LifecycleQuery } from '../../../schema/insights/lifecycle-query.ts';
import { bucketsOf } from '../../filters/buckets.ts';
import { needsEarliest, resolveDateRange } from '../../filters/date-range.ts';
import { probeEarliest } from '../earliest-event.ts';
import type { InsightContext } from '../insight-context.ts';
import type { InsightPlan } from '../insight-plan.ts';
import { lifecycleStatement } from './lifecycle-statement.ts';
import { shapeLifecycle } from './shape-result.ts';

/**
 * Compiles a lifecycle query to one statement with one row (status, data) per status that occurs.
 * @throws AppError 400 codes, with the path of the member in the query
 */
export function compileLifecycle(query: LifecycleQuery, context: InsightContext): InsightPlan {
  const plan = (earliest?: Temporal.ZonedDateTime): InsightPlan => {
    const interval = query.interval ?? 'day';
    const bounds = resolveDateRange(query.dateRange, context, {
      interval,
      untruncated: query.dateRange?.explicitDate === true,
      attr: 'dateRange',
      ...(earliest && { earliest }),
    });
    const buckets = bucketsOf(bounds, interval, context);
    return {
      kind: 'rows',
      statements: [lifecycleStatement(query, context, buckets)],
      shape: ([table]) => shapeLifecycle(query, context, buckets, table),
    };
  };
  return needsEarliest(query.dateRange) ? probeEarliest(query, context, plan) : plan();
}
