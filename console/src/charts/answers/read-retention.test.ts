import { expect, test } from 'vitest';
import { curvesOfRetention, readRetention, tableOfRetention } from './read-retention.ts';

const row = (day: number, counts: readonly number[], value: string | null = null) => ({
  date: `2026-11-0${day}T00:00:00+00:00`,
  label: `Day ${day}`,
  breakdown_value: value,
  values: counts.map((count, at) => ({ count, label: `Day ${at}` })),
});
const range = { date_to: '2026-11-03T23:59:59+00:00' };
const answer = {
  results: [row(1, [100, 40, 5]), row(2, [50, 10, 0]), row(3, [20, 0, 0])],
  resolved_date_range: range,
  last_refresh: '2026-11-03T12:00:00Z',
};

test('what has not begun has no figure, what runs is named, and neither is in the mean', () => {
  const [group] = readRetention(answer);
  expect(group?.name).toBe('');
  expect(group?.columns).toEqual(['Day 0', 'Day 1', 'Day 2']);
  expect(group?.rows.map(({ counts }) => counts)).toEqual([
    [100, 40, 5],
    [50, 10, null],
    [20, null, null],
  ]);
  expect(group?.rows.map(({ running }) => running)).toEqual([2, 1, 0]);
  expect(group?.mean).toEqual([1, 0.4, null]);
});

test('a range that has ended counts every column', () => {
  const [group] = readRetention({ ...answer, last_refresh: '2026-11-09T12:00:00Z' });
  expect(group?.rows.every(({ running }) => running === null)).toBe(true);
  expect(group?.mean).toEqual([1, 50 / 150, 0.05]);
});

test('values of a breakdown are groups of their own', () => {
  const groups = readRetention({ ...answer, results: [row(1, [10, 5], 'a'), row(1, [4, 4], 'b')] });
  expect(groups.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(tableOfRetention(groups).rows).toEqual([
    ['a', '2026-11-01', 10, ''],
    ['b', '2026-11-01', 4, ''],
  ]);
});

test('the curve is the mean in percent, and ends where no cohort has come', () => {
  expect(curvesOfRetention(readRetention(answer)).series[0]?.values).toEqual([100, 40]);
});
