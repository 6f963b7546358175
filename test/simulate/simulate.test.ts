import { describe, expect, test } from 'vitest';
import { seed } from '../fixtures/test-scale.ts';
import { simulateWorld, WORLDS, type WorldName } from './worlds.ts';

// The shipped write lease and single flight of services that are killed, frozen and cut off, with a store, an engine,
// Redis, a network and time that are simulated; `npm run simulate` plays many more histories. The scheduler alone is in
// test/materialize.

const FEW = 10;

describe.each(['lease', 'flights'] as const)('%s', (name) => {
  test('in simulated histories of ten replicas nothing happens that must not', async () => {
    const { done } = await simulateWorld(name, { replicas: FEW, firstSeed: seed(), seeds: FEW });
    expect(done).toBeGreaterThan(10 * FEW);
  });
});

/** Histories of a few replicas; `npm run simulate -- --mutants` counts those that find one. */
const MOST_FOR_A_MUTANT = 40;

describe.each(Object.keys(WORLDS) as WorldName[])('%s', (name) => {
  test.each(WORLDS[name].mutants)('broken on purpose, "%s" is found', async (mutant) => {
    const histories = { replicas: FEW, firstSeed: 1, seeds: MOST_FOR_A_MUTANT, mutant };
    await expect(simulateWorld(name, histories)).rejects.toThrow('seed ');
  });
});
