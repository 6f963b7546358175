import { expect, test } from 'vitest';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { simulateCache } from './simulate-cache.ts';

test('500 seeds of callers, failures and time keep every promise of the cache', async () => {
  const first = seed();
  for (let at = 0; at < scaled(500); at += 1)
    await expect(simulateCache(first + at), `seed ${first + at}`).resolves.toBeUndefined();
});
