import { expect, test } from 'vitest';
import { cornersOf, fittingWidth, moveSelection } from './grid-state.ts';

const size = { rows: 100, columns: 5, page: 10 };
const at = (row: number, column: number) => ({ anchor: { row, column }, focus: { row, column } });

test.each([
  ['ArrowDown', false, [1, 1]],
  ['ArrowLeft', false, [0, 0]],
  ['ArrowUp', false, [0, 1]],
  ['PageDown', false, [10, 1]],
  ['End', false, [0, 4]],
  ['End', true, [99, 4]],
  ['ArrowDown', true, [99, 1]],
] as const)('%s (whole: %s)', (key, whole, [row, column]) => {
  expect(moveSelection(at(0, 1), { key, shift: false, whole }, size)).toEqual(at(row, column));
});

test('Shift keeps the anchor, other keys move nothing', () => {
  const moved = moveSelection(at(3, 3), { key: 'ArrowUp', shift: true, whole: false }, size);
  expect(moved).toEqual({ anchor: { row: 3, column: 3 }, focus: { row: 2, column: 3 } });
  expect(moved && cornersOf(moved)).toEqual({ from: { row: 2, column: 3 }, to: { row: 3, column: 3 } });
  expect(moveSelection(at(3, 3), { key: 'x', shift: false, whole: false }, size)).toBeNull();
});

test('a column is as wide as its values, within bounds', () => {
  const column = { name: 'a', type: 'String' };
  const of = (text: string) => fittingWidth({ columns: [column], rows: [[text]] }, column, 0);
  expect(of('x')).toBe(72);
  expect(of('x'.repeat(20))).toBe(186);
  expect(of('x'.repeat(500))).toBe(420);
});
