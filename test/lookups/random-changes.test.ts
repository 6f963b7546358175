import { expect, test } from 'vitest';
import { seed } from '../fixtures/test-scale.ts';
import { judgeLookups } from './judge-lookups.ts';
import { ServiceHost } from './service-host.ts';
import { TwoShardHost } from './two-shard-host.ts';

// [SQL-10.5], [ENG-13.2], [ENG-13.5]. `random-changes.deep.test.ts` changes many worlds eighty times each.

test.each([
  { form: 'one node', host: ServiceHost, changes: 6 },
  { form: 'two shards', host: TwoShardHost, changes: 5 },
])(
  `answers are the same with lookups as without, whatever changes, on $form (seed ${seed()})`,
  async ({ host, changes }) => {
    const lookedUp = await judgeLookups(await host.start(), seed(), { changes, questions: 4 });
    expect(lookedUp).toBeGreaterThan(0);
  },
  300_000,
);
