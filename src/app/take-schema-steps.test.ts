import { expect, test } from 'vitest';
import { SCHEMA_STEPS, type SchemaStep } from '../adapters/engine/ddl/schema-steps.ts';
import { ENGINE_SCHEMA_VERSION } from '../adapters/engine/engine-header.ts';
import { takeSchemaSteps } from './take-schema-steps.ts';

// [ENG-15.4]: how the tables of a shared engine change while services of two builds work with them.

const step = (version: number, isContracting = false): SchemaStep => ({
  version,
  since: `0.${version}.0`,
  isContracting,
  apply: async () => undefined,
});

async function taken(steps: readonly SchemaStep[], from: number, oldest = 0): Promise<readonly number[]> {
  const versions: number[] = [];
  await takeSchemaSteps({
    steps,
    taken: from,
    oldestInUse: async () => oldest,
    take: async ({ version }) => void versions.push(version),
  });
  return versions;
}

test('the steps that are missing are taken in order, and none twice', async () => {
  expect(await taken([step(1), step(2), step(3)], 0)).toEqual([1, 2, 3]);
  expect(await taken([step(1), step(2), step(3)], 2)).toEqual([3]);
  expect(await taken([step(1), step(2)], 2)).toEqual([]);
});

test('a service works with the tables of the next version, and refuses those of the one after', async () => {
  expect(await taken([step(1), step(2)], 3)).toEqual([]);
  await expect(taken([step(1), step(2)], 4)).rejects.toThrow(
    'The tables of the engine are of version 4, and this build works with 2 and 3: start a newer build of the service.',
  );
});

test('a step that takes something away waits until no older service is left, and so do those behind it', async () => {
  const steps = [step(1), step(2, true), step(3)];
  expect(await taken(steps, 0, 1)).toEqual([1]);
  expect(await taken(steps, 1, 2)).toEqual([2, 3]);
});

test('the last step has the number that engines announce', () => {
  expect(SCHEMA_STEPS.map(({ version }) => version)).toEqual(SCHEMA_STEPS.map((_, at) => at + 1));
  expect(SCHEMA_STEPS.at(-1)?.version).toBe(ENGINE_SCHEMA_VERSION);
});
