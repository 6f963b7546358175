import { describe, expect, test } from 'vitest';
import { recordUses } from '../../src/adapters/store/endpoint-use-store.ts';
import { findDueEndpoints, findMaterializations } from '../../src/adapters/store/materialization-store.ts';
import { findCurrentSnapshot } from '../../src/adapters/store/snapshot-store.ts';
import { changeEndpoint } from '../../src/services/endpoints/change-endpoint.ts';
import {
  getEndpoint,
  getMaterializationStatus,
  listBuilds,
  listEndpoints,
} from '../../src/services/endpoints/get-endpoint.ts';
import { removeEndpoint } from '../../src/services/endpoints/remove-endpoint.ts';
import { requestBuild } from '../../src/services/endpoints/request-build.ts';
import { restoreEndpoint } from '../../src/services/endpoints/restore-endpoint.ts';
import { rollBackEndpoint } from '../../src/services/endpoints/roll-back-endpoint.ts';
import { claimBuild } from '../../src/services/materialize/claim-build.ts';
import { jitterMs } from '../../src/services/materialize/schedule.ts';
import { settleBuild } from '../../src/services/materialize/settle-build.ts';
import { builtSnapshot } from '../materialize/materialized-endpoint.ts';
import { NOW } from '../store/add-project.ts';
import { CALLER, openEndpoints, outcome, sql } from './endpoint-fixture.ts';

// [SPEC-2.1.4], [SPEC-5.1.1], [SPEC-5.2], [SPEC-5.3].

const A = sql('select event from events');
const B = sql('select count() from events');
const USING_X = sql('select event from events where event = {variables.x}');
const HOUR_MS = 3_600_000;
const ALL = { limit: 100, offset: 0 };

/** Endpoints on a fresh store, and what the schedulers of processes would do. */
async function openBuilds() {
  const opened = await openEndpoints();
  const { services } = opened;
  const { database, clock } = services;
  const idOf = async () => (await getEndpoint(services, 1, 'x')).id;
  /** Builds what is due, as one process. */
  const build = async (end: { readonly failed?: string } = {}) => {
    const nowMs = clock.nowMs();
    for (const key of await findDueEndpoints(database.query, nowMs, 10)) {
      const claim = await claimBuild(database, key, { owner: 'test', nowMs, leaseMs: 1_000 });
      if (claim === undefined) continue;
      const outcomeOf =
        end.failed === undefined
          ? ({ kind: 'built', snapshot: builtSnapshot() } as const)
          : ({ kind: 'failed', error: end.failed } as const);
      await settleBuild(database, claim, outcomeOf, { nowMs, durationMs: 1_500 });
    }
  };
  const status = () => getMaterializationStatus(services, 1, 'x');
  const snapshot = async () => findCurrentSnapshot(database.query, 1, await idOf());
  const row = async () => (await findMaterializations(database.query, 1, [await idOf()])).get(await idOf());
  return { ...opened, build, status, snapshot, row, idOf };
}

describe('switching on', () => {
  test('builds at once, then by the schedule', async () => {
    const { services, create, build, status, idOf } = await openBuilds();
    const made = await create({ name: 'x', query: A, is_materialized: true, sync_frequency: '1hour' });
    expect(made.materialization).toMatchObject({
      materializable: true,
      reason: null,
      state: 'Pending',
      last_materialized_at: null,
      next_run_at: '2026-01-05T09:00:00Z',
    });
    services.clock.set(NOW + 2_000);
    await build();
    const jitter = jitterMs(await idOf(), HOUR_MS);
    expect(await status()).toEqual({
      is_materialized: true,
      sync_frequency: '1hour',
      materializable: true,
      reason: null,
      state: 'Completed',
      last_materialized_at: '2026-01-05T09:00:02Z',
      last_error: null,
      next_run_at: new Date(NOW + 2_000 + HOUR_MS + jitter).toISOString().replace('.000Z', 'Z'),
      rows: 3,
      bytes: 100,
      duration: 1.5,
      verified: true,
      cost_estimate: null,
    });
  });

  test('is seen in the list, and off in the status of one that never was on', async () => {
    const { services, create, status } = await openBuilds();
    await create({ name: 'x', query: A });
    expect(await status()).toMatchObject({ is_materialized: false, state: null, next_run_at: null });
    await create({ name: 'y', query: A, is_materialized: true });
    const page = await listEndpoints(services, 1, ALL);
    expect(page.results.map((each) => [each.name, each.materialization.state]).sort()).toEqual([
      ['x', null],
      ['y', 'Pending'],
    ]);
  });

  test.each([
    ['a query with variables', { query: USING_X }, 'not_materializable is_materialized', /"x"/],
    [
      'an inactive endpoint',
      { query: A, is_active: false },
      'not_materializable is_materialized',
      /inactive/,
    ],
  ])('is refused for %s', async (_, body, code, reason) => {
    const { services, create, change } = await openBuilds();
    expect(await outcome(create({ name: 'x', ...body, is_materialized: true }))).toBe(code);
    await create({ name: 'x', ...body });
    const before = await getEndpoint(services, 1, 'x');
    await expect(change('x', { is_materialized: true, description: 'new' })).rejects.toThrow(reason);
    expect(await getEndpoint(services, 1, 'x')).toEqual(before);
    expect(before.materialization).toMatchObject({
      materializable: false,
      reason: expect.stringMatching(reason),
    });
  });

  test('an alias sets how often', async () => {
    const { create, row } = await openBuilds();
    await create({ name: 'x', query: A, is_materialized: true, data_freshness_seconds: 900 });
    expect((await row())?.intervalMs).toBe(900_000);
  });
});

describe('a changed query', () => {
  test('is built at once, and the snapshot of the old one stays stored until then', async () => {
    const { services, create, change, build, status, snapshot } = await openBuilds();
    await create({ name: 'x', query: A, is_materialized: true });
    await build();
    const old = await snapshot();
    services.clock.set(NOW + 60_000);
    await change('x', { query: B });
    expect(await snapshot()).toEqual(old);
    expect(await status()).toMatchObject({ state: 'Pending', next_run_at: '2026-01-05T09:01:00Z' });
    await build();
    expect(await snapshot()).toMatchObject({ version: 2 });
    await rollBackEndpoint(services, CALLER, { name: 'x', allowBreaking: true }, 1);
    expect(await status()).toMatchObject({ state: 'Pending' });
    await build();
    expect(await snapshot()).toMatchObject({ version: 3 });
  });

  test('that uses variables is refused and changes nothing', async () => {
    const { services, create, change, build, row } = await openBuilds();
    await create({ name: 'x', query: USING_X });
    await change('x', { query: A });
    await change('x', { is_materialized: true });
    await build();
    const before = [await getEndpoint(services, 1, 'x'), await row()];
    expect(await outcome(change('x', { query: USING_X }))).toBe('not_materializable query');
    expect(await outcome(rollBackEndpoint(services, CALLER, { name: 'x', allowBreaking: true }, 1))).toBe(
      'not_materializable query',
    );
    expect([await getEndpoint(services, 1, 'x'), await row()]).toEqual(before);
  });

  test('does not matter when it means the same or only metadata changes', async () => {
    const { services, create, change, build, row } = await openBuilds();
    await create({ name: 'x', query: A, is_materialized: true });
    await build();
    const before = await row();
    await change('x', { query: sql('SELECT event  FROM events -- all'), tags: ['new'] });
    await changeEndpoint(services, CALLER, { name: 'x', allowBreaking: true }, { name: 'y' });
    await changeEndpoint(services, CALLER, { name: 'y', allowBreaking: true }, { name: 'x' });
    expect(await row()).toEqual(before);
  });
});

describe('switching off', () => {
  test('an inactive endpoint keeps its snapshot and is built when it is active again', async () => {
    const { create, change, build, status, snapshot } = await openBuilds();
    await create({ name: 'x', query: A, is_materialized: true });
    await build();
    await change('x', { is_active: false });
    expect(await status()).toMatchObject({ next_run_at: null, materializable: false, rows: 3 });
    await build();
    expect(await snapshot()).toBeDefined();
    await change('x', { is_active: true });
    expect(await status()).toMatchObject({ state: 'Pending', next_run_at: '2026-01-05T09:00:00Z' });
  });

  test('an inactive endpoint has no build that waits', async () => {
    const { services, create, change, status } = await openBuilds();
    await create({ name: 'x', query: A, is_materialized: true });
    await change('x', { is_active: false });
    expect(await status()).toMatchObject({
      state: 'Failed',
      last_error: 'The endpoint was switched off before the build began.',
      next_run_at: null,
    });
    await change('x', { is_active: true });
    expect(await status()).toMatchObject({ state: 'Pending', last_error: null });
    const [due] = await findDueEndpoints(services.database.query, NOW, 10);
    const terms = { owner: 'test', nowMs: NOW, leaseMs: 1_000 };
    const claim = due && (await claimBuild(services.database, due, terms));
    await change('x', { is_active: false });
    expect(await status()).toMatchObject({ state: 'Running' });
    if (claim === undefined) throw new Error('nothing was due');
    const end = { nowMs: NOW, durationMs: 1 };
    await settleBuild(services.database, claim, { kind: 'superseded' }, end);
    expect(await status()).toMatchObject({
      state: 'Failed',
      last_error: 'The endpoint was changed or switched off during the build.',
    });
  });

  test('takes the snapshot away, and a build that waits', async () => {
    const { services, create, change, build, status, snapshot } = await openBuilds();
    await create({ name: 'x', query: A, is_materialized: true });
    await build();
    await requestBuild(services, 1, 'x');
    await change('x', { is_materialized: false });
    expect(await snapshot()).toBeUndefined();
    expect(await status()).toMatchObject({
      is_materialized: false,
      state: null,
      rows: null,
      next_run_at: null,
    });
    await build();
    const builds = await listBuilds(services, 1, 'x', ALL);
    expect(builds.results.map(({ cause, state, error }) => [cause, state, error])).toEqual([
      ['request', 'Failed', 'The endpoint was switched off before the build began.'],
      ['change', 'Completed', null],
    ]);
  });

  test('a deleted endpoint is not built; restored it is, at once', async () => {
    const { services, create, build, status, snapshot } = await openBuilds();
    await create({ name: 'x', query: A, is_materialized: true });
    await build();
    await removeEndpoint(services, CALLER, { name: 'x' });
    expect(await findDueEndpoints(services.database.query, NOW + 99 * HOUR_MS, 10)).toEqual([]);
    await restoreEndpoint(services, CALLER, 'x');
    expect(await snapshot()).toBeUndefined();
    expect(await status()).toMatchObject({ state: 'Pending' });
    await build();
    expect(await snapshot()).toBeDefined();
  });
});

test('another frequency counts from the last build', async () => {
  const { services, create, change, build, idOf, row } = await openBuilds();
  await create({ name: 'x', query: A, is_materialized: true, sync_frequency: '24hour' });
  await build();
  services.clock.set(NOW + HOUR_MS);
  await change('x', { sync_frequency: '6hour' });
  expect((await row())?.nextRunAtMs).toBe(NOW + 6 * HOUR_MS + jitterMs(await idOf(), 6 * HOUR_MS));
  await change('x', { sync_frequency: '15min' });
  expect((await row())?.nextRunAtMs).toBe(NOW + HOUR_MS);
});

test.each<[string, number, string]>([
  ['a build that is tried again after a failure', 1_000, '12hour'],
  ['a build that waits for a place', 60_000, '7day'],
])('another frequency does not put off %s', async (_, afterMs, frequency) => {
  const { services, create, change, build, row } = await openBuilds();
  await create({ name: 'x', query: A, is_materialized: true, sync_frequency: '24hour' });
  await build({ failed: 'The engine is away.' });
  services.clock.set(NOW + afterMs);
  await change('x', { sync_frequency: frequency });
  expect((await row())?.nextRunAtMs).toBe(NOW + 60_000);
});

test('a failed build is told and leaves what was built', async () => {
  const { services, create, build, status } = await openBuilds();
  await create({ name: 'x', query: A, is_materialized: true, sync_frequency: '1hour' });
  await build();
  services.clock.set(NOW + 1.5 * HOUR_MS);
  await build({ failed: 'The query needs too much memory.' });
  expect(await status()).toMatchObject({
    state: 'Failed',
    last_error: 'The query needs too much memory.',
    last_materialized_at: '2026-01-05T09:00:00Z',
    next_run_at: '2026-01-05T10:31:00Z',
    rows: 3,
  });
});

describe('a build that is asked for', () => {
  // [SPEC-9.2]
  test('waits for its turn once, and is answered when it has ended', async () => {
    const { services, create, build } = await openBuilds();
    await create({ name: 'x', query: A, is_materialized: true });
    await build();
    const asked = await requestBuild(services, 1, 'x');
    expect(asked).toMatchObject({ cause: 'request', state: 'Pending', version: 1, ended_at: null });
    expect(await requestBuild(services, 1, 'x')).toEqual(asked);
    const answered = requestBuild(services, 1, 'x', new AbortController().signal);
    await build();
    expect(await answered).toMatchObject({ id: asked.id, state: 'Completed', duration: 1.5, verified: true });
    expect(await listBuilds(services, 1, 'x', { limit: 1, offset: 0 })).toMatchObject({
      count: 2,
      results: [{ id: asked.id }],
    });
  });

  test.each([
    ['that is not materialized', { query: A }, 'not_materializable is_materialized'],
    ['that does not exist', { name: 'other', query: A }, 'not_found'],
  ])('is refused for an endpoint %s', async (_, body, code) => {
    const { services, create } = await openBuilds();
    await create({ name: 'x', ...body });
    expect(await outcome(requestBuild(services, 1, 'x'))).toBe(code);
  });

  test('is refused while the endpoint is inactive', async () => {
    const { services, create, change } = await openBuilds();
    await create({ name: 'x', query: A, is_materialized: true });
    await change('x', { is_active: false });
    expect(await outcome(requestBuild(services, 1, 'x'))).toBe('not_materializable is_materialized');
  });
});

test('the cost is what the last direct run read', async () => {
  const { services, create, idOf, status } = await openBuilds();
  await create({ name: 'x', query: A });
  const use = async (lastExecutedAtMs: number, cost: { rowsRead: number; bytesRead: number } | null) =>
    recordUses(services.database.query, [{ projectId: 1, endpointId: await idOf(), lastExecutedAtMs, cost }]);
  await use(NOW, null);
  expect((await status()).cost_estimate).toBeNull();
  await use(NOW + 1, { rowsRead: 10, bytesRead: 20 });
  await use(NOW + 2, null);
  expect((await status()).cost_estimate).toEqual({ rows_read: 10, bytes_read: 20 });
});
