import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { forgetRunLog } from '../../src/adapters/store/run-log-store.ts';
import { forgetUsage } from '../../src/adapters/store/usage-store.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// [SPEC-2.0.10].

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const query = 'select number from numbers(10)';
  await service.call('POST', 'endpoints', { body: { name: 'ten', query: { kind: 'HogQLQuery', query } } });
});
afterAll(() => service.close());

const START = '2026-01-05T09:00:30Z';
const DAY_MS = 86_400_000;
const HITS = 700;

async function usage(query: string) {
  const answer = await service.call('GET', `endpoints/ten/usage${query}`);
  return answer.json;
}

test('every run counts, by whole minutes, whether the run log has it or not', async () => {
  service.setNow(START);
  await service.call('POST', 'endpoints/ten/run');
  for (let hit = 0; hit < HITS; hit += 1) await service.call('POST', 'endpoints/ten/run');
  await service.call('POST', 'endpoints/ten/run', { body: { variables: { nobody: 1 } } });
  service.setNow('2026-01-05T09:10:00Z');
  await service.call('POST', 'endpoints/ten/run', { body: { refresh: 'force_blocking' } });
  const all = '?after=2026-01-05T09:00:00Z&before=2026-01-05T10:00:00Z';
  const total = await vi.waitUntil(
    async () => {
      const now = await usage(all);
      return now.runs === HITS + 3 ? now : undefined;
    },
    { timeout: 10_000, interval: 50 },
  );
  expect(total).toMatchObject({
    errors: 1,
    cache_hits: HITS,
    rows: (HITS + 2) * 10,
    hit_rate: HITS / (HITS + 2),
    rows_read: expect.any(Number),
    bytes_read: expect.any(Number),
  });
  expect(total.rows_read).toBeGreaterThanOrEqual(20);
  expect(total.p50_ms).toBeGreaterThan(0);
  expect(total.p95_ms).toBeGreaterThanOrEqual(total.p50_ms);
  const later = await usage('?after=2026-01-05T09:05:00Z&before=2026-01-05T09:15:00Z');
  expect([later.runs, later.cache_hits, later.after]).toEqual([1, 0, '2026-01-05T09:05:00Z']);
  expect((await usage('')).runs).toBe(HITS + 3);

  const { query } = service.services.database;
  const logged = await query.selectFrom('runLog').select('id').execute();
  expect(logged.length, 'the log leaves hits out').toBeLessThan(HITS);
  await forgetRunLog(query, Date.parse(START) + DAY_MS);
  expect(await usage(all)).toEqual(total);
});

test('the same by step and by key', async () => {
  const key = await service.call('POST', '/api/personal_api_keys', {
    body: { label: 'other', scopes: ['endpoint:read'], projects: [1] },
  });
  service.setNow('2026-01-05T12:30:00Z');
  for (const variables of [{}, { nobody: 1 }])
    await service.call('POST', 'endpoints/ten/run', { body: { variables }, key: key.json.value });
  const range = 'after=2026-01-05T09:00:00Z&before=2026-01-05T13:59:59Z';
  const hours = await vi.waitUntil(
    async () => {
      const now = await usage(`?interval=hour&${range}`);
      return now.runs === HITS + 5 ? now : undefined;
    },
    { timeout: 10_000, interval: 50 },
  );
  const brief = ({ start, key_id, runs, errors }: Record<string, unknown>) => [start, key_id, runs, errors];
  expect(hours.results.map(brief)).toEqual([
    ['2026-01-05T09:00:00Z', undefined, HITS + 3, 1],
    ['2026-01-05T12:00:00Z', undefined, 2, 1],
  ]);
  const [first] = hours.results;
  expect(first.p95_ms).toBeGreaterThanOrEqual(first.p50_ms);
  const minutes = await usage(`?interval=minute&${range}`);
  expect(minutes.results.map(brief)).toEqual([
    ['2026-01-05T09:00:00Z', undefined, HITS + 2, 1],
    ['2026-01-05T09:10:00Z', undefined, 1, 0],
    ['2026-01-05T12:30:00Z', undefined, 2, 1],
  ]);
  const days = await usage(`?interval=day&by=key&${range}`);
  expect([days.after, days.before]).toEqual(['2026-01-05T00:00:00Z', '2026-01-06T00:00:00Z']);
  expect(days.results).toHaveLength(2);
  const mine = days.results.find(({ key_id }: { key_id: string }) => key_id === key.json.id);
  expect(mine).toEqual({
    start: '2026-01-05T00:00:00Z',
    key_id: key.json.id,
    runs: 2,
    errors: 1,
    cache_hits: expect.any(Number),
    hit_rate: expect.any(Number),
    rows: 10,
    rows_read: expect.any(Number),
    bytes_read: expect.any(Number),
  });
  const keys = await usage(`?by=key&${range}`);
  expect(keys.results.map(brief).toSorted()).toEqual(
    days.results
      .map(brief)
      .map((each: unknown[]) => [undefined, ...each.slice(1)])
      .toSorted(),
  );
});

test.each([
  ['more steps than anybody reads', 'interval=minute&after=2026-01-04T13:00:00Z', 'interval'],
  ['minutes that are forgotten', 'interval=minute&after=2026-01-01T09:00:00Z', 'interval'],
  ['minutes by key', 'interval=minute&by=key', 'interval'],
  ['an unknown step', 'interval=week', 'interval'],
  ['an unknown member', 'by=endpoint', 'by'],
])('refused: %s', async (_, query, attr) => {
  const { status, json } = await service.call('GET', `endpoints/ten/usage?${query}`);
  expect([status, json.code, json.attr]).toEqual([400, 'invalid_value', attr]);
});

test('minutes are kept for 3 days and hours for 92', async () => {
  const { query } = service.services.database;
  const nowMs = Date.parse(START) + 4 * DAY_MS;
  await forgetUsage(query, nowMs);
  service.setNow(new Date(nowMs).toISOString());
  const range = '?after=2026-01-05T09:05:00Z&before=2026-01-05T09:15:00Z';
  expect(await usage(range)).toMatchObject({
    runs: HITS + 3,
    after: '2026-01-05T09:00:00Z',
    before: '2026-01-05T10:00:00Z',
  });
  await forgetUsage(query, nowMs + 92 * DAY_MS);
  expect(await usage(range)).toMatchObject({
    runs: 0,
    errors: 0,
    hit_rate: null,
    p50_ms: null,
    p95_ms: null,
  });
});

test('a range that ends before it begins and an unknown endpoint are refused', async () => {
  const turned = await service.call(
    'GET',
    'endpoints/ten/usage?after=2026-01-05T09:00:00Z&before=2026-01-04T09:00:00Z',
  );
  expect([turned.status, turned.json.code, turned.json.attr]).toEqual([400, 'invalid_value', 'after']);
  expect((await service.call('GET', 'endpoints/none/usage')).status).toBe(404);
});
