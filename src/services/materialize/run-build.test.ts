import { expect, test } from 'vitest';
import { AppError } from '../../base/errors.ts';
import type { Observation } from '../../base/observation.ts';
import { wait } from '../../base/wait.ts';
import type { ClaimedBuild } from './claim-build.ts';
import { runBuild } from './run-build.ts';

const CLAIM: ClaimedBuild = {
  projectId: 1,
  endpointId: 'e',
  version: 1,
  buildId: 'b',
  fencingToken: 1,
  cause: 'schedule',
  startedAtMs: 0,
  lagMs: 0,
};
const SETTINGS = { budget: { timeoutMs: 60_000, maxMemoryBytes: 1 }, graceMs: 1_000 };

test.each<[string, Error, string, boolean]>([
  ['of the query', new AppError('query_memory_limit', 'Too much.'), 'Too much.', false],
  [
    'of the storage',
    new AppError('store_unavailable', 'The storage is away.', { cause: new Error('ENOSPC') }),
    'The storage is away.',
    true,
  ],
  [
    'of ours',
    new TypeError('x is not a function'),
    'The build failed by a defect of the service (build b).',
    true,
  ],
])('an error %s is told to the owner, and to the operator when it is his', async (_, error, told, isOurs) => {
  const observed: Observation[] = [];
  const buildSnapshot = () => Promise.reject(error);
  const services = { buildSnapshot, wait, observe: (seen: Observation) => observed.push(seen) };
  const outcome = await runBuild(services, CLAIM, SETTINGS, new AbortController());
  expect(outcome).toEqual({ kind: 'failed', error: told });
  expect(observed).toEqual(isOurs ? [{ kind: 'failure', where: 'build', error }] : []);
});
