import { inOneSlice } from '../../../base/loop-slices.ts';
import type { PathsQuery } from '../../../schema/insights/paths-query.ts';
import { resolveDateRange } from '../../filters/resolve-date-range.ts';
import type { InsightContext } from '../insight-context.ts';
import type { InsightPlan } from '../insight-plan.ts';
import { planFromEarliest } from '../plan-from-earliest.ts';
import { type FunnelSpans, funnelSpans } from './funnel-spans.ts';
import { pathsStatement } from './paths-statement.ts';
import { shapePaths } from './shape-paths.ts';

/**
 * Compiles a paths query to one statement with one row (source, target, traversals, milliseconds) per edge, heaviest
 * first.
 * @throws AppError 400 codes, with the path of the member in the query
 */
export function compilePaths(query: PathsQuery, context: InsightContext): InsightPlan {
  const filter = query.funnelPathsFilter;
  if (!filter) return pathsPlan(query, context);
  return planFromEarliest(filter.funnelSource, context, (earliest) =>
    pathsPlan(query, context, funnelSpans(query, filter, context, earliest)),
  );
}

function pathsPlan(query: PathsQuery, context: InsightContext, spans?: FunnelSpans): InsightPlan {
  return planFromEarliest({ ...query, series: [{ kind: 'EventsNode' }] }, context, (earliest) => {
    const bounds = resolveDateRange(query.dateRange, context, {
      interval: 'day',
      attr: 'dateRange',
      earliest,
    });
    return {
      kind: 'rows',
      statements: [pathsStatement(query, context, bounds, spans)],
      shape: ([table]) => inOneSlice(() => shapePaths(query, bounds, table)),
    };
  });
}
