import { expect, test } from 'vitest';
import { seed } from '../fixtures/test-scale.ts';
import { judgeLookups } from './judge-lookups.ts';
import { ServiceHost } from './service-host.ts';
import { TwoShardHost } from './two-shard-host.ts';

// [SQL-10.5], [ENG-13.2], [ENG-13.5]. `random-changes.deep.test.ts` does the same on many worlds.

test.each([
  { form: 'one node', host: ServiceHost, changes: 20 },
  { form: 'two shards', host: TwoShardHost, changes: 15 },
])(
  `answers are the same with lookups as without, whatever changes, on $form (seed ${seed()})`,
  async ({ host, changes }) => {
    const lookedUp = await judgeLookups(await host.start(), seed(), { changes, questions: 4 });
    expect(lookedUp).toBeGreaterThan(5);
  },
  300_000,
);
