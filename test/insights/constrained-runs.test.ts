import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { judgeConstrained, OF_TENANT } from '../fixtures/judge-constrained.ts';
import { shareEngine } from '../fixtures/share-engine.ts';
import { INSIGHT_KINDS } from '../oracle/generate-query.ts';

// [SPEC-3.7.1]: two tenants in one project; an answer under a constraint is that on the rows of one alone.

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
});

const SQL = { kind: 'HogQLQuery', place: 7, draw: undefined, hasTies: false };

describe.each([...INSIGHT_KINDS, SQL])('$kind', ({ draw, place, hasTies = false }) => {
  const cases = {
    worlds: 1,
    queriesPerWorld: 8,
    ...(draw && { draw }),
    hasTies,
    seed: 40_000_000 + place * 100,
  };

  test('a constrained run answers as if the other tenant did not exist', async () => {
    const { disagreements, refused } = await judgeConstrained(engine, { ...cases, constraint: OF_TENANT });
    expect(disagreements).toEqual([]);
    expect(refused).toBeLessThan(cases.queriesPerWorld);
  });

  test('and the judge sees a run without it', async () => {
    const { disagreements } = await judgeConstrained(engine, {
      ...cases,
      constraint: undefined,
      seed: cases.seed + 50,
    });
    expect(disagreements).not.toEqual([]);
  });
});
