import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeGenerated } from '../fixtures/judge-generated.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import {
  randomFunnel,
  randomLifecycle,
  randomPaths,
  randomRetention,
  randomStickiness,
  randomTrends,
} from '../oracle/generate-query.ts';

let server: TestEngine;

beforeAll(async () => {
  server = await startTestEngine();
});

afterAll(() => server.close());

/** Worlds of one kind do not meet those of another: each kind draws from its own thousand of seeds. */
test.each([
  ['TrendsQuery', 1, randomTrends],
  ['LifecycleQuery', 2, randomLifecycle],
  ['StickinessQuery', 3, randomStickiness],
  ['RetentionQuery', 4, randomRetention],
  ['FunnelsQuery', 5, randomFunnel],
  ['PathsQuery', 6, randomPaths],
] as const)(
  '2,000 generated cases of %s agree with the plain-loop evaluation',
  async (_kind, thousand, draw) => {
    const first = (seed() % 1000) * 100_000 + thousand * 1000;
    const found = await judgeGenerated(server.engine, {
      worlds: 50,
      queriesPerWorld: scaled(40),
      draw,
      seed: first,
    });
    expect(found).toEqual([]);
  },
);
