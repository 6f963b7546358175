import { expect, onTestFinished, test, vi } from 'vitest';
import { listBuilds } from '../../src/adapters/store/build-store.ts';
import type { Database } from '../../src/adapters/store/database.ts';
import { insertEndpoint } from '../../src/adapters/store/endpoint-store.ts';
import { lockMaterialization } from '../../src/adapters/store/materialization-store.ts';
import { openPostgresDatabase } from '../../src/adapters/store/postgres-database.ts';
import { findCurrentSnapshots } from '../../src/adapters/store/snapshot-store.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { Observation } from '../../src/base/observation.ts';
import { wait } from '../../src/base/wait.ts';
import { followEndpoint } from '../../src/services/materialize/follow-endpoint.ts';
import { queueBuild } from '../../src/services/materialize/queue-build.ts';
import { BuildScheduler } from '../../src/services/materialize/scheduler.ts';
import type { BuildJob, BuildSnapshot } from '../../src/services/materialize/snapshot.ts';
import { startPostgres } from '../fixtures/start-postgres.ts';
import { addProject } from '../store/add-project.ts';
import { builtSnapshot, materializedEndpoint } from './materialized-endpoint.ts';

const REPLICAS = 4;
const ENDPOINTS = Array.from({ length: 40 }, (_, i) => `endpoint-${i}`);
const PATIENCE = { timeout: 60_000, interval: 20 };

test('replicas on one PostgreSQL share the builds: each is made once, none at the same time as another of its endpoint', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.close());
  const url = await postgres.newDatabase();
  const running = new Map<string, BuildJob>();
  const builders = new Map<number, number>();
  const problems: unknown[] = [];
  const databases: Database[] = [];
  const schedulers: BuildScheduler[] = [];
  for (let replica = 0; replica < REPLICAS; replica += 1) {
    const database = await openPostgresDatabase({ url, maxConnections: 4, statementTimeoutMs: 10_000 });
    const build: BuildSnapshot = async (job) => {
      if (running.has(job.endpointId)) problems.push([running.get(job.endpointId), job]);
      running.set(job.endpointId, job);
      builders.set(replica, (builders.get(replica) ?? 0) + 1);
      await wait(5);
      running.delete(job.endpointId);
      return builtSnapshot();
    };
    databases.push(database);
    schedulers.push(openScheduler(database, build, (failure) => problems.push(failure)));
  }
  const [database] = databases;
  if (database === undefined) throw new Error('no replica');
  await addProject(database, 'slc_first');
  for (const id of ENDPOINTS) {
    await insertEndpoint(database.query, materializedEndpoint(id));
    await database.transaction((transaction) =>
      followEndpoint(transaction, materializedEndpoint(id), true, systemClock.nowMs()),
    );
  }
  for (const scheduler of schedulers) scheduler.start();
  await vi.waitFor(async () => expect((await served(database)).size).toBe(ENDPOINTS.length), PATIENCE);
  const before = await served(database);
  for (const id of ENDPOINTS) await askForBuild(database, id);
  await vi.waitFor(async () => {
    const after = await served(database);
    expect(ENDPOINTS.filter((id) => after.get(id)?.buildId === before.get(id)?.buildId)).toEqual([]);
  }, PATIENCE);
  await Promise.all(schedulers.map((scheduler) => scheduler.stop(10_000)));

  expect(problems).toEqual([]);
  for (const id of ENDPOINTS) {
    const { results: builds } = await listBuilds(database.query, 1, id, { limit: 10, offset: 0 });
    expect(builds.map(({ cause, state }) => [cause, state])).toEqual([
      ['request', 'Completed'],
      ['change', 'Completed'],
    ]);
  }
  expect([...builders.values()].reduce((sum, count) => sum + count, 0)).toBe(2 * ENDPOINTS.length);
  expect(builders.size).toBeGreaterThan(1);
  await Promise.all(databases.map((each) => each.close()));
});

function openScheduler(
  database: Database,
  buildSnapshot: BuildSnapshot,
  onFailure: (failure: Observation) => void,
): BuildScheduler {
  const observe = (observation: Observation): void => {
    if (observation.kind === 'failure') onFailure(observation);
  };
  const objects = { list: async () => [], delete: async () => {} };
  const snapshotFiles = { removeGone: async () => {} };
  const services = { database, clock: systemClock, observe, objects, snapshotFiles, wait, buildSnapshot };
  return new BuildScheduler(
    { ...services, mayBuild: () => true },
    {
      maxBuilds: 3,
      budget: { timeoutMs: 60_000, maxMemoryBytes: 1 },
      leaseMs: 60_000,
      pollMs: 10,
      graceMs: 1_000,
      keepRetiredMs: 60_000,
    },
  );
}

function served(database: Database) {
  return findCurrentSnapshots(database.query, 1, ENDPOINTS);
}

async function askForBuild(database: Database, endpointId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const row = await lockMaterialization(transaction, 1, endpointId);
    if (row !== undefined) await queueBuild(transaction, row, 'request', systemClock.nowMs());
  });
}
