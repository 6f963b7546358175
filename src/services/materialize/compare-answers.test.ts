import { describe, expect, test } from 'vitest';
import { hasSameRows, isSameAnswer } from './compare-answers.ts';

describe('isSameAnswer', () => {
  test.each<[unknown, unknown, boolean]>([
    [1, 1, true],
    [1, 2, false],
    [0.1 + 0.2, 0.3, true],
    [1e300, 1e300 * (1 + 1e-12), true],
    [1, 1 + 1e-6, false],
    [0, 1e-300, false],
    [3_000_000_000, 3_000_000_001, false],
    [3_000_000_000, 3_000_000_000.000_001, true],
    [2e18, 2e18 + 256, true],
    [1, '1', false],
    [null, 0, false],
    [null, null, true],
    [[1, 2], [2, 1], false],
    [[1], [1, 1], false],
    [{ a: 1, b: [0.3] }, { b: [0.1 + 0.2], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: undefined }, { b: undefined }, false],
    [{}, [], false],
  ])('%j and %j: %s', (a, b, expected) => {
    expect(isSameAnswer(a, b)).toBe(expected);
    expect(isSameAnswer(b, a)).toBe(expected);
  });
});

describe('hasSameRows', () => {
  test.each<[string, unknown[], unknown[], boolean]>([
    [
      'another order',
      [
        [1, 'a'],
        [2, 'b'],
      ],
      [
        [2, 'b'],
        [1, 'a'],
      ],
      true,
    ],
    ['another count of equal rows', [[1], [1], [2]], [[1], [2], [2]], false],
    [
      'floats that differ in the last digit',
      [
        [0.3, 'x'],
        [0.1, 'y'],
      ],
      [
        [0.1, 'y'],
        [0.1 + 0.2, 'x'],
      ],
      true,
    ],
    ['a row too many', [[1]], [[1], [2]], false],
    ['nothing', [], [], true],
  ])('%s', (_, a, b, expected) => {
    expect(hasSameRows(a, b)).toBe(expected);
  });
});
