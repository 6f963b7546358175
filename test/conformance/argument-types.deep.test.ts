import { beforeAll, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { shareEngine } from '../fixtures/share-engine.ts';
import { checkArgumentTypes } from './check-argument-types.ts';
import { checkRefusals } from './check-refusals.ts';

// [SQL-2.1]: as `argument-types.test.ts`, with all calls.

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
});

test('no call that compiles is refused by the engine because of its types', async () => {
  const { tried, refused, wronglyAccepted } = await checkArgumentTypes(engine, 1);
  expect(wronglyAccepted).toEqual([]);
  expect(tried).toBeGreaterThan(20_000);
  expect(refused).toBeGreaterThan(tried / 10);
}, 3_600_000);

test('no call that is refused because of its types would run on the engine', async () => {
  const { judged, wronglyRefused } = await checkRefusals(engine, 7);
  expect(wronglyRefused).toEqual([]);
  expect(judged).toBeGreaterThan(1500);
}, 3_600_000);
