import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeGenerated } from '../fixtures/judge-generated.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';
import { scaled } from '../fixtures/test-scale.ts';
import { randomTrends } from '../oracle/generate-query.ts';

let server: TestEngine;

beforeAll(async () => {
  server = await startTestEngine();
});

afterAll(() => server.close());

test('trends of generated worlds agree with the plain-loop evaluation', async () => {
  const found = await judgeGenerated(server.engine, {
    worlds: 5,
    queriesPerWorld: scaled(20),
    draw: randomTrends,
  });
  expect(found).toEqual([]);
});
