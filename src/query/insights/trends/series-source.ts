import type { SeriesNode } from '../../../schema/insights/series-node.ts';
import type { Expr } from '../../language/ast.ts';
import { alias, and, constant, field } from '../../language/build.ts';
import { type Actor, actorOf } from '../actor.ts';
import { breakdownText } from '../breakdown-text.ts';
import { smallBucketIndex } from '../bucket-index.ts';
import type { Period } from '../periods.ts';
import { queryFilters, rowsThatExist } from '../row-conditions.ts';
import { nameCondition, nodeFilters, seriesCondition } from '../series-condition.ts';
import type { BinEdges } from './bin-text.ts';
import { binText } from './bin-text.ts';
import type { TrendsFrame } from './trends-frame.ts';

/** What a maths needs to know of one series in one period to write its query. */
export interface SeriesSource {
  /** Place of the series in the query. */
  readonly index: number;
  readonly frame: TrendsFrame;
  readonly period: Period;
  readonly node: SeriesNode;
  readonly attr: string;
  readonly actor: Actor;
  /** Rows of the event name or action that exist for the query. */
  readonly named: Expr;
  /** Property filters of the query and of the series. */
  readonly filters: Expr;
  /** The rows of the series, whatever their time: `named` and `filters` together. */
  readonly matched: Expr;
  /** Breakdown values of a row, none for a query without breakdown. */
  readonly parts: readonly Expr[];
}

/**
 * The source of one series in one period.
 * @param bins edges of the histogram of each breakdown part, where the part has one
 */
export function seriesSource(
  frame: TrendsFrame,
  period: Period,
  index: number,
  bins: readonly (BinEdges | undefined)[],
): SeriesSource {
  const { query, context } = frame;
  const node = query.series[index];
  if (!node) throw new RangeError(`no series ${index}`);
  const attr = `series.${index}`;
  const exists = rowsThatExist(query, context);
  const filters = queryFilters(query, context);
  const groupType =
    node.math === 'unique_group' ? (node.math_group_type_index ?? 0) : node.math_group_type_index;
  return {
    index,
    frame,
    period,
    node,
    attr,
    actor: actorOf(groupType),
    named: and(nameCondition(node, context, attr), exists),
    filters: and(
      filters,
      node.kind === 'GroupNode' ? seriesCondition(node, context, attr) : nodeFilters(node, context, attr),
    ),
    matched: and(seriesCondition(node, context, attr), filters, exists),
    parts: (frame.breakdown?.parts ?? []).map((part, place) => {
      const edges = bins[place];
      return part.binCount === undefined ? breakdownText(part, context) : binText(part, edges);
    }),
  };
}

/** The breakdown columns of a select list. */
export function partColumns(parts: readonly Expr[]): readonly Expr[] {
  return parts.map((part, index) => alias(partName(index), part));
}

/** References to the columns of `partColumns`. */
export function partFields({ breakdown }: TrendsFrame): readonly Expr[] {
  return (breakdown?.parts ?? []).map((_, index) => field(partName(index)));
}

function partName(index: number): string {
  return `part_${index + 1}`;
}

/** Number of the bucket that contains `at`; 0 for total values, which have one bucket. */
export function bucketAt({ frame, period }: SeriesSource, at: Expr): Expr {
  return frame.isTotal ? constant(0) : smallBucketIndex(at, period.buckets.first, frame.interval);
}
