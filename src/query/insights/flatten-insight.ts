import type { InsightQuery } from '../../schema/insights/insight-query.ts';
import type {
  FunnelStep,
  FunnelTimeToConvert,
  FunnelTrend,
  LifecycleResult,
  PathEdge,
  RetentionRow,
  StickinessResult,
  TrendsResult,
} from '../../schema/insights/insight-results.ts';
import type { FlatTable } from '../run-plan.ts';
import { flattenFunnelTrends, flattenSteps, flattenTimeToConvert } from './funnels/flatten-result.ts';
import { flattenLifecycle } from './lifecycle/flatten-result.ts';
import { flattenPaths } from './paths/flatten-result.ts';
import { flattenRetention } from './retention/flatten-result.ts';
import { flattenStickiness } from './stickiness/flatten-result.ts';
import { flattenTrends } from './trends/flatten-result.ts';

/**
 * The results of an insight as one table. Pure.
 * @param query the effective query, which decides the shape of its results
 * @param results what `shape` of that query made, or the same read back from the snapshot that keeps it, whose checksum
 *   says that nobody else wrote it: so its types are told here and not checked again
 */
export function flattenInsight(query: InsightQuery, results: unknown): FlatTable {
  switch (query.kind) {
    case 'TrendsQuery':
      return flattenTrends(results as readonly TrendsResult[]);
    case 'FunnelsQuery':
      return flattenFunnel(query, results);
    case 'RetentionQuery':
      return flattenRetention(results as readonly RetentionRow[]);
    case 'LifecycleQuery':
      return flattenLifecycle(results as readonly LifecycleResult[]);
    case 'StickinessQuery':
      return flattenStickiness(results as readonly StickinessResult[]);
    case 'PathsQuery':
      return flattenPaths(results as readonly PathEdge[]);
    default:
      return query satisfies never;
  }
}

function flattenFunnel(
  { funnelsFilter }: InsightQuery & { readonly kind: 'FunnelsQuery' },
  results: unknown,
): FlatTable {
  switch (funnelsFilter?.funnelVizType) {
    case 'time_to_convert':
      return flattenTimeToConvert(results as FunnelTimeToConvert);
    case 'trends':
      return flattenFunnelTrends(results as readonly FunnelTrend[]);
    default:
      return flattenSteps(results as readonly (FunnelStep | readonly FunnelStep[])[]);
  }
}
