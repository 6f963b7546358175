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
