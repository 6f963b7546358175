import type { Temporal } from 'temporal-polyfill';
import type { RetentionQuery } from '../../../schema/insights/retention-query.ts';
import { needsEarliest } from '../../filters/date-range.ts';
import { probeEarliest } from '../earliest-event.ts';
import type { InsightContext } from '../insight-context.ts';
import type { InsightPlan } from '../insight-plan.ts';
import { retentionFrame } from './retention-frame.ts';
import { retentionStatement } from './retention-statement.ts';
import { shapeRetention } from './shape-result.ts';

/**
 * Compiles a retention query to one statement with one row per breakdown value and cohort:
 * (is_other, kept, cohort, counts, amounts).
 * @throws AppError 400 codes, with the path of the member in the query
 */
export function compileRetention(query: RetentionQuery, context: InsightContext): InsightPlan {
  const plan = (earliest?: Temporal.ZonedDateTime): InsightPlan => {
    const frame = retentionFrame(query, context, earliest);
    return {
      kind: 'rows',
      statements: [retentionStatement(frame)],
      shape: ([table]) => shapeRetention(frame, table),
    };
  };
  if (!needsEarliest(query.dateRange)) return plan();
  const { target } = retentionFrame({ ...query, dateRange: undefined }, context);
  return probeEarliest({ ...query, series: [target] }, context, plan);
}
