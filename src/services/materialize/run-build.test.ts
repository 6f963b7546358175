import { expect, test, vi } from 'vitest';
import { AppError } from '../../base/errors.ts';
import type { Observation } from '../../base/observation.ts';
import { wait } from '../../base/wait.ts';
import type { ClaimedBuild } from './claim-build.ts';
import { BuildEnding, runBuild } from './run-build.ts';
import type { BuiltSnapshot } from './snapshot.ts';

const CLAIM: ClaimedBuild = {
  dataEpoch: 0,
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

test('a build that finds the disk full waits and begins again; others are not told that it failed', async () => {
  const snapshot: BuiltSnapshot = {
    rows: 1,
    bytes: 1,
    dataTimeMs: 0,
    columns: null,
    conditions: '',
    verified: null,
  };
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const away = new AppError('store_unavailable', 'The storage is away.', { cause: full });
  const buildSnapshot = vi.fn().mockRejectedValueOnce(away).mockRejectedValueOnce(away);
  buildSnapshot.mockResolvedValueOnce(snapshot);
  const pauses: number[] = [];
  const pause = (ms: number, signal?: AbortSignal) => {
    pauses.push(ms);
    return wait(ms === 5_000 ? 0 : ms, signal);
  };
  const services = { buildSnapshot, wait: pause, observe: () => undefined };
  const outcome = await runBuild(services, CLAIM, SETTINGS, new AbortController());
  expect(outcome).toEqual({ kind: 'built', snapshot });
  expect(pauses.filter((ms) => ms === 5_000)).toHaveLength(2);
});

test('the time of a build begins anew after each pause for the disk', async () => {
  vi.useFakeTimers();
  const pass = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, ms);
      signal?.addEventListener('abort', () => resolve());
    });
  try {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    let tries = 0;
    // Each try takes most of the minute that it has.
    const buildSnapshot = async () => {
      await pass(50_000);
      tries += 1;
      throw tries < 5 ? full : new AppError('query_memory_limit', 'Too much.');
    };
    const services = { buildSnapshot, wait: pass, observe: () => undefined };
    const ended = runBuild(services, CLAIM, SETTINGS, new AbortController());
    await vi.advanceTimersByTimeAsync(300_000);
    expect(await ended).toEqual({ kind: 'failed', error: 'Too much.' });
    expect(tries).toBe(5);
  } finally {
    vi.useRealTimers();
  }
});

test('a build that waits for the disk ends when it is told to', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const controller = new AbortController();
  const services = {
    buildSnapshot: () => Promise.reject(full),
    wait,
    observe: () => controller.abort(new BuildEnding('superseded')),
  };
  expect(await runBuild(services, CLAIM, SETTINGS, controller)).toEqual({ kind: 'superseded' });
});
