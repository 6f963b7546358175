import { expect, test } from 'vitest';
import { RandomSource } from '../../test/fixtures/random-source.ts';
import { seed } from '../../test/fixtures/test-scale.ts';
import { finish } from './loop-slices.ts';
import { sortedTexts } from './sorted-texts.ts';

test.each([0, 1, 1_999, 2_000, 2_001, 6_000, 11_111])(
  '%d texts are sorted, each as often as it was',
  (count) => {
    const random = new RandomSource(seed());
    const texts = Array.from({ length: count }, () => `é${random.below(5_000)}`);
    expect(finish(sortedTexts(texts))).toEqual([...texts].sort());
  },
);

test('no step sorts more than some thousand texts', () => {
  const texts = Array.from({ length: 100_000 }, (_, index) => String((index * 7_919) % 100_000));
  expect([...sortedTexts(texts)].length).toBeGreaterThan(100);
});
