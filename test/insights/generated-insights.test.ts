import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeGenerated } from '../fixtures/judge-generated.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';
import { INSIGHT_KINDS } from '../oracle/generate-query.ts';

let server: TestEngine;

beforeAll(async () => {
  server = await startTestEngine();
});

afterAll(() => server.close());

/** Each kind draws its worlds from its own seeds, so that no two share a project. */
test.each(INSIGHT_KINDS)(
  '$kind on generated worlds agrees with the plain-loop evaluation',
  async ({ draw, place, hasTies = false }) => {
    const cases = { worlds: 3, queriesPerWorld: 8, draw, hasTies, seed: place * 100 };
    expect(await judgeGenerated(server.engine, cases)).toEqual([]);
  },
);
