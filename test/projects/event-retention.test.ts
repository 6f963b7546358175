import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../src/base/ids.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// [CAP-8.1] to [CAP-8.4]. One event a day for a hundred days, at noon.

const NOW = '2026-04-15T13:00:00Z';
const DAY_MS = 86_400_000;
const NOON = Date.parse('2026-04-15T12:00:00Z');

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  service.setNow(NOW);
  await service.capture(Array.from({ length: 100 }, (_, age) => eventOf(age)));
  const questions: Readonly<Record<string, object>> = {
    sql: { kind: 'HogQLQuery', query: 'select count(), min(timestamp), uniq(person_id) from events' },
    sessions: { kind: 'HogQLQuery', query: 'select count() from sessions' },
    joined: {
      kind: 'HogQLQuery',
      query: 'select count() from events a join events b on a.uuid = b.uuid where a.person.properties.n >= 0',
    },
    union: {
      kind: 'HogQLQuery',
      query: 'select uuid from events union all select uuid from events',
    },
    persons: { kind: 'HogQLQuery', query: 'select count() from persons' },
    trends: trends('total'),
    dau: trends('dau'),
    first: trends('first_time_for_user'),
    lifecycle: { kind: 'LifecycleQuery', series: SERIES, dateRange: { date_from: '-60d' } },
    retention: { kind: 'RetentionQuery', retentionFilter: { period: 'Week', totalIntervals: 11 } },
    stickiness: { kind: 'StickinessQuery', series: SERIES, dateRange: { date_from: '-90d' } },
    funnel: { kind: 'FunnelsQuery', series: [...SERIES, ...SERIES], dateRange: { date_from: '-90d' } },
  };
  for (const [name, query] of Object.entries(questions)) {
    const { status, text } = await service.call('POST', 'endpoints', { body: { name, query } });
    expect(status, text).toBe(201);
  }
});
afterAll(() => service.close());

const SERIES = [{ kind: 'EventsNode', event: 'tick' }];
const trends = (math: string) => ({
  kind: 'TrendsQuery',
  series: [{ ...SERIES[0], math }],
  dateRange: { date_from: 'all' },
  trendsFilter: { display: 'BoldNumber' },
});

function eventOf(ageDays: number, uuid = newUuid()) {
  const user = `user-${ageDays % 10}`;
  return {
    uuid,
    event: 'tick',
    distinct_id: user,
    timestamp: new Date(NOON - ageDays * DAY_MS).toISOString(),
    properties: { $session_id: `s-${ageDays}`, $set: { n: ageDays } },
  };
}

async function run(name: string, refresh = 'force_blocking', now?: string): Promise<unknown> {
  const given = { body: { refresh }, ...(now !== undefined && { now }) };
  const { status, text, json } = await service.call('POST', `endpoints/${name}/run`, given);
  expect(status, text).toBe(200);
  return json.results;
}

async function count(now?: string): Promise<unknown> {
  const results = await run('sql', 'force_blocking', now);
  return Array.isArray(results) ? results[0][0] : results;
}

async function answers(): Promise<Readonly<Record<string, unknown>>> {
  const { json } = await service.call('GET', 'endpoints?limit=100');
  const names: readonly string[] = json.results.map((each: { name: string }) => each.name);
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await run(name)])));
}

const keep = (days: number | null) => service.call('PATCH', '', { body: { event_retention_days: days } });

async function stored(): Promise<number> {
  const { rows } = await service.engine.command(
    'SELECT toUInt32(count()) FROM app.events WHERE project_id = 1',
  );
  return JSON.parse(Buffer.from(rows).toString())[0];
}

test('every question sees the events of the last days only, from the moment of the setting', async () => {
  expect(await run('sql', 'blocking')).toEqual([[100, expect.anything(), 10]]);
  expect(await run('trends', 'blocking')).toMatchObject([{ aggregated_value: 100 }]);
  const changed = await keep(30);
  expect([changed.status, changed.json.event_retention_days]).toEqual([200, 30]);
  // Nothing that was cached before is answered after. Noon thirty days ago is an hour too old.
  expect(await run('sql', 'blocking')).toEqual([[30, '2026-03-17T12:00:00.000000Z', 10]]);
  expect(await run('trends', 'blocking')).toMatchObject([{ aggregated_value: 30 }]);
  expect(await run('sessions')).toEqual([[30]]);
  expect(await run('joined')).toEqual([[30]]);
  expect(await run('union')).toHaveLength(60);
  expect(await run('persons')).toEqual([[10]]);
  const adHoc = await service.call('POST', 'query', {
    body: { query: { kind: 'HogQLQuery', query: 'select count() from events' } },
  });
  expect(adHoc.json.results).toEqual([[30]]);
  const exported = await service.call('GET', 'export?format=ndjson&after=2026-01-01T00:00:00Z');
  expect(exported.text.trim().split('\n')).toHaveLength(30);
  const { json } = await service.call('GET', 'activity');
  expect(JSON.stringify(json.results)).toContain('event_retention_days');
});

test('the limit is that of the time of the run', async () => {
  expect(await count('2026-04-15T11:00:00Z')).toBe(31);
  expect(await count('2026-04-20T11:00:00Z')).toBe(26);
});

test('what was let go does not come back when events are kept for longer', async () => {
  expect((await keep(60)).status).toBe(200);
  expect(await count()).toBe(30);
  expect((await keep(null)).status).toBe(200);
  expect(await count()).toBe(30);
  expect(await count('2026-06-01T12:00:00Z')).toBe(30);
  await keep(30);
});

test('older events are taken with a warning, and no question sees them', async () => {
  await service.capture([{ ...eventOf(50), distinct_id: 'late' }]);
  expect(await count()).toBe(30);
  expect(await run('persons')).toEqual([[11]]);
  const rows = [60, 61, 3].map((age) => JSON.stringify({ ...eventOf(age), properties: {} })).join('\n');
  const sent = await service.call('POST', 'imports?format=posthog&file_name=x.jsonl&wait=true', {
    body: rows,
  });
  expect(sent.text).toContain('"inserted":3');
  expect(await count()).toBe(31);
  const { json } = await service.call('GET', 'ingestion_warnings');
  const told = json.results.filter((each: { reason: string }) => each.reason === 'older_than_retention');
  expect(told.map((each: { details: object }) => each.details)).toEqual([{ events: 2 }, { events: 1 }]);
});

test('the disk follows, and no answer shows when', async () => {
  const before = await answers();
  const all = await stored();
  await service.services.eventExpirer.expire();
  expect([all, await stored()]).toEqual([104, 31]);
  expect(await answers()).toEqual(before);
  await service.services.eventExpirer.expire();
  expect(await stored()).toBe(31);
  await keep(null);
  await service.services.eventExpirer.expire();
  expect(await count()).toBe(31);
});

test('a day more than the limit stays on the disk, so that a clock that goes back changes no answer', async () => {
  await keep(20);
  await service.services.eventExpirer.expire();
  expect([await count(), await stored()]).toEqual([21, 22]);
});

test('a repeat of an event that has gone stays a repeat', async () => {
  const uuid = newUuid();
  await service.capture([eventOf(90, uuid)]);
  await service.services.eventExpirer.expire();
  await service.capture([eventOf(1, uuid)]);
  expect(await count()).toBe(21);
});

test.each([0, -1, 1.5, 36_501, '30'])('%s days are refused', async (days) => {
  const { status, json } = await service.call('PATCH', '', { body: { event_retention_days: days } });
  expect([status, json.attr]).toEqual([400, 'event_retention_days']);
});
