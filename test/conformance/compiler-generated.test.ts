import { beforeAll, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { shareEngine } from '../fixtures/share-engine.ts';
import { seed } from '../fixtures/test-scale.ts';
import { checkGenerated } from './check-generated.ts';

// [SQL-2.1], [SQL-12.1].

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
});

// The deep suite (`compiler-generated.deep.test.ts`) does the same on 20,000 statements.
test(`the engine runs 150 random statements and answers their types (seed ${seed()})`, async () => {
  expect(await checkGenerated(engine, 150, seed())).toEqual([]);
});
