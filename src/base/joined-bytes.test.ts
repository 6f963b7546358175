import { expect, test } from 'vitest';
import { joinedBytes } from './joined-bytes.ts';
import { finish } from './loop-slices.ts';

const MIB = 1024 * 1024;

test.each([
  ['nothing', [], 1],
  ['small pieces', ['a', '', 'bc'], 1],
  ['a large piece', ['x', 'y'.repeat(5 * MIB), 'z'], 5],
  ['many pieces', Array.from({ length: 3_000 }, (_, i) => `${i}`.repeat(250)), 3],
] as const)('%s', (_name, texts, slices) => {
  const pieces = texts.map((text) => Buffer.from(text));
  expect(finish(joinedBytes(pieces)).equals(Buffer.concat(pieces))).toBe(true);
  expect([...joinedBytes(pieces)].length + 1).toBeGreaterThanOrEqual(slices);
});
