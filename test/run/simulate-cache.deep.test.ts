import { expect, test } from 'vitest';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { simulateCache } from './simulate-cache.ts';

test('10,000 seeds of callers, failures and time keep every promise of the cache', async () => {
  const first = seed() + 1_000_000;
  for (let at = 0; at < scaled(10_000); at += 1)
    await expect(simulateCache(first + at), `seed ${first + at}`).resolves.toBeUndefined();
});
