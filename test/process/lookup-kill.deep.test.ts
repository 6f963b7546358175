import { afterAll, expect, test } from 'vitest';
import { closeServersOfTests } from '../fixtures/engine-of-tests.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { killLookups } from './kill-lookups.ts';

// [SQL-10.5], [ENG-13.2], [ENG-13.3]. The service or its engine is killed while lookups are built, events are written
// into them, and merged persons are folded and events deleted in them.

const ENOUGH_ROUNDS = 10;

afterAll(closeServersOfTests);

test.each([
  { form: 'one node', engine: undefined, rounds: scaled(40) },
  // A round takes five times as long: whoever comes next waits for the leases of the service that was killed.
  { form: 'two shards', engine: 'process2', rounds: scaled(15) },
] as const)(
  `lookups on $form are exact and answer right after kills at any moment (seed ${seed()})`,
  async ({ engine, rounds }) => {
    const { events, lookedUp, answered } = await killLookups(engine, rounds, seed());
    expect(events).toBeGreaterThan(0);
    expect(lookedUp).toBeGreaterThan(0);
    // A few rounds may end before a deletion does.
    if (rounds < ENOUGH_ROUNDS) return;
    for (const change of ['events', 'merge', 'deletion of a person', 'deletion of events'] as const)
      expect(answered.get(change), change).toBeGreaterThan(0);
  },
);
