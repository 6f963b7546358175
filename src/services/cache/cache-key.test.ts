import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CacheKeyParts, cacheKey } from './cache-key.ts';

/** Few and nasty values, so that generated parts often differ in one place or look alike across places. */
const text = fc.constantFrom('', '1', '"', ',', '1,"2"', '[1]', 'json', 'null', '0', 'a b', 'a', ' b');
const number = fc.constantFrom(0, 1, 2, 11);
const parts: fc.Arbitrary<CacheKeyParts> = fc.record({
  projectId: number,
  reads: text,
  endpointId: text,
  endpointName: text,
  version: number,
  canonical: text,
  variant: text,
});

test('two keys are equal exactly when all parts are', () => {
  fc.assert(
    fc.property(parts, parts, (a, b) => {
      const areEqual = (Object.keys(a) as (keyof CacheKeyParts)[]).every((name) => a[name] === b[name]);
      expect(cacheKey(a) === cacheKey(b)).toBe(areEqual);
    }),
    { seed: 7, numRuns: 20_000 },
  );
});

test('every part changes the key', () => {
  const base: CacheKeyParts = {
    projectId: 1,
    reads: '[]',
    endpointId: 'e',
    endpointName: 'n',
    version: 1,
    canonical: 'c',
    variant: 'json',
  };
  for (const name of Object.keys(base) as (keyof CacheKeyParts)[]) {
    const other = { ...base, [name]: typeof base[name] === 'number' ? 9 : 'other' };
    expect(cacheKey(other), name).not.toBe(cacheKey(base));
  }
  expect(cacheKey({ ...base })).toBe(cacheKey(base));
});
