import { beforeAll, describe, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// [C-7], on one session in a project in Tokyo (UTC+9): a page on 1 January 20:00 UTC, which is 05:00 of the next day
// there, and a custom event 20 seconds later. [SQL-13.1].

let service: TestProject;
const NOW = '2026-01-05T09:00:00Z';

beforeAll(async () => {
  service = await shareService();
  await service.call('PATCH', '', { body: { timezone: 'Asia/Tokyo' } });
  const event = (name: string, second: string) => ({
    event: name,
    distinct_id: 'someone',
    timestamp: `2026-01-01T20:00:${second}Z`,
    properties: { $session_id: '0193e2d4-0000-7000-8000-000000000001' },
  });
  const batch = [event('$pageview', '00'), event('rated', '20')];
  await service.capture(batch);
});

const sql = (query: string, modifiers?: unknown, more?: object) => ({
  kind: 'HogQLQuery',
  query,
  ...(modifiers !== undefined && { modifiers }),
  ...more,
});
const trends = (modifiers?: unknown) => ({
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event: '$pageview' }],
  dateRange: { date_from: '2026-01-01', date_to: '2026-01-02' },
  ...(modifiers !== undefined && { modifiers }),
});

const ask = (query: object, more: object = {}) =>
  service.call('POST', 'query', { body: { query, ...more }, now: NOW });
const rowsOf = async (query: object, more?: object) => (await ask(query, more)).json.results;

describe('convertToProjectTimezone', () => {
  const MOMENT =
    "select timestamp, toHour(timestamp), toDate(timestamp) from events where event = '$pageview'";
  const IN_TOKYO = [['2026-01-02T05:00:00.000000+09:00', 5, '2026-01-02']];
  const IN_UTC = [['2026-01-01T20:00:00.000000Z', 20, '2026-01-01']];

  test.each([
    ['absent', undefined, IN_TOKYO],
    ['null', { convertToProjectTimezone: null }, IN_TOKYO],
    ['true', { convertToProjectTimezone: true }, IN_TOKYO],
    ['false', { convertToProjectTimezone: false }, IN_UTC],
  ])('%s', async (_name, modifiers, expected) => {
    expect(await rowsOf(sql(MOMENT, modifiers))).toEqual(expected);
  });

  test('false reads texts, variables and filters without zone in UTC too', async () => {
    const modifiers = { convertToProjectTimezone: false };
    const until = (text: string) => `select count() from events where timestamp < ${text}`;
    // 04:00 of 2 January is before the events in Tokyo and after them in UTC.
    const literal = until("'2026-01-02 04:00:00'");
    expect(await rowsOf(sql(literal))).toEqual([[0]]);
    expect(await rowsOf(sql(literal, modifiers))).toEqual([[2]]);
    const variable = until('{variables.end}');
    const variables = { end: '2026-01-02T04:00:00' };
    expect(await rowsOf(sql(variable), { variables })).toEqual([[0]]);
    expect(await rowsOf(sql(variable, modifiers), { variables })).toEqual([[2]]);
    const text = 'select count() from events where {filters}';
    const filters = { filters: { dateRange: { date_to: '2026-01-01' } } };
    expect(await rowsOf(sql(text, undefined, filters))).toEqual([[0]]);
    expect(await rowsOf(sql(text, modifiers, filters))).toEqual([[2]]);
  });

  test('false puts the events of an insight into days of UTC', async () => {
    const data = async (modifiers?: object) => (await rowsOf(trends(modifiers)))[0].data;
    expect(await data()).toEqual([0, 1]);
    expect(await data({ convertToProjectTimezone: false })).toEqual([1, 0]);
  });

  test('may come with query_override, and is another result', async () => {
    await service.call('POST', 'endpoints', { body: { name: 'views', query: trends() } });
    const run = async (query_override: object) =>
      (await service.call('POST', 'endpoints/views/run', { body: { query_override }, now: NOW })).json
        .results[0].data;
    expect(await run({})).toEqual([0, 1]);
    expect(await run({ modifiers: { convertToProjectTimezone: false } })).toEqual([1, 0]);
    expect(await run({ modifiers: { convertToProjectTimezone: true } })).toEqual([0, 1]);
  });
});

describe('bounceRateDurationSeconds', () => {
  test.each([
    ['absent: 10', undefined, false],
    ['as long as the session', { bounceRateDurationSeconds: 20 }, false],
    ['a little longer', { bounceRateDurationSeconds: 20.5 }, true],
    ['much longer', { bounceRateDurationSeconds: 600 }, true],
  ])('%s', async (_name, modifiers, expected) => {
    expect(await rowsOf(sql('select $is_bounce from sessions', modifiers))).toEqual([[expected]]);
    const behindEvents = "select session.$is_bounce from events where event = 'rated'";
    expect(await rowsOf(sql(behindEvents, modifiers))).toEqual([[expected]]);
  });

  test('decides session filters of an insight', async () => {
    const count = async (modifiers?: object) => {
      const filter = { type: 'session', key: '$is_bounce', value: ['true'], operator: 'exact' };
      return (await rowsOf({ ...trends(modifiers), properties: [filter] }))[0].count;
    };
    expect(await count()).toBe(0);
    expect(await count({ bounceRateDurationSeconds: 30 })).toBe(1);
  });
});

describe('debug and timings', () => {
  test.each([
    [{ debug: true }, true],
    [{ timings: true }, true],
    [{ debug: false, timings: false }, false],
  ])('%j', async (modifiers, isShown) => {
    for (const query of [sql('select 1', modifiers), trends(modifiers)]) {
      const { json } = await ask(query);
      expect(['clickhouse', 'timings', 'engine'].map((member) => member in json)).toEqual(
        Array.from({ length: 3 }, () => isShown),
      );
    }
  });

  test('act on the runs of an endpoint, cached ones too', async () => {
    await service.call('POST', 'endpoints', {
      body: { name: 'shown', query: sql('select 1', { debug: true }) },
    });
    for (const is_cached of [false, true]) {
      const { json } = await service.call('POST', 'endpoints/shown/run', { now: NOW });
      expect(json).toMatchObject({ is_cached, hogql: 'select 1', clickhouse: expect.any(String) });
    }
  });
});

describe('names', () => {
  test('of all other hints are accepted and change nothing', async () => {
    const modifiers = {
      personsOnEventsMode: 'person_id_override_properties_joined',
      personsArgMaxVersion: 'v2',
      personsJoinMode: 'left',
      inCohortVia: 'subquery',
      materializationMode: 'auto',
      propertyGroupsMode: 'enabled',
      sessionTableVersion: 'auto',
      sessionsV2JoinMode: 'uuid',
      bounceRatePageViewMode: 'count_pageviews',
      customChannelTypeRules: [],
      dataWarehouseEventsModifiers: [],
      optimizeJoinedFilters: true,
      useMaterializedViews: true,
      usePreaggregatedTableTransforms: false,
      usePresortedEventsTable: false,
      s3TableUseInvalidColumns: false,
      useWebAnalyticsPreAggregatedTables: false,
      formatCsvAllowDoubleQuotes: true,
      forceClickhouseDataSkippingIndexes: ['index'],
    };
    expect((await ask(sql('select 1', modifiers))).json.results).toEqual([[1]]);
    expect((await ask(trends(modifiers))).json.results).toEqual((await ask(trends())).json.results);
  });

  test.each([
    ['convertToProjectTimezon', true, 'unknown_member', 'convertToProjectTimezone'],
    ['personsOnEventsMode', 'disabled', 'invalid_value', 'found "disabled"'],
    ['personsOnEventsMode', 'disabled', 'invalid_value', '"person_id_override_properties_joined"'],
    ['bounceRateDurationSeconds', '10', 'invalid_value', 'number'],
    ['bounceRateDurationSeconds', -1, 'invalid_value', 'at least 0'],
    ['convertToProjectTimezone', 'no', 'invalid_value', 'true or false'],
    ['debug', 1, 'invalid_value', 'true or false'],
  ])('%s: %j is refused as %s, saying %s', async (name, value, code, said) => {
    for (const query of [sql('select 1', { [name]: value }), trends({ [name]: value })]) {
      expect(await ask(query)).toMatchObject({
        status: 400,
        json: { code, attr: `query.modifiers.${name}`, detail: expect.stringContaining(said) },
      });
    }
  });
});

test('a modifier that acts makes a version of an endpoint, another hint does not', async () => {
  const save = async (modifiers: object) => {
    const query = sql('select count() from events', modifiers);
    const answer = await service.call('PUT', 'endpoints/counted', { body: { query } });
    return [answer.json.current_version, answer.json.query.modifiers];
  };
  const query = sql('select count() from events', {});
  await service.call('POST', 'endpoints', { body: { name: 'counted', query } });
  expect(await save({ personsJoinMode: 'left' })).toEqual([1, { personsJoinMode: 'left' }]);
  const utc = { convertToProjectTimezone: false, personsJoinMode: 'left' };
  expect(await save(utc)).toEqual([2, utc]);
  expect(await save({ ...utc, debug: true })).toEqual([3, { ...utc, debug: true }]);
});
