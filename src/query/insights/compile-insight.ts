import { unreachable } from '../../base/invariant.ts';
import type { InsightQuery } from '../../schema/insights/insight-query.ts';
import { compileByCohort, splittingCohorts } from './by-cohort.ts';
import { compileFunnels } from './funnels/compile-funnels.ts';
import type { InsightContext } from './insight-context.ts';
import type { InsightPlan } from './insight-plan.ts';
import { compileLifecycle } from './lifecycle/compile-lifecycle.ts';
import { compilePaths } from './paths/compile-paths.ts';
import { compileRetention } from './retention/compile-retention.ts';
import { compileStickiness } from './stickiness/compile-stickiness.ts';
import { compileTrends } from './trends/compile-trends.ts';

/**
 * Compiles an insight query to statements of the dialect's tree and to the function that shapes their rows.
 * @throws AppError 400 codes; `attr` is the path inside the query
 */
export function compileInsight(query: InsightQuery, context: InsightContext): InsightPlan {
  const cohorts = splittingCohorts(query);
  if (cohorts !== undefined) return compileByCohort(query, cohorts, context, compileInsight);
  switch (query.kind) {
    case 'TrendsQuery':
      return compileTrends(query, context);
    case 'LifecycleQuery':
      return compileLifecycle(query, context);
    case 'StickinessQuery':
      return compileStickiness(query, context);
    case 'RetentionQuery':
      return compileRetention(query, context);
    case 'FunnelsQuery':
      return compileFunnels(query, context);
    case 'PathsQuery':
      return compilePaths(query, context);
    default:
      return unreachable(query);
  }
}
