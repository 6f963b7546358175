import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';
import { seed } from '../fixtures/test-scale.ts';
import { checkGenerated } from './check-generated.ts';

let running: TestEngine;

beforeAll(async () => {
  running = await startTestEngine();
});
afterAll(() => running.close());

// The deep suite (`compiler-generated.deep.test.ts`) does the same on twenty times as many statements.
test(`the engine plans 1000 random statements (seed ${seed()})`, async () => {
  expect(await checkGenerated(running.engine, 1000, seed())).toEqual([]);
});
