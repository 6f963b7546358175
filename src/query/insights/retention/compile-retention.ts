import type { RetentionQuery } from '../../../schema/insights/retention-query.ts';
import type { InsightContext } from '../insight-context.ts';
import type { InsightPlan } from '../insight-plan.ts';
import { planFromEarliest } from '../plan-from-earliest.ts';
import { retentionFrame } from './retention-frame.ts';
import { retentionStatement } from './retention-statement.ts';
import { shapeRetention } from './shape-retention.ts';

/**
 * Compiles a retention query to one statement with one row per breakdown value and cohort:
 * (is_other, kept, cohort, counts, amounts).
 * @throws AppError 400 codes, with the path of the member in the query
 */
export function compileRetention(query: RetentionQuery, context: InsightContext): InsightPlan {
  const probing = {
    ...query,
    get series() {
      return [retentionFrame({ ...query, dateRange: undefined }, context).target];
    },
  };
  return planFromEarliest(probing, context, (earliest) => {
    const frame = retentionFrame(query, context, earliest);
    return {
      kind: 'rows',
      statements: [retentionStatement(frame)],
      shape: ([table]) => shapeRetention(frame, table),
    };
  });
}
