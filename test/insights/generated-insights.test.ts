import { beforeAll, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { judgeGenerated } from '../fixtures/judge-generated.ts';
import { shareEngine } from '../fixtures/share-engine.ts';
import { INSIGHT_KINDS } from '../oracle/generate-query.ts';

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
});

/** Each kind draws its worlds from its own seeds, so that no two share a project. */
test.each(INSIGHT_KINDS)(
  '$kind on generated worlds agrees with the plain-loop evaluation',
  async ({ draw, place, hasTies = false }) => {
    const cases = { worlds: 2, queriesPerWorld: 4, draw, hasTies, seed: place * 100 };
    expect(await judgeGenerated(engine, cases)).toEqual([]);
  },
);
