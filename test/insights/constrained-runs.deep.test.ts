import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINE_FORMS, type StartedEngine } from '../fixtures/engine-forms.ts';
import { judgeConstrained, OF_TENANT } from '../fixtures/judge-constrained.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { INSIGHT_KINDS } from '../oracle/generate-query.ts';

// [SPEC-3.7.1]. Of each kind 1,430 cases, 10,010 together, on each form of the engine.

const WORLDS = 26;
const QUERIES_PER_WORLD = scaled(55);

const SQL = { kind: 'HogQLQuery', place: 7, draw: undefined, hasTies: false };

describe.each(ENGINE_FORMS)('$form', ({ start }) => {
  let server: StartedEngine;

  beforeAll(async () => {
    server = await start();
  });

  afterAll(() => server.close());

  test.each([...INSIGHT_KINDS, SQL])(
    `${WORLDS * QUERIES_PER_WORLD} constrained runs of $kind answer as if the other tenant did not exist, seed ${seed()}`,
    async ({ draw, place, hasTies = false }) => {
      const { disagreements, refused } = await judgeConstrained(server.engine, {
        worlds: WORLDS,
        queriesPerWorld: QUERIES_PER_WORLD,
        ...(draw && { draw }),
        hasTies,
        seed: 1_000_000 + (seed() % 1000) * 10_000 + place * 1000,
        constraint: OF_TENANT,
      });
      expect(disagreements).toEqual([]);
      expect(refused).toBeLessThan((WORLDS * QUERIES_PER_WORLD) / 2);
    },
  );
});
