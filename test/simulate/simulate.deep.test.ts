import { describe, expect, test } from 'vitest';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { simulateWorld, WORLDS, type WorldName } from './worlds.ts';

// A tenth of `npm run simulate -- --replicas 50 --seeds 10000`; less of the scheduler, whose histories take a third of
// a second each, and of which `scheduler.deep.test.ts` plays 10,000 with fewer processes.

const HISTORIES: Readonly<Record<WorldName, number>> = { scheduler: 400, lease: 1_000, flights: 1_000 };

test.each(Object.keys(WORLDS) as WorldName[])(
  '%s: in simulated histories of fifty replicas nothing happens that must not',
  async (name) => {
    const seeds = scaled(HISTORIES[name]);
    const report = await simulateWorld(name, { replicas: 50, firstSeed: seed(), seeds });
    console.log(`${name}, seed ${seed()}:`, report);
  },
);

describe.each(Object.keys(WORLDS) as WorldName[])('%s', (name) => {
  test.each(WORLDS[name].mutants)(
    'broken on purpose, "%s" is found, wherever the seeds begin',
    async (mutant) => {
      const histories = { replicas: 10, firstSeed: seed(), seeds: 200, mutant };
      await expect(simulateWorld(name, histories)).rejects.toThrow('seed ');
    },
  );
});
