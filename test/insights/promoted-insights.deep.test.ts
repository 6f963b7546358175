import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StartedEngine } from '../fixtures/engine-forms.ts';
import { judgeGenerated } from '../fixtures/judge-generated.ts';
import { promotedColumnsOf, promoteProperties } from '../fixtures/promote-properties.ts';
import { startTestEngine } from '../fixtures/start-engine.ts';
import { startTwoShards } from '../fixtures/start-two-shards.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { INSIGHT_KINDS } from '../oracle/generate-query.ts';

// Generated insights on a table with columns for the properties of the worlds.

const WORLDS = 10;
const QUERIES_PER_WORLD = scaled(40);

const PROPERTIES = ['os', 'amount', 'flag', '$current_url', '$screen_name', 'version', 'when', 'tags'];

const FORMS: readonly { readonly form: string; start(): Promise<StartedEngine> }[] = [
  {
    form: 'one node',
    start: async () => {
      const server = await startTestEngine();
      await promoteProperties(server.engine, PROPERTIES, 'shared');
      return server;
    },
  },
  { form: 'two shards', start: () => startTwoShards(PROPERTIES) },
];

describe.each(FORMS)('$form', ({ form, start }) => {
  let server: StartedEngine;

  beforeAll(async () => {
    server = await start();
  });

  afterAll(() => server.close());

  test.each(INSIGHT_KINDS)(
    `${WORLDS * QUERIES_PER_WORLD} generated cases of $kind with columns agree with the plain-loop evaluation, seed ${seed()}`,
    async ({ draw, place }) => {
      const promoted = await promotedColumnsOf(server.engine);
      expect([...promoted.events.keys()].sort()).toEqual(PROPERTIES.toSorted());
      const found = await judgeGenerated(server.engine, {
        worlds: WORLDS,
        queriesPerWorld: QUERIES_PER_WORLD,
        draw,
        seed: (seed() % 1000) * 100_000 + place * 1000 + 500,
        areMerged: form === 'two shards',
        promoted,
      });
      expect(found).toEqual([]);
    },
  );
});
