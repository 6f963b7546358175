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
