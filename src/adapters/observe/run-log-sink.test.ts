import { expect, onTestFinished, test } from 'vitest';
import { AppError } from '../../base/errors.ts';
import type { RunObservation } from '../../base/observation.ts';
import type { Database } from '../store/database.ts';
import { insertProject } from '../store/project-store.ts';
import { openSqliteDatabase } from '../store/sqlite-database.ts';
import { RunLogSink } from './run-log-sink.ts';

// Usage counts every run, also of a time in which the store was away. [SPEC-2.0.10], [CAP-6.5].

const NOW = Date.UTC(2026, 0, 5, 9);
const RUN: RunObservation = {
  kind: 'run',
  requestId: 'r',
  projectId: 1,
  endpointId: 'e',
  endpointName: 'x',
  keyId: 'k',
  status: 200,
  durationMs: 10,
  startedAtMs: NOW,
};

/** A sink on a store that can be away. */
async function openSink() {
  const database = await openSqliteDatabase(':memory:');
  onTestFinished(() => database.close());
  const settings = {
    timezone: 'UTC',
    weekStartDay: 0,
    testAccountFilters: [],
    pathCleaningFilters: [],
    allowedOrigins: [],
  } as const;
  await insertProject(database.query, {
    ...settings,
    id: 1,
    name: 'Demo',
    eventRetentionDays: null,
    captureToken: 'slc_x',
    nowMs: NOW,
  });
  const store = { away: undefined as Error | undefined };
  const transaction: Database['transaction'] = (work) =>
    store.away === undefined ? database.transaction(work) : Promise.reject(store.away);
  const failures: unknown[] = [];
  const sink = new RunLogSink(
    { ...database, query: database.query, transaction },
    { nowMs: () => NOW },
    (error) => failures.push(error),
  );
  const counted = async () => {
    const [usage, keyUsage, log] = await Promise.all([
      database.query.selectFrom('endpointUsage').select('runs').where('spanMs', '=', 60_000).execute(),
      database.query.selectFrom('endpointKeyUsage').select('runs').execute(),
      database.query.selectFrom('runLog').select('id').execute(),
    ]);
    return [usage[0]?.runs ?? 0, keyUsage[0]?.runs ?? 0, log.length];
  };
  return { sink, store, failures, counted };
}

test('what the store could not take is written when it is back, once and in order', async () => {
  const { sink, store, failures, counted } = await openSink();
  store.away = new AppError('store_unavailable', 'Full.');
  for (let round = 0; round < 3; round += 1) {
    sink.observe(RUN);
    await sink.flush();
  }
  expect([failures.length, await counted()]).toEqual([3, [0, 0, 0]]);
  store.away = undefined;
  sink.observe(RUN);
  await sink.flush();
  expect(await counted()).toEqual([4, 4, 4]);
  await sink.flush();
  expect(await counted()).toEqual([4, 4, 4]);
});

test('the newest sixty batches are kept, and one that can never be written holds up no other', async () => {
  const { sink, store, counted } = await openSink();
  store.away = new AppError('store_unavailable', 'Full.');
  for (let round = 0; round < 70; round += 1) {
    sink.observe(RUN);
    await sink.flush();
  }
  store.away = undefined;
  await sink.flush();
  expect(await counted()).toEqual([60, 60, 60]);
  store.away = new TypeError('a defect');
  sink.observe(RUN);
  await sink.flush();
  store.away = undefined;
  sink.observe(RUN);
  await sink.flush();
  expect(await counted()).toEqual([61, 61, 61]);
});
