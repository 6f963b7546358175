import type { Expr, OrderExpr, SelectQuery, SelectStatement, WindowExpr } from '../../language/ast.ts';
import {
  alias,
  arithmetic,
  ascending,
  call,
  compare,
  constant,
  descending,
  field,
  from,
  lambda,
  or,
  select,
  unionAll,
} from '../../language/build.ts';
import { scalesWithSample } from './math-aggregate.ts';
import type { SeriesPoints } from './series-points.ts';
import { partName } from './series-source.ts';
import { dataLength, type Period, type TrendsFrame } from './trends-frame.ts';

/** The points of one series, with its place in the query. */
export interface PlacedPoints {
  readonly index: number;
  readonly points: SeriesPoints;
}

/**
 * The statement that answers one row per series and kept breakdown value: (series, is_other, part_1, .., part_n, data).
 * `data` is the finished list of numbers. Values beyond the limit are folded into one row with `is_other` 1 by adding
 * their lists. Rows come in the order of rank, "other" last.
 * @param series series that are ranked together: one, or all of a query with formulas
 */
export function seriesTable(
  frame: TrendsFrame,
  period: Period,
  series: readonly [PlacedPoints, ...PlacedPoints[]],
): SelectStatement {
  const [first, ...rest] = series;
  const lists = unionAll([
    dataLists(frame, period, first),
    ...rest.map((one) => dataLists(frame, period, one)),
  ]);
  return frame.breakdown ? foldBeyondLimit(frame, lists) : lists;
}

/** One row per breakdown value: (series, part_1, .., data), for the one row without breakdown with `is_other` 0. */
function dataLists(frame: TrendsFrame, period: Period, { index, points }: PlacedPoints): SelectQuery {
  const parts = partFieldsOf(frame);
  const dense: Expr = {
    kind: 'Call',
    name: '_dense',
    // A period that ends before it starts has no buckets; the engine wants room for one number.
    params: [constant(Math.max(1, dataLength(frame, period)))],
    args: [field('value'), field('bucket')],
    internal: true,
  };
  const data = finished(frame, points, dense);
  const series = alias('series', constant(index));
  if (parts.length === 0) {
    return select({
      select: [series, alias('is_other', constant(0)), alias('data', data)],
      select_from: from(points.query),
    });
  }
  const lists = points.isDense
    ? select({
        select: [series, ...parts, alias('data', finished(frame, points, field('dense')))],
        select_from: from(points.query),
      })
    : select({
        select: [series, ...parts, alias('data', data)],
        select_from: from(points.query),
        group_by: [...parts],
      });
  return select({
    select: [field('series'), ...parts, field('data')],
    select_from: from(lists),
    where: or(hasNumbers(), ...(points.areChanges ? [] : [isRegular(frame)])),
  });
}

/** What becomes of a list of numbers per bucket: scaled for a sample, summed up, smoothed. */
function finished(frame: TrendsFrame, { shape, areChanges }: SeriesPoints, dense: Expr): Expr {
  const { query, isCumulative, isTotal, smoothing } = frame;
  const sample = query.samplingFactor ?? 1;
  const values = areChanges ? call('arrayCumSum', dense) : dense;
  const scaled = sample < 1 && scalesWithSample(shape) ? scaledBack(values, sample) : values;
  const summed = isCumulative ? call('arrayCumSum', scaled) : scaled;
  return smoothing > 1 && !isTotal ? smoothed(summed, smoothing) : summed;
}

function scaledBack(values: Expr, sample: number): Expr {
  const scale = call(
    'round',
    arithmetic(field('x'), '/', { kind: 'Constant', value: sample, type: 'Float64' }),
  );
  return call('arrayMap', lambda(['x'], scale), values);
}

/** Each number becomes the mean, rounded down, of itself and up to `count - 1` numbers before it. */
function smoothed(values: Expr, count: number): Expr {
  // The running sum up to a place minus the running sum `count` places before it, divided by the numbers between.
  const sums = call('arrayCumSum', values);
  const shift = constant(count);
  const before = call(
    'arraySlice',
    call(
      'arrayConcat',
      call('arrayWithConstant', shift, { kind: 'Constant', value: 0, type: 'Float64' }),
      sums,
    ),
    constant(1),
    call('length', sums),
  );
  const mean = arithmetic(
    arithmetic(field('upto'), '-', field('before')),
    '/',
    call('least', field('place'), shift),
  );
  // Nine decimals: the difference of two running sums may miss a whole number by the last bit.
  const rounded = call('floor', call('round', mean, constant(9)));
  return call(
    'arrayMap',
    lambda(['upto', 'before', 'place'], rounded),
    sums,
    before,
    call('arrayEnumerate', sums),
  );
}

/**
 * Ranks the values and adds up the lists of those beyond the limit. Series are ranked for themselves, or, where
 * formulas combine them, once by the sum of all series.
 */
function foldBeyondLimit(frame: TrendsFrame, lists: SelectStatement): SelectStatement {
  const parts = partFieldsOf(frame);
  const isShared = frame.formulas.length > 0;
  const totals = select({
    select: [field('series'), ...parts, field('data'), alias('total', call('arraySum', field('data')))],
    select_from: from(lists),
  });
  const rankedBy = isShared ? field('shared_total') : field('total');
  const source = isShared ? withSharedTotal(totals, parts) : totals;
  const window: WindowExpr = {
    kind: 'WindowExpr',
    ...(isShared ? {} : { partition_by: [field('series')] }),
    order_by: [...noneLast(frame), descending(rankedBy), ...parts.map(ascending)],
  };
  const ranked = select({
    select: [
      field('series'),
      ...parts,
      field('data'),
      alias('place', { kind: 'WindowFunction', name: 'dense_rank', args: [], over_expr: window }),
    ],
    select_from: from(source),
  });
  const isBeyond = compare(field('place'), '>', constant(frame.limit));
  const kept = parts.map((_, index) =>
    alias(`kept_${index + 1}`, call('if', isBeyond, constant(''), field(partName(index)))),
  );
  return select({
    select: [
      field('series'),
      alias('is_other', call('if', isBeyond, constant(1), constant(0))),
      ...kept,
      alias('numbers', { kind: 'Call', name: '_sumForEach', args: [field('data')], internal: true }),
    ],
    select_from: from(ranked),
    group_by: [field('series'), field('is_other'), ...parts.map((_, index) => field(`kept_${index + 1}`))],
    order_by: [ascending(field('series')), ascending(call('min', field('place')))],
  });
}

function withSharedTotal(totals: SelectQuery, parts: readonly Expr[]): SelectQuery {
  const window: WindowExpr = { kind: 'WindowExpr', partition_by: parts };
  return select({
    select: [
      field('series'),
      ...parts,
      field('data'),
      alias('shared_total', {
        kind: 'WindowFunction',
        name: 'sum',
        args: [field('total')],
        over_expr: window,
      }),
    ],
    select_from: from(totals),
  });
}

/** Time series rank the none bucket after all regular values; total values rank it like any other. */
function noneLast(frame: TrendsFrame): readonly OrderExpr[] {
  if (frame.isTotal) return [];
  return [ascending(call('if', isRegular(frame), constant(0), constant(1)))];
}

/** True unless the value is the none bucket: nothing set in any part. */
function isRegular(frame: TrendsFrame): Expr {
  return or(...partFieldsOf(frame).map((part) => compare(part, '!=', constant(''))));
}

function hasNumbers(): Expr {
  return call('arrayExists', lambda(['x'], compare(field('x'), '!=', constant(0))), field('data'));
}

function partFieldsOf(frame: TrendsFrame): readonly Expr[] {
  return (frame.breakdown?.parts ?? []).map((_, index) => field(partName(index)));
}
