import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { checkGenerated } from './check-generated.ts';

let running: TestEngine;

beforeAll(async () => {
  running = await startTestEngine();
  await running.engine.ensureProject(1);
});
afterAll(() => running.close());

const count = scaled(20_000);

test(`the engine runs ${count} random statements and answers their types (seed ${seed()})`, async () => {
  expect(await checkGenerated(running.engine, count, seed() + 1)).toEqual([]);
});
