import { expect, test } from 'vitest';
import { areaPath, linePath, runningSum, stackSeries, thinPoints } from './line-paths.ts';

test('a line and an area pass all points', () => {
  const points = [
    { x: 0, y: 10 },
    { x: 5, y: 4 },
  ];
  expect(linePath(points)).toBe('M0,10L5,4');
  expect(
    areaPath(points, [
      { x: 0, y: 20 },
      { x: 5, y: 20 },
    ]),
  ).toBe('M0,10L5,4L5,20L0,20Z');
  expect(linePath([])).toBe('');
});

test('series stand on one another, an empty one on the one below', () => {
  expect(
    stackSeries([
      [1, 2],
      [3, 0],
    ]),
  ).toEqual([bandOf([0, 1], [0, 2]), bandOf([1, 4], [2, 2])]);
});

test('values below 0 grow downward', () => {
  expect(stackSeries([[1], [-2], [-3]])).toEqual([bandOf([0, 1]), bandOf([-2, 0]), bandOf([-5, -2])]);
});

test('of many points a pixel keeps its lowest and its highest', () => {
  const points = Array.from({ length: 1000 }, (_, at) => ({ x: at / 100, y: at === 437 ? 99 : at % 7 }));
  const kept = thinPoints(points, 10);
  expect(kept.length).toBeLessThanOrEqual(20);
  expect(kept).toContainEqual({ x: 4.37, y: 99 });
  expect(kept.map(({ x }) => x)).toEqual(kept.map(({ x }) => x).toSorted((one, other) => one - other));
  expect(thinPoints(points.slice(0, 20), 10)).toHaveLength(20);
});

test('a running sum ends at the sum', () => expect(runningSum([1, 0, 4])).toEqual([1, 1, 5]));

function bandOf(...band: [number, number][]) {
  return band;
}
