import type { PathsQuery } from '../../../schema/insights/paths-query.ts';
import { isoWithOffset } from '../../filters/bucket-labels.ts';
import type { DateBounds } from '../../filters/date-range.ts';
import type { InsightAnswer, ResultTable } from '../../run-plan.ts';

/** One step of many sessions from item to item. */
interface PathEdge {
  /** `<place on the path, from 1>_<item>` */
  readonly source: string;
  readonly target: string;
  /** Sessions that took it. */
  readonly value: number;
  /** Mean, in milliseconds. */
  readonly average_conversion_time: number;
}

/** Rows (source, target, traversals, milliseconds) → edges that can be reached from the first items, heaviest first. */
export function shapePaths(
  { samplingFactor = 1 }: PathsQuery,
  { from, to }: DateBounds,
  table: ResultTable | undefined,
): InsightAnswer {
  const rows = table?.rows ?? [];
  const edges = rows.map(([source, target, traversals, milliseconds]) => ({
    source: String(source),
    target: String(target),
    value: Math.round(Number(traversals) / samplingFactor),
    average_conversion_time: Number(milliseconds),
  }));
  return {
    results: reachable(edges),
    resolvedDateRange: { date_from: isoWithOffset(from), date_to: isoWithOffset(to) },
  };
}

/** Edges lead from one place to the next, so the places in order find every node that can be reached. */
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
