import { expect, test } from 'vitest';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import { judgeCohorts } from '../fixtures/judge-cohorts.ts';
import { shareEngine } from '../fixtures/share-engine.ts';

// Two tenants cannot meet through a cohort: beside each project stands one with the same distinct ids and the same ids
// of cohorts, in which everybody is a member. The answers are those of the plain loops over the one project, as reader
// (with the row policy) and as writer (without it: the compiler's guard alone).
// [SQL-9.1], [ENG-3.1], [CO-1].

/** The engine as who is behind no row policy. */
function asWriter(engine: Engine): Engine {
  const open: Pick<Engine, 'ensureProject' | 'insert' | 'command' | 'query'> = {
    ensureProject: (projectId) => engine.ensureProject(projectId),
    insert: (rows) => engine.insert(rows),
    command: (...call) => engine.command(...call),
    query: ({ sql, parameters }) => engine.command(sql, parameters),
  };
  return open as Engine;
}

test.each([
  ['reader', 720_000],
  ['writer', 730_000],
])('as %s', async (role, seed) => {
  const engine = await shareEngine();
  const cases = { worlds: 3, casesPerWorld: 8, seed, areMerged: true, hasNeighbour: true };
  expect(await judgeCohorts(role === 'writer' ? asWriter(engine) : engine, cases)).toEqual([]);
});
