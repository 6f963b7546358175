import type { Expr } from '../../language/ast.ts';
import { arithmetic, call, constant, field, lambda } from '../../language/build.ts';
import { scalesWithSample } from './math-aggregate.ts';
import type { SeriesPoints } from './series-points.ts';
import type { TrendsFrame } from './trends-frame.ts';

/** What becomes of a list of numbers per bucket: scaled for a sample, summed up, smoothed. */
export function finishedList(frame: TrendsFrame, points: SeriesPoints, dense: Expr): Expr {
  const { isCumulative, isTotal, smoothing } = frame;
  const values = points.areChanges ? call('arrayCumSum', dense) : dense;
  const scaled = scaledBack(frame, points, values);
  const summed = isCumulative ? call('arrayCumSum', scaled) : scaled;
  return smoothing > 1 && !isTotal ? smoothed(summed, smoothing) : summed;
}

/** The numbers of all events from those of a sample. */
export function scaledBack({ query }: TrendsFrame, { shape }: SeriesPoints, values: Expr): Expr {
  const sample = query.samplingFactor ?? 1;
  if (sample >= 1 || !scalesWithSample(shape)) return values;
  const scale = call(
    'round',
    arithmetic(field('x'), '/', { kind: 'Constant', value: sample, type: 'Float64' }),
  );
  return call('arrayMap', lambda(['x'], scale), values);
}

/** Each number becomes the mean, rounded down, of itself and up to `count - 1` numbers before it. */
function smoothed(values: Expr, count: number): Expr {
  return meanOfWindow(windowSums(values, count), count, constant(0));
}

/** For each number the sum of itself and up to `count - 1` numbers before it. */
export function windowSums(values: Expr, count: number): Expr {
  // The running sum up to a place minus the running sum `count` places before it.
  const sums = call('arrayCumSum', values);
  const zeros = call('arrayWithConstant', constant(count), {
    kind: 'Constant',
    value: 0,
    type: 'Float64',
  });
  const before = call('arraySlice', call('arrayConcat', zeros, sums), constant(1), call('length', sums));
  const difference = arithmetic(field('upto'), '-', field('before'));
  return call('arrayMap', lambda(['upto', 'before'], difference), sums, before);
}

/**
 * Means, rounded down, from the sums of windows of `count` numbers.
 * @param before how many numbers of the series stand before the list; the first windows are shorter
 */
export function meanOfWindow(sums: Expr, count: number, before: Expr): Expr {
  const numbers = call('least', arithmetic(before, '+', field('place')), constant(count));
  // Nine decimals: the difference of two running sums may miss a whole number by the last bit.
  const mean = call('round', arithmetic(field('sum'), '/', numbers), constant(9));
  return call('arrayMap', lambda(['sum', 'place'], call('floor', mean)), sums, call('arrayEnumerate', sums));
}
