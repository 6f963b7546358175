import { expect, test } from 'vitest';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { judgeLookups } from './judge-lookups.ts';

// [SQL-10.5], [ENG-13.2], [ENG-13.3], [ENG-13.5].

const WORLDS = 10;

test(`answers are the same with lookups as without, in ${scaled(WORLDS)} worlds of seed ${seed()}`, async () => {
  let all = 0;
  for (let world = 1; world <= scaled(WORLDS); world += 1)
    all += await judgeLookups(seed() + world, { changes: 80, questions: 15 });
  expect(all).toBeGreaterThan(100);
});
