import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';
import { seed } from '../fixtures/test-scale.ts';
import { checkGenerated } from './check-generated.ts';

// [SQL-2.1], [SQL-12.1].

let running: TestEngine;

beforeAll(async () => {
  running = await startTestEngine();
  await running.engine.ensureProject(1);
});
afterAll(() => running.close());

// The deep suite (`compiler-generated.deep.test.ts`) does the same on forty times as many statements.
test(`the engine runs 500 random statements and answers their types (seed ${seed()})`, async () => {
  expect(await checkGenerated(running.engine, 500, seed())).toEqual([]);
});
