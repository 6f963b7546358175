import type { Sliced } from '../../../base/loop-slices.ts';
import type { Period } from '../periods.ts';
import type { Formula } from './formula.ts';
import { byKind, compareValues, type SeriesData } from './read-tables.ts';
import { dataLength, type TrendsFormula, type TrendsFrame } from './trends-frame.ts';

/** Points between two pauses of the work: a formula may have a thousand signs. */
const POINTS_OF_SLICE = 20;

/**
 * The results of one formula in one period: one per breakdown value that any series has, computed point by point. A
 * series that lacks the value counts as 0. Regular values by descending total, then none, then other.
 */
export function* formulaData(
  frame: TrendsFrame,
  period: Period,
  { formula }: TrendsFormula,
  data: readonly SeriesData[],
): Sliced<readonly SeriesData[]> {
  const length = dataLength(frame, period);
  const computed: Ranked[] = [];
  for (const [first, ...others] of groupsOf(period, data)) {
    const members = [first, ...others];
    const inputs = frame.query.series.map(
      (_, index) => members.find(({ series }) => series === index)?.numbers,
    );
    const numbers = yield* computePoints(formula, inputs, length);
    computed.push({ data: { ...first, series: 0, numbers }, total: sumOf(numbers) });
  }
  computed.sort(
    ({ data: a, total }, { data: b, total: other }) =>
      byKind(a, b) || other - total || compareValues(a.value, b.value),
  );
  return computed.map(({ data: one }) => one);
}

interface Ranked {
  readonly data: SeriesData;
  readonly total: number;
}

type Group = [SeriesData, ...SeriesData[]];

/** What belongs to one breakdown value of a period, over all series. */
function groupsOf(period: Period, data: readonly SeriesData[]): readonly Group[] {
  const byValue = new Map<string, Group>();
  for (const one of data) {
    if (one.period !== period) continue;
    const key = JSON.stringify([one.value.kind, one.value.parts]);
    const known = byValue.get(key);
    if (known) known.push(one);
    else byValue.set(key, [one]);
  }
  return [...byValue.values()];
}

function* computePoints(
  formula: Formula,
  inputs: readonly (readonly number[] | undefined)[],
  length: number,
): Sliced<readonly number[]> {
  const numbers: number[] = [];
  for (let point = 0; point < length; point += 1) {
    numbers.push(formula(inputs.map((input) => input?.[point] ?? 0)));
    if (point % POINTS_OF_SLICE === 0) yield;
  }
  return numbers;
}

/** Sum of a list of numbers. */
export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
