import { afterAll, describe, expect, test } from 'vitest';
import { closeServersOfTests } from '../fixtures/engine-of-tests.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { judgeLookups } from './judge-lookups.ts';
import { ServiceHost } from './service-host.ts';
import { TwoShardHost } from './two-shard-host.ts';

// [SQL-10.5], [ENG-13.2], [ENG-13.3], [ENG-13.5]. Each world has the time of a deep test; one that stands still fails.

afterAll(closeServersOfTests);

const HOSTS = [
  { form: 'one node', start: () => ServiceHost.start(), worlds: scaled(10), questions: 15 },
  // Each statement is planned for both shards, which share the processors.
  { form: 'two shards', start: () => TwoShardHost.start(), worlds: scaled(3), questions: 5 },
  {
    form: 'two shards of a process that is killed',
    start: () => ServiceHost.start('process2'),
    worlds: scaled(3),
    questions: 5,
  },
];

describe.each(HOSTS)(
  'answers are the same with lookups as without, on $form',
  ({ start, worlds, questions }) => {
    const seeds = Array.from({ length: worlds }, (_, world) => seed() + 1 + world);

    test.each(seeds)('whatever changes in the world of seed %i', async (seed) => {
      const lookedUp = await judgeLookups(await start(), seed, { changes: 80, questions });
      expect(lookedUp).toBeGreaterThan(80);
    });
  },
);
