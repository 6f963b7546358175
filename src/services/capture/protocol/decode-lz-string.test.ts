import * as fc from 'fast-check';
import lzString from 'lz-string';
import { expect, test } from 'vitest';
import { lzBase64 } from '../../../../test/fixtures/lz-base64.ts';
import { decodeLzString } from './decode-lz-string.ts';

const MAX = 1_000_000;

test('reads what lz-string packs, and tests pack as it does', async () => {
  const text = fc.oneof(
    fc.string({ maxLength: 300, unit: 'binary' }),
    fc.string({ maxLength: 1_000, unit: fc.constantFrom('a', 'b') }),
    fc.json(),
  );
  await fc.assert(
    fc.asyncProperty(text, async (sample) => {
      const packed = lzString.compressToBase64(sample);
      expect(lzBase64(sample)).toBe(packed);
      expect(await decodeLzString(packed, MAX)).toBe(sample);
    }),
    { seed: 20261121, numRuns: 100 },
  );
});

test('reads long text whose phrases repeat', async () => {
  const text = Array.from({ length: 5_000 }, (_, index) => `{"n":${index % 997},"ä":"x"}`).join(',');
  expect(await decodeLzString(lzString.compressToBase64(text), MAX)).toBe(text);
});

test('takes text up to its limit and not beyond', async () => {
  const text = 'a'.repeat(100_000);
  const packed = lzString.compressToBase64(text);
  // 100,000 characters of two bytes each, and 447 phrases.
  expect(await decodeLzString(packed, 210_000)).toBe(text);
  await expect(decodeLzString(packed, 200_000)).rejects.toThrow(/larger than 200000 bytes/);
});

test.each([
  ['', 'nothing'],
  ['$', 'another alphabet'],
  ['BYUwNg===', 'a cut text'],
  ['////////', 'phrases that do not exist'],
])('refuses %j: %s', async (base64) => {
  await expect(decodeLzString(base64, MAX)).rejects.toThrow(/not lz-string/);
});
