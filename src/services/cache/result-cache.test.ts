import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CacheKeyParts, cacheKey, ResultCache } from './result-cache.ts';

/** The process clock is the clock of the call. */
const at = (nowMs: number) => ({ nowMs, latestMs: nowMs });
const entry = (computedAtMs: number, byteLength = 100) => ({ computedAtMs, byteLength });

describe('ResultCache', () => {
  test('judges freshness with the age of the call', () => {
    const cache = new ResultCache(1_000_000);
    cache.store('k', entry(1000), 1);
    expect(cache.look('k', 300, at(1000 + 299_999)).state).toBe('fresh');
    expect(cache.look('k', 300, at(1000 + 300_000)).state).toBe('expired');
    expect(cache.look('k', 301, at(1000 + 300_000))).toMatchObject({ state: 'fresh', leftSeconds: 1 });
    expect(cache.look('other', 300, at(1000)).state).toBe('absent');
  });

  test('takes an entry of the future for expired, unless the call has a clock of its own', () => {
    const cache = new ResultCache(1_000_000);
    cache.store('k', entry(10_000), 1);
    expect(cache.look('k', 300, at(9_999)).state).toBe('expired');
    expect(cache.look('k', 300, { nowMs: 5_000, latestMs: 10_000 })).toMatchObject({
      state: 'fresh',
      leftSeconds: 300,
    });
  });

  test('keeps the result whose computation began later, whatever the clock said', () => {
    const cache = new ResultCache(1_000_000);
    cache.store('k', entry(2000), 1);
    cache.store('k', entry(1000), 2);
    cache.store('k', entry(3000), 1);
    expect(cache.look('k', 300, at(2000))).toMatchObject({ entry: { computedAtMs: 1000 } });
  });

  test('stays within its bytes and forgets what was used least', () => {
    const cache = new ResultCache(100_000);
    for (let i = 0; i < 50; i += 1) {
      cache.store(`k${i}`, entry(1, 9_000), 1);
      cache.look('k0', 300, at(1));
      expect(cache.byteLength).toBeLessThanOrEqual(100_000);
    }
    expect(cache.look('k0', 300, at(1)).state).toBe('fresh');
    expect(cache.look('k1', 300, at(1)).state).toBe('absent');
    expect(cache.entryCount).toBeGreaterThan(5);
  });

  test('forgets one result, or all', () => {
    const cache = new ResultCache(100_000);
    for (const key of ['a', 'b', 'c']) cache.store(key, entry(1), 1);
    cache.forget('a');
    expect(['a', 'b', 'c'].map((key) => cache.look(key, 300, at(1)).state)).toEqual([
      'absent',
      'fresh',
      'fresh',
    ]);
    cache.clear();
    expect([cache.entryCount, cache.byteLength]).toEqual([0, 0]);
  });

  // [SPEC-4.6.1]
  test('has nothing while others may have newer results, and everything afterwards', () => {
    let isCurrent = true;
    const cache = new ResultCache(100_000, () => isCurrent);
    cache.store('a', entry(1), 1);
    isCurrent = false;
    expect(cache.look('a', 300, at(1)).state).toBe('absent');
    isCurrent = true;
    expect(cache.look('a', 300, at(1)).state).toBe('fresh');
  });

  test('does not keep a result larger than an eighth of the cache', () => {
    const cache = new ResultCache(100_000);
    cache.store('k', entry(1, 20_000), 1);
    expect(cache.look('k', 300, at(1)).state).toBe('absent');
  });
});

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
