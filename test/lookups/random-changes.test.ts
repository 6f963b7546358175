import { expect, test } from 'vitest';
import { seed } from '../fixtures/test-scale.ts';
import { judgeLookups } from './judge-lookups.ts';

// [SQL-10.5], [ENG-13.2], [ENG-13.5]. `random-changes.deep.test.ts` does the same on many worlds.

test(`answers are the same with lookups as without, whatever changes (seed ${seed()})`, async () => {
  expect(await judgeLookups(seed(), { changes: 20, questions: 4 })).toBeGreaterThan(5);
}, 300_000);
