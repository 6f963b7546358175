import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINE_FORMS, type StartedEngine } from '../fixtures/engine-forms.ts';
import { judgeGenerated } from '../fixtures/judge-generated.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { INSIGHT_KINDS } from '../oracle/generate-query.ts';

const WORLDS = 50;
const QUERIES_PER_WORLD = scaled(40);

describe.each(ENGINE_FORMS)('$form', ({ form, start }) => {
  let server: StartedEngine;

  beforeAll(async () => {
    server = await start();
  });

  afterAll(() => server.close());

  // Both forms run the same cases; on two shards persons are merged besides, with events that lie on both.
  // Worlds of one kind do not meet those of another: each kind draws from its own thousand of seeds.
  test.each(INSIGHT_KINDS)(
    `${WORLDS * QUERIES_PER_WORLD} generated cases of $kind agree with the plain-loop evaluation, seed ${seed()}`,
    async ({ draw, place, hasTies = false }) => {
      const first = (seed() % 1000) * 100_000 + place * 1000;
      const found = await judgeGenerated(server.engine, {
        worlds: WORLDS,
        queriesPerWorld: QUERIES_PER_WORLD,
        draw,
        hasTies,
        seed: first,
        areMerged: form === 'two shards',
      });
      expect(found).toEqual([]);
    },
  );
});
