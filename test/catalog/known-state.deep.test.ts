import { expect, test } from 'vitest';
import { scaled } from '../fixtures/test-scale.ts';
import { addProject } from '../store/add-project.ts';
import { addEndpoints, learn, lookUp, openCatalog } from './open-catalog.ts';

// [SPEC-4.3] at the size that the service is made for: 1,000 projects with 100 endpoints each.

const PROJECTS = scaled(1_000);
const ENDPOINTS = 100;
const NAMES_A_SECOND = 100;
const SECONDS = 10;
const LOOKS_A_SECOND = 5_000;

/** Milliseconds that look-ups took of which one in a hundred takes longer. */
function p99(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}

test('100 new names a second leave the hits of 1,000 projects and their p99 as they are', async () => {
  const { database, catalog, asked } = await openCatalog();
  for (let projectId = 1; projectId <= PROJECTS; projectId += 1) {
    await addProject(database, `slc_${projectId}`);
    await addEndpoints(database, projectId, ENDPOINTS);
  }
  const lookUpAll = async (): Promise<void> => {
    for (let place = 0; place < PROJECTS * ENDPOINTS; place += 1)
      await lookUp(catalog, 1 + (place % PROJECTS), Math.floor(place / PROJECTS));
  };
  await lookUpAll();
  asked.mockClear();
  await lookUpAll();
  let next = 0;
  /** One second's work: look-ups spread over all endpoints, and between them new names of one project. */
  const second = async (turn: number, names: number): Promise<readonly number[]> => {
    const times: number[] = [];
    for (let look = 0; look < LOOKS_A_SECOND; look += 1) {
      if (names > 0 && look % (LOOKS_A_SECOND / names) === 0)
        await learn(database, 1 + (turn % PROJECTS), [`new_${turn}_${look}`]);
      next = (next + 7_919) % (PROJECTS * ENDPOINTS);
      const began = performance.now();
      await lookUp(catalog, 1 + (next % PROJECTS), Math.floor(next / PROJECTS));
      times.push(performance.now() - began);
    }
    return times;
  };
  const [quiet, learning]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < SECONDS; turn += 1) {
    quiet.push(...(await second(turn, 0)));
    learning.push(...(await second(turn, NAMES_A_SECOND)));
  }
  expect(asked).toHaveBeenCalledTimes(0);
  // Of its loop alone; a tenth of a millisecond is what a busy machine takes by itself.
  expect(p99(learning)).toBeLessThan(2 * p99(quiet) + 0.1);
});
