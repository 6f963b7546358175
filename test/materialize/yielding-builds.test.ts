import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../src/adapters/store/database.ts';
import { insertEndpoint } from '../../src/adapters/store/endpoint-store.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import type { BuildObservation } from '../../src/base/observation.ts';
import { followEndpoint } from '../../src/services/materialize/follow-endpoint.ts';
import { BuildScheduler } from '../../src/services/materialize/scheduler.ts';
import type { BuildJob, BuiltSnapshot } from '../../src/services/materialize/snapshot.ts';
import { addProject, NOW } from '../store/add-project.ts';
import { builtSnapshot, materializedEndpoint } from './materialized-endpoint.ts';
import { VirtualTime } from './virtual-time.ts';

// A running scheduler with two places for builds, on a clock that moves when it is told to. [SPEC-5.6].

const SECOND = 1_000;
const SETTINGS = {
  maxBuilds: 2,
  budget: { timeoutMs: 600 * SECOND, maxMemoryBytes: 1 },
  leaseMs: 180 * SECOND,
  pollMs: SECOND,
  graceMs: 5 * SECOND,
  keepRetiredMs: 600 * SECOND,
};

let database: Database;
let time: VirtualTime;
let scheduler: BuildScheduler;
/** What happened, as `0 s: a begins`. */
let history: string[];
let buildIds: Set<string>;

beforeEach(async () => {
  // On a busy machine the store would let the event loop turn between two statements, and virtual time pass meanwhile.
  vi.useFakeTimers({ toFake: ['performance'] });
  database = await openSqliteDatabase(':memory:');
  for (const name of ['a', 'b', 'c']) await addProject(database, `slc_${name}`);
  time = new VirtualTime(0);
  history = [];
  buildIds = new Set();
  scheduler = new BuildScheduler(
    {
      database,
      clock: { nowMs: () => NOW + time.nowMs },
      observe: (observation) => {
        if (observation.kind === 'build') tell(observation.endpointId, observation.outcome);
      },
      objects: { list: async () => [], delete: async () => undefined },
      snapshotFiles: { removeGone: async () => undefined },
      wait: time.wait,
      buildSnapshot: build,
      mayBuild: () => true,
    },
    SETTINGS,
  );
  scheduler.start();
});
afterEach(async () => {
  const stopped = scheduler.stop(0);
  for (let isStopped = false; !isStopped; ) {
    void stopped.then(() => {
      isStopped = true;
    });
    await pass(1);
  }
  await database.close();
  vi.useRealTimers();
});

function tell(endpointId: string, what: BuildObservation['outcome'] | 'begins'): void {
  history.push(`${Math.floor(time.nowMs / SECOND)} s: ${endpointId} ${what}`);
}

/** Builds of `c` take a second, the others for ever. */
async function build({ endpointId, buildId, signal }: BuildJob): Promise<BuiltSnapshot> {
  tell(endpointId, 'begins');
  if (endpointId === 'a') buildIds.add(buildId);
  await time.wait(endpointId.startsWith('c') ? SECOND : 10_000 * SECOND, signal);
  signal.throwIfAborted();
  return builtSnapshot();
}

async function pass(seconds: number): Promise<void> {
  await time.runUntil(time.nowMs + seconds * SECOND, () => undefined);
}

/** Makes an endpoint of the project with that letter, whose build is due now. */
async function ask(id: string): Promise<void> {
  const endpoint = materializedEndpoint(id, {
    projectId: 'abc'.indexOf(id.charAt(0)) + 1,
    // Of the last build, a day is far away.
    syncFrequency: '24hour',
  });
  await insertEndpoint(database.query, endpoint);
  await database.transaction((transaction) => followEndpoint(transaction, endpoint, true, NOW + time.nowMs));
  scheduler.wake();
  await pass(0);
}

test('a build of a minute gives way to a project that has waited half a minute, and goes on under its id', async () => {
  await ask('a');
  await pass(5);
  await ask('b');
  await pass(45);
  await ask('c');
  await pass(29);
  expect(history).toEqual(['0 s: a begins', '5 s: b begins']);
  await pass(5);
  // The project of `c` has waited for half a minute at 80 s; the longest build is that of `a`.
  expect(history.slice(2)).toEqual(['80 s: a yielded', '80 s: c begins', '81 s: c built', '81 s: a begins']);
  expect(buildIds.size).toBe(1);
});

test('a build that has run for less than a minute does not give way, however long another project waits', async () => {
  await ask('a');
  await ask('b');
  await ask('c');
  await pass(59);
  expect(history).toEqual(['0 s: a begins', '0 s: b begins']);
  await pass(2);
  expect(history[2]).toBe('60 s: a yielded');
});

test('a build gives way twice at most', async () => {
  await ask('a');
  await ask('b');
  for (let round = 0; round < 8; round += 1) {
    await ask(`c${round}`);
    await pass(100);
  }
  const yields = (id: string) => history.filter((line) => line.endsWith(`${id} yielded`)).length;
  expect([yields('a'), yields('b')]).toEqual([2, 2]);
  // With both builds at their last the project waits until one of them is at the end of its time.
  expect(history.filter((line) => / c\d built$/.test(line)).length).toBeLessThan(8);
  await pass(600);
  expect(history.filter((line) => / c\d built$/.test(line))).toHaveLength(8);
});

test('a waiting build of a project that builds already makes nobody give way', async () => {
  await ask('a');
  await ask('b');
  await ask('a2');
  await pass(300);
  expect(history).toEqual(['0 s: a begins', '0 s: b begins']);
});
