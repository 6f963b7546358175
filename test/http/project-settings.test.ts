import { beforeAll, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// [SPEC-2.2.2].

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
});

const NOW = '2026-01-07T12:00:00Z';

async function run(name: string) {
  const { status, json } = await service.call('POST', `endpoints/${name}/run`, { now: NOW });
  expect(status).toBe(200);
  return json;
}

test('every setting that changes answers acts with the next run, and no older bytes are served', async () => {
  const event = (distinct_id: string, timestamp: string, url: string) => ({
    event: '$pageview',
    distinct_id,
    timestamp,
    properties: { $current_url: url, $pathname: url },
  });
  const batch = [
    event('guest', '2026-01-04T20:00:00Z', '/orders/1'),
    event('guest', '2026-01-04T20:05:00Z', '/basket'),
    event('guest', '2026-01-05T20:00:00Z', '/orders/2'),
    event('tester', '2026-01-06T01:00:00Z', '/home'),
  ];
  await service.capture(batch);
  const series = [{ kind: 'EventsNode', event: '$pageview' }];
  const dateRange = { date_from: '2026-01-04', date_to: '2026-01-07' };
  const queries = {
    byDay: { kind: 'TrendsQuery', series, dateRange, interval: 'day' },
    byWeek: { kind: 'TrendsQuery', series, dateRange, interval: 'week' },
    tested: { kind: 'TrendsQuery', series, dateRange, interval: 'day', filterTestAccounts: true },
    cleaned: {
      kind: 'PathsQuery',
      dateRange,
      pathsFilter: { includeEventTypes: ['$pageview'], localPathCleaningFilters: [], pathReplacements: true },
    },
    hours: { kind: 'HogQLQuery', query: 'select toHour(timestamp) from events order by timestamp' },
  };
  for (const [name, query] of Object.entries(queries))
    expect((await service.call('POST', 'endpoints', { body: { name, query } })).json).toMatchObject({ name });
  const settings = [
    { timezone: 'Asia/Tokyo' },
    { week_start_day: 1 },
    { test_account_filters: [{ type: 'event', key: 'distinct_id', operator: 'exact', value: 'guest' }] },
    { path_cleaning_filters: [{ regex: '/orders/\\d+', alias: '/orders/:id' }] },
  ];
  const concerned = [['byDay', 'hours'], ['byWeek'], ['tested'], ['cleaned']] as const;
  for (const [index, change] of settings.entries()) {
    for (const name of Object.keys(queries)) await run(name);
    const before = new Map<string, string>();
    for (const name of concerned[index] ?? []) {
      const cached = await run(name);
      expect([name, cached.is_cached]).toEqual([name, true]);
      before.set(name, JSON.stringify(cached.results));
    }
    expect((await service.call('PATCH', '', { body: change })).status).toBe(200);
    for (const [name, results] of before) {
      const after = await run(name);
      expect([name, after.is_cached]).toEqual([name, false]);
      expect(JSON.stringify(after.results), name).not.toBe(results);
    }
  }
});

test.each([
  ['PATCH', '', 'regex', { regex: '(', alias: '' }],
  ['PATCH', '', 'regex', { regex: 'a(?=b)', alias: '' }],
  ['PATCH', '', 'alias', { regex: 'a', alias: '\\1' }],
  ['POST', '/api/projects', 'regex', { regex: '(', alias: '' }],
] as const)(
  '%s %s refuses a replacement in paths that no query could use: %s',
  async (method, path, member, rule) => {
    const body = { name: 'Paths', path_cleaning_filters: [{ regex: 'fine', alias: '' }, rule] };
    const { status, json } = await service.call(method, path, { body });
    expect([status, json.code, json.attr]).toEqual([
      400,
      'invalid_value',
      `path_cleaning_filters.1.${member}`,
    ]);
  },
);
