import { byKind, compareValues, type SeriesData } from './read-tables.ts';
import { dataLength, type Period, type TrendsFormula, type TrendsFrame } from './trends-frame.ts';

/**
 * The results of one formula in one period: one per breakdown value that any series has, computed point by point. A
 * series that lacks the value counts as 0. Regular values by descending total, then none, then other.
 */
export function formulaData(
  frame: TrendsFrame,
  period: Period,
  { formula }: TrendsFormula,
  data: readonly SeriesData[],
): readonly SeriesData[] {
  const length = dataLength(frame, period);
  const byValue = new Map<string, SeriesData[]>();
  for (const one of data.filter((candidate) => candidate.period === period)) {
    const key = JSON.stringify([one.value.kind, one.value.parts]);
    const known = byValue.get(key);
    if (known) known.push(one);
    else byValue.set(key, [one]);
  }
  const computed = [...byValue.values()].flatMap((members): readonly SeriesData[] => {
    const [first] = members;
    if (!first) return [];
    const inputs = frame.query.series.map(
      (_, index) => members.find(({ series }) => series === index)?.numbers,
    );
    const numbers = Array.from({ length }, (_, point) => formula(inputs.map((input) => input?.[point] ?? 0)));
    return [{ ...first, series: 0, numbers }];
  });
  return computed.sort(
    (a, b) => byKind(a, b) || sumOf(b.numbers) - sumOf(a.numbers) || compareValues(a.value, b.value),
  );
}

/** Sum of a list of numbers. */
export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
