import { expect, test } from 'vitest';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { playFaults } from './play-faults.ts';

// Kills and freezes of services, engine, PostgreSQL and Redis, also at every moment of writing a block. [CAP-6.1],
// [CAP-6.2], [ENG-11.3], [ENG-11.6], [SPEC-2.0.8], [SPEC-7.3].

test(`under kills and freezes nothing is lost, doubled, foreign or stale (SLUICE_TEST_SEED=${seed()})`, async () => {
  const played = await playFaults(seed(), scaled(5));
  console.log(`seed ${seed()}: ${JSON.stringify(played, null, 2)}`);
  expect(played.batches).toBeGreaterThan(0);
}, 900_000);
