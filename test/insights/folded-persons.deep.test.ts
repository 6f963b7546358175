import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINE_FORMS, type StartedEngine } from '../fixtures/engine-forms.ts';
import { judgeGenerated } from '../fixtures/judge-generated.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { INSIGHT_KINDS } from '../oracle/generate-query.ts';

// Half of the events were written under an earlier person and rewritten since. On two shards such an event lies on the
// shard of either person; queries are asked before and after, not in the moment in which the view moves it.

describe.each(ENGINE_FORMS)('$form', ({ start }) => {
  let server: StartedEngine;

  beforeAll(async () => {
    server = await start();
  });

  afterAll(() => server.close());

  test.each(INSIGHT_KINDS)(
    `${scaled(20)} generated cases of $kind answer folded persons without a join, seed ${seed()}`,
    async ({ draw, place }) => {
      const first = (seed() % 1000) * 100_000 + place * 1000 + 500;
      const queriesPerWorld = scaled(20);
      const cases = { worlds: 1, queriesPerWorld, draw, seed: first, areFolded: true };
      expect(await judgeGenerated(server.engine, cases)).toEqual([]);
    },
  );
});
