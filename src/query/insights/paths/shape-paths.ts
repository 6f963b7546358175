import type { PathEdge } from '../../../schema/insights/insight-results.ts';
import type { PathsQuery } from '../../../schema/insights/paths-query.ts';
import type { DateBounds } from '../../filters/resolve-date-range.ts';
import type { InsightAnswer, ResultTable } from '../../run-plan.ts';

import { resolvedDateRange } from '../periods.ts';

/**
 * Rows (source, target, traversals, milliseconds) → the edges that can be reached from the first items, heaviest first.
 */
export function shapePaths(
  { samplingFactor = 1 }: PathsQuery,
  bounds: DateBounds,
  table: ResultTable | undefined,
): InsightAnswer {
  const rows = table?.rows ?? [];
  const edges = rows.map(([source, target, traversals, milliseconds]) => ({
    source: String(source),
    target: String(target),
    value: Math.round(Number(traversals) / samplingFactor),
    average_conversion_time: Number(milliseconds),
  }));
  return { results: reachable(edges), ...resolvedDateRange(bounds) };
}

/**
 * The edges that can be reached. Edges lead from one place to the next, so one look at the places in order finds all
 * nodes.
 */
function reachable(edges: readonly PathEdge[]): readonly PathEdge[] {
  const nodes = new Set<string>();
  const isReached = ({ source }: PathEdge) => placeOf(source) === 1 || nodes.has(source);
  for (const edge of edges.toSorted((a, b) => placeOf(a.source) - placeOf(b.source))) {
    if (isReached(edge)) nodes.add(edge.target);
  }
  return edges.filter(isReached);
}

/** `12_/pricing` → 12 */
function placeOf(node: string): number {
  return Number.parseInt(node, 10);
}
