import { expect, test } from 'vitest';
import { tellFreshness } from './freshness.ts';

test('what a caller gets is told for each age of an answer', () => {
  expect(tellFreshness({ cacheAge: '600', revalidate: '0', ifError: '' })).toBe(
    'Up to 10 minutes old, an answer comes from the cache. Older than that, a call waits for a new one.',
  );
  const all = tellFreshness({ cacheAge: '', revalidate: '60', ifError: '3600' });
  expect(all).toContain('its cache age, which follows from the kind of the query');
  expect(all).toContain('For 1 minute more it is answered at once');
  expect(all).toContain('at most 1 hour beyond its cache age');
});
