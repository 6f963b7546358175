import type {
  Expr,
  OrderExpr,
  SelectQuery,
  SelectStatement,
  WindowExpr,
  WindowFrameExpr,
} from '../../language/ast.ts';
import {
  alias,
  ascending,
  call,
  compare,
  constant,
  descending,
  field,
  from,
  internalCall,
  or,
  select,
} from '../../language/build.ts';
import { partName } from './series-source.ts';
import type { TrendsFrame } from './trends-frame.ts';

/**
 * Ranks the values of rows (series, part_1, .., [page,] data, total) and adds up the lists of those beyond the limit:
 * (series, is_other, kept_1, .., [page,] numbers) in the order of rank. Series are ranked for themselves, or, where
 * formulas combine them, once by the sum of all series.
 */
export function foldBeyondLimit(frame: TrendsFrame, lists: SelectStatement, arePaged: boolean): SelectQuery {
  const parts = partFieldsOf(frame);
  const page = arePaged ? [field('page')] : [];
  const isShared = frame.formulas.length > 0;
  const ranking: WindowExpr = {
    kind: 'WindowExpr',
    ...(isShared ? {} : { partition_by: [field('series')] }),
    order_by: [...noneLast(frame), descending(field('ranked_total')), ...parts.map(ascending)],
  };
  const ranked = select({
    select: [
      field('series'),
      ...parts,
      ...page,
      field('data'),
      alias('place', { kind: 'WindowFunction', name: 'dense_rank', args: [], over_expr: ranking }),
    ],
    select_from: from(withRankedTotal(frame, lists, arePaged)),
  });
  const isBeyond = compare(field('place'), '>', constant(frame.limit));
  const kept = keptFieldsOf(frame);
  return select({
    select: [
      field('series'),
      alias('is_other', call('if', isBeyond, constant(1), constant(0))),
      ...parts.map((part, index) => alias(keptName(index), call('if', isBeyond, constant(''), part))),
      ...page,
      alias('numbers', internalCall('_sumForEach', field('data'))),
      ...(arePaged ? [alias('first_place', firstPlace(field('place')))] : []),
    ],
    select_from: from(ranked),
    group_by: [field('series'), field('is_other'), ...kept, ...page],
    ...(arePaged ? {} : { order_by: byRank(firstPlace(field('place'))) }),
  });
}

/** The rows of a folded table in pages → one row per series and kept value, with its list from all of its pages. */
export function joinFolded(frame: TrendsFrame, folded: SelectQuery, joined: Expr): SelectQuery {
  const kept = keptFieldsOf(frame);
  return select({
    select: [field('series'), field('is_other'), ...kept, alias('list', joined)],
    select_from: from(folded),
    group_by: [field('series'), field('is_other'), ...kept],
    order_by: byRank(firstPlace(field('first_place'))),
  });
}

function firstPlace(place: Expr): Expr {
  return call('min', place);
}

function byRank(place: Expr): readonly OrderExpr[] {
  return [ascending(field('series')), ascending(place)];
}

/** The rows with `ranked_total`: what their value is ranked by. */
function withRankedTotal(frame: TrendsFrame, lists: SelectStatement, arePaged: boolean): SelectQuery {
  const parts = partFieldsOf(frame);
  const columns = [field('series'), ...parts, ...(arePaged ? [field('page')] : []), field('data')];
  const isShared = frame.formulas.length > 0;
  const unbounded = (frame_type: WindowFrameExpr['frame_type']): WindowFrameExpr => ({
    kind: 'WindowFrameExpr',
    frame_type,
  });
  // Added in one order, so that totals of fractions, and with them the ranks, are the same in each run.
  const ofAll: WindowExpr = {
    kind: 'WindowExpr',
    partition_by: isShared ? parts : [field('series'), ...parts],
    order_by: [...(isShared ? [field('series')] : []), ...(arePaged ? [field('page')] : [])].map(ascending),
    frame_method: 'ROWS',
    frame_start: unbounded('PRECEDING'),
    frame_end: unbounded('FOLLOWING'),
  };
  const total: Expr =
    isShared || arePaged
      ? { kind: 'WindowFunction', name: 'sum', args: [field('total')], over_expr: ofAll }
      : field('total');
  return select({ select: [...columns, alias('ranked_total', total)], select_from: from(lists) });
}

/** Time series rank the none bucket after all regular values; total values rank it like any other. */
function noneLast(frame: TrendsFrame): readonly OrderExpr[] {
  if (frame.isTotal) return [];
  return [ascending(call('if', isRegular(frame), constant(0), constant(1)))];
}

/** True unless the value is the none bucket: nothing set in any part. */
export function isRegular(frame: TrendsFrame): Expr {
  return or(...partFieldsOf(frame).map((part) => compare(part, '!=', constant(''))));
}

/** The values of a row of a series with breakdown. */
export function partFieldsOf(frame: TrendsFrame): readonly Expr[] {
  return (frame.breakdown?.parts ?? []).map((_, index) => field(partName(index)));
}

/** Name of the column that holds the value of a part if it is within the limit, else nothing. */
function keptName(index: number): string {
  return `kept_${index + 1}`;
}

function keptFieldsOf(frame: TrendsFrame): readonly Expr[] {
  return (frame.breakdown?.parts ?? []).map((_, index) => field(keptName(index)));
}
