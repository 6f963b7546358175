import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestService, type TestAnswer, type TestService } from '../fixtures/start-service.ts';

// [SPEC-5.2.2], [SPEC-5.4].

const START = '2026-01-05T09:00:00Z';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PATIENCE = { timeout: 20_000, interval: 20 };
const later = (ms: number): string => new Date(Date.parse(START) + ms).toISOString();

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  service.setNow(START);
  // One event in the morning of each day from 1 January on, days to come included.
  const days = Array.from({ length: 20 }, (_, i) => `2026-01-${String(i + 1).padStart(2, '0')}T06:00:00Z`);
  await capture(days);
});
afterAll(() => service?.close());

async function capture(timestamps: readonly string[]): Promise<void> {
  const batch = timestamps.map((timestamp) => ({ event: 'visit', distinct_id: 'ann', timestamp }));
  await service.capture(batch, later(20 * DAY_MS));
}

const run = (name: string, body: object = {}, now?: string): Promise<TestAnswer> =>
  service.call('POST', `endpoints/${name}/run`, { body, ...(now !== undefined && { now }) });
const status = async (name: string) =>
  (await service.call('GET', `endpoints/${name}/materialization_status/`)).json;
const build = async (name: string) =>
  (await service.call('POST', `endpoints/${name}/materialize/?wait=true`)).json;

/** Makes an endpoint that is built on a schedule and waits until its first build has ended. */
async function materialized(name: string, query: object, sync_frequency = '7day'): Promise<void> {
  const body = { name, query, is_materialized: true, sync_frequency };
  const made = await service.call('POST', 'endpoints/', { body });
  expect(made.status, made.text).toBe(201);
  await vi.waitFor(async () => expect((await status(name)).state).toBe('Completed'), PATIENCE);
}

const LAST_DAYS = {
  kind: 'HogQLQuery',
  query: `select formatDateTime(timestamp, '%F') as day from events
    where timestamp > now() - interval 3 day and timestamp <= now() order by timestamp`,
};
const DAILY = {
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event: 'visit', math: 'total' }],
  interval: 'day',
  dateRange: { date_from: '-2d' },
};

test('a build sees what was stored before it was asked for', async () => {
  await materialized('count', { kind: 'HogQLQuery', query: 'select count() from events' });
  const before = (await run('count')).json.results[0][0];
  await capture(['2026-01-01T15:00:00Z']);
  expect((await run('count')).json).toMatchObject({ served_from: 'materialized', results: [[before]] });
  const asked = await service.call('POST', 'endpoints/count/materialize/?wait=true');
  expect(asked.status).toBe(202);
  expect(asked.json).toMatchObject({
    cause: 'request',
    state: 'Completed',
    rows: 1,
    verified: true,
    error: null,
  });
  expect((await run('count')).json).toMatchObject({ served_from: 'materialized', results: [[before + 1]] });
});

test('a changed query never gets the answer of the old one', async () => {
  await materialized('changed', { kind: 'HogQLQuery', query: "select 'old' as said" });
  expect((await run('changed')).json).toMatchObject({ served_from: 'materialized', results: [['old']] });
  const query = { kind: 'HogQLQuery', query: "select 'new' as said" };
  const change = service.call('PATCH', 'endpoints/changed/', { body: { query } });
  expect((await change).json.current_version).toBe(2);
  for (let i = 0; i < 10; i += 1) {
    const { json } = await run('changed');
    expect(json).toMatchObject({ endpoint_version: 2, results: [['new']] });
    const reasons = ['materialized_not_built', 'cache_fresh', 'materialized_current'];
    expect(reasons).toContain(json.served_reason);
  }
  await build('changed');
  expect((await run('changed')).json).toMatchObject({ served_from: 'materialized', results: [['new']] });
  expect((await run('changed', { version: 1 })).json).toMatchObject({
    served_reason: 'old_version',
    results: [['old']],
  });
});

test('switched off it answers from raw data, and there is nothing to build', async () => {
  await materialized('off', { kind: 'HogQLQuery', query: 'select 1' });
  await service.call('PATCH', 'endpoints/off/', { body: { is_materialized: false } });
  const { json } = await run('off');
  expect(json).toMatchObject({ served_from: 'direct', served_reason: 'cache_miss' });
  expect(json).not.toHaveProperty('endpoint_materialized');
  expect(await service.call('POST', 'endpoints/off/materialize/')).toMatchObject({
    status: 400,
    json: { code: 'not_materializable', attr: 'is_materialized' },
  });
});

test('builds stand in the log of the endpoint and in the cost estimate of its runs', async () => {
  await materialized('logged', { kind: 'HogQLQuery', query: 'select count() from events' });
  await run('logged', { refresh: 'force_blocking' });
  await vi.waitFor(async () => {
    const { json } = await service.call('GET', 'endpoints/logged/logs/?search=build_id');
    expect(json.results).toMatchObject([{ cause: 'change', outcome: 'built', rows: 1, verified: 'true' }]);
    const cost = (await status('logged')).cost_estimate;
    expect(cost.rows_read).toBeGreaterThan(0);
  }, PATIENCE);
});

describe('days go by', () => {
  beforeAll(async () => {
    await materialized('sql', LAST_DAYS, '1hour');
    await materialized('trends', DAILY, '1hour');
  });

  test('the first build comes at once and answers', async () => {
    const { json } = await run('sql');
    expect(json).toMatchObject({
      served_from: 'materialized',
      served_reason: 'materialized_current',
      is_cached: false,
      endpoint_materialized: true,
      results: [['2026-01-03'], ['2026-01-04'], ['2026-01-05']],
    });
    expect((await run('trends')).json).toMatchObject({
      served_from: 'materialized',
      results: [{ data: [1, 1, 1], days: ['2026-01-03', '2026-01-04', '2026-01-05'] }],
    });
  });

  test('a snapshot of an hourly endpoint does not answer as current a day later', async () => {
    const current = await run('sql', {}, later(2 * HOUR_MS - 1));
    expect(current.json.served_reason).toBe('materialized_current');
    for (const age of [2 * HOUR_MS, DAY_MS]) {
      const { json } = await run('sql', {}, later(age));
      expect(json).toMatchObject({ served_from: 'direct', served_reason: 'materialized_outdated' });
      expect(json.results).toHaveLength(3);
    }
  });

  test.each([1, 2, 3, 6])(
    '%d days later the schedule builds, and relative ranges have moved',
    async (days) => {
      const now = later(days * DAY_MS);
      service.setNow(now);
      for (const name of ['sql', 'trends']) {
        await vi.waitFor(
          async () => expect((await status(name)).last_materialized_at).toBe(isoSeconds(now)),
          20_000,
        );
        const stored = await run(name);
        expect(stored.json).toMatchObject({ served_from: 'materialized', endpoint_materialized_at: now });
        const direct = await run(name, { refresh: 'direct' });
        expect(direct.json).toMatchObject({ served_from: 'direct', served_reason: 'refresh_forced' });
        expect(answerOf(stored)).toEqual(answerOf(direct));
      }
      const builds = (await service.call('GET', 'endpoints/sql/materializations/')).json;
      expect(builds.results[0]).toMatchObject({
        cause: 'schedule',
        state: 'Completed',
        started_at: isoSeconds(now),
      });
      // However many slots were missed, there is one build per move of the clock.
      expect(builds.count).toBe([1, 2, 3, 6].indexOf(days) + 2);
    },
  );
});

test('a build that fails is told, and the snapshot answers on', async () => {
  const at = 8 * DAY_MS;
  service.setNow(later(at));
  // Divides by zero an hour and a half later, when the next build comes.
  const seconds = Date.parse(later(at + 1.5 * HOUR_MS)) / 1000;
  const query = `select intDiv(3600, ${seconds} - toUnixTimestamp(now())) as n`;
  await materialized('failing', { kind: 'HogQLQuery', query }, '1hour');
  service.setNow(later(at + 1.5 * HOUR_MS));
  await vi.waitFor(async () => expect((await status('failing')).state).toBe('Failed'), PATIENCE);
  expect(await status('failing')).toMatchObject({
    last_error: expect.stringMatching(/divi/i),
    last_materialized_at: isoSeconds(later(at)),
    next_run_at: isoSeconds(later(at + 1.5 * HOUR_MS + 60_000)),
    rows: 1,
  });
  expect((await run('failing')).json).toMatchObject({ served_from: 'materialized', results: [[0]] });
  service.setNow(later(at + 1.5 * HOUR_MS + 60_000));
  await vi.waitFor(async () => expect((await status('failing')).state).toBe('Completed'), PATIENCE);
  expect(await status('failing')).toMatchObject({ last_error: null });
});

test('a changed setting makes the snapshot outdated, and the next call has it built anew', async () => {
  await materialized('weekly', {
    kind: 'HogQLQuery',
    query: 'select toStartOfWeek(min(timestamp)) from events',
  });
  const changed = await service.call('PATCH', '/api/projects/1/', { body: { week_start_day: 1 } });
  expect(changed.status).toBe(200);
  expect((await run('weekly')).json).toMatchObject({ served_reason: 'materialized_outdated' });
  await vi.waitFor(async () => {
    const { json } = await service.call('GET', 'endpoints/weekly/materializations/');
    expect(json.results).toMatchObject([
      { cause: 'repair', state: 'Completed' },
      { cause: 'change', state: 'Completed' },
    ]);
  }, PATIENCE);
  expect((await run('weekly', { refresh: 'force' })).json).toMatchObject({
    served_reason: 'materialized_current',
  });
});

test('a deletion takes the snapshot away, and the next call has it built anew', async () => {
  await materialized('counted', { kind: 'HogQLQuery', query: 'select count() from events' });
  const deleted = await service.call('POST', 'events/delete', { body: { event: 'absent', wait: true } });
  expect(deleted.json).toMatchObject({ state: 'completed' });
  expect((await run('counted')).json).toMatchObject({ served_reason: 'materialized_not_built' });
  await vi.waitFor(async () => {
    const { json } = await service.call('GET', 'endpoints/counted/materializations/');
    expect(json.results).toMatchObject([
      { cause: 'repair', state: 'Completed' },
      { cause: 'change', state: 'Completed' },
    ]);
  }, PATIENCE);
  expect((await run('counted', { refresh: 'force' })).json).toMatchObject({
    served_reason: 'materialized_current',
  });
});

function answerOf({ json }: TestAnswer) {
  const { results, columns, types, hasMore, resolved_date_range } = json;
  return { results, columns, types, hasMore, resolved_date_range };
}

function isoSeconds(instant: string): string {
  return instant.replace('.000Z', 'Z');
}
