import { expect, test } from 'vitest';
import { columnStarts, columnsInSight, rowsInSight, scrollToShow } from './grid-window.ts';

test('rows in sight and some beside them, at most those that exist', () => {
  expect(rowsInSight(0, 280, 28, 50_000)).toEqual({ from: 0, to: 18 });
  expect(rowsInSight(28_000, 280, 28, 50_000)).toEqual({ from: 992, to: 1018 });
  expect(rowsInSight(99_999_999, 280, 28, 20)).toEqual({ from: 12, to: 20 });
  expect(rowsInSight(0, 280, 28, 0)).toEqual({ from: 0, to: 0 });
});

test('columns in sight', () => {
  const starts = columnStarts([100, 50, 200, 100]);
  expect(starts).toEqual([0, 100, 150, 350, 450]);
  expect(columnsInSight(starts, 0, 120)).toEqual({ from: 0, to: 3 });
  expect(columnsInSight(starts, 360, 90)).toEqual({ from: 2, to: 4 });
  expect(columnsInSight([0], 0, 100)).toEqual({ from: 0, to: 0 });
});

test('a cell is scrolled into sight by as little as it takes', () => {
  expect(scrollToShow(100, 28, 0, 280)).toBe(0);
  expect(scrollToShow(280, 28, 0, 280)).toBe(28);
  expect(scrollToShow(28, 28, 100, 280)).toBe(28);
});
