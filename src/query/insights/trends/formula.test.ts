import { expect, test } from 'vitest';
import { parseFormula } from './formula.ts';

test.each([
  ['A / B', [6, 4], 1.5],
  ['a + b * 2', [1, 2], 5],
  ['(A + B) * 2', [1, 2], 6],
  ['A - B - 1', [5, 1], 3],
  ['-A ** 2', [3], -9],
  ['2 ** 3 ** 2', [], 512],
  ['2 ** -1', [], 0.5],
  ['A % 3', [-1], 2],
  ['A % -3', [1], -2],
  ['A / B', [1, 0], 0],
  ['A % B', [1, 0], 0],
  ['(A - 4) ** 0.5', [0], 0],
  ['.5 + 1e2', [], 100.5],
  ['+A', [7], 7],
])('%s of %j is %d', (text, values, expected) => {
  expect(parseFormula(text, 2, 'formula')(values)).toBe(expected);
});

test.each([
  ['A ^ 2', '"^"'],
  ['C', 'A to B'],
  ['AB', '"AB"'],
  ['sum(A)', '"sum"'],
  ['A > B', '">"'],
  ['(A', '")"'],
  ['A B', '"B"'],
  ['', 'the end'],
  ['A +', 'the end'],
  ['1 2', '"2"'],
  [`A${' + A'.repeat(20_000)}`, 'more than 1000'],
  [`${'('.repeat(100)}A${')'.repeat(100)}`, 'deeper'],
])('%s is refused, naming %s', (text, named) => {
  expect(() => parseFormula(text, 2, 'trendsFilter.formula')).toThrow(
    expect.objectContaining({
      code: 'invalid_value',
      attr: 'trendsFilter.formula',
      message: expect.stringContaining(named),
    }),
  );
});
