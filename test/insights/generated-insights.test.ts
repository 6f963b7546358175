import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeGenerated } from '../fixtures/judge-generated.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';
import { scaled } from '../fixtures/test-scale.ts';
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

/** Each kind draws its worlds from its own seeds, so that no two share a project. */
test.each([
  ['TrendsQuery', 1, randomTrends],
  ['LifecycleQuery', 101, randomLifecycle],
  ['StickinessQuery', 201, randomStickiness],
  ['RetentionQuery', 301, randomRetention],
  ['FunnelsQuery', 401, randomFunnel],
  ['PathsQuery', 501, randomPaths],
] as const)('%s on generated worlds agrees with the plain-loop evaluation', async (_kind, seed, draw) => {
  const found = await judgeGenerated(server.engine, { worlds: 5, queriesPerWorld: scaled(20), draw, seed });
  expect(found).toEqual([]);
});
