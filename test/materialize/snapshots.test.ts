import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { build, expectSameAnswer, materialize, run, sourceOf, sql } from './snapshot-lab.ts';

// [SPEC-5.4.1], [SPEC-5.5], [ENG-12.2].

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const event = (day: number, plan: string | null, price: number) => ({
    event: day % 2 === 0 ? 'paid' : 'viewed',
    distinct_id: `person-${day % 3}`,
    timestamp: `2026-01-0${day}T0${day}:30:00.123456Z`,
    properties: { plan, price, $current_url: `https://example.com/${plan}` },
  });
  const batch = [1, 2, 3, 4, 5, 6].map((day) => event(day, day === 4 ? null : `plan ${day % 2}`, day / 3));
  await service.capture(batch);
  service.setNow('2026-01-07T12:00:00Z');
});
afterAll(() => service.close());

/** Names of the objects of the newest snapshot of an endpoint. */
async function objectsOf(name: string): Promise<readonly string[]> {
  const { json } = await service.call('GET', `endpoints/${name}/`);
  const builds = await service.call('GET', `endpoints/${name}/materializations/`);
  const keys = await service.services.objects.list(`snapshots/1/${json.id}/${builds.json.results[0].id}`);
  return keys.map((key) => path.basename(key)).sort();
}

describe('what a snapshot answers', () => {
  const EVERY_TYPE = `select 1 as small, 9223372036854775807 as large, 123456789012345678901234567890 as wide, 0.1 as f,
    nan as n, null as nothing, [] as empty, ['a', null] as list, [[1], []] as lists, (1, 'a', null) as tuple,
    map('k', 1) as map, map('k', null) as nulls, true as truth, 'a"\\'\\\\ \\n€😀' as text,
    toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0') as id, [toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')] as ids,
    timestamp, [timestamp] as times, toDate(timestamp) as day, toStartOfDay(timestamp) as start,
    toDecimal(1.5, 4) as dec, properties.price as price, properties.plan as plan, event as \`a.b\`, now() as now,
    interval 3 day as span
    from events order by timestamp`;

  test.each(['UTC', 'Asia/Kathmandu'])('the direct answer, for every type, in %s', async (timezone) => {
    await service.call('PATCH', '/api/projects/1/', { body: { timezone } });
    const name = `types-${timezone.replace('/', '-')}`;
    await materialize(service, name, sql(EVERY_TYPE));
    await expectSameAnswer(service, name);
    await expectSameAnswer(service, name, { limit: 2, offset: 3 });
    const status = await service.call('GET', `endpoints/${name}/materialization_status/`);
    expect(status.json).toMatchObject({ rows: 6, verified: true });
    for (const format of ['csv', 'ndjson']) {
      const stored = await service.call('GET', `endpoints/${name}/run?format=${format}`);
      const computed = await service.call('GET', `endpoints/${name}/run?format=${format}&refresh=direct`);
      expect(stored.text).toBe(computed.text);
      expect(stored.text.length).toBeGreaterThan(1000);
    }
    const asText = await service.call('GET', `endpoints/${name}/run?int64=string`);
    expect(asText.json).toMatchObject({ served_from: 'materialized' });
    expect(asText.json.results[0][1]).toBe('9223372036854775807');
    await service.call('PATCH', '/api/projects/1/', { body: { timezone: 'UTC' } });
  });

  test.each([
    ['nothing', 'select event from events where false'],
    ['its own limit', 'select number from numbers(100) order by number limit 10 offset 5'],
    ['more rows than an answer has', 'select number as n from numbers(60000) order by n'],
  ])('%s', async (_, query) => {
    const name = `rows-${query.length}`;
    await materialize(service, name, sql(query));
    await expectSameAnswer(service, name);
    for (const window of [{ limit: 3 }, { limit: 3, offset: 8 }, { limit: 5, offset: 59_998 }])
      await expectSameAnswer(service, name, window);
  });

  const VIEWED = { kind: 'EventsNode', event: 'viewed' };
  const PAID = { kind: 'EventsNode', event: 'paid' };
  const WEEK = { dateRange: { date_from: '-7d' } };
  const RETENTION = {
    targetEntity: { id: 'viewed', type: 'events' },
    returningEntity: { id: 'paid', type: 'events' },
  };
  test.each<[string, object]>([
    [
      'trends-breakdown',
      { kind: 'TrendsQuery', series: [PAID], breakdownFilter: { breakdown: 'plan' }, ...WEEK },
    ],
    [
      'funnel-times',
      {
        kind: 'FunnelsQuery',
        series: [VIEWED, PAID],
        funnelsFilter: { funnelVizType: 'time_to_convert' },
        ...WEEK,
      },
    ],
    ['retention', { kind: 'RetentionQuery', retentionFilter: RETENTION, ...WEEK }],
    ['lifecycle', { kind: 'LifecycleQuery', series: [VIEWED], ...WEEK }],
    ['paths', { kind: 'PathsQuery', pathsFilter: { includeEventTypes: ['custom_event'] }, ...WEEK }],
  ])('the insight %s', async (name, query) => {
    await materialize(service, name, query);
    await expectSameAnswer(service, name);
    const status = await service.call('GET', `endpoints/${name}/materialization_status/`);
    expect(status.json).toMatchObject({ verified: true });
    expect(await objectsOf(name)).toEqual(['answer.json', 'manifest.json', 'rows.parquet']);
  });

  test('what may answer differently each time is not compared', async () => {
    await materialize(service, 'unstable', sql('select uniq(distinct_id), any(event) from events'));
    const status = await service.call('GET', 'endpoints/unstable/materialization_status/');
    expect(status.json.verified).toBe(null);
    expect(sourceOf(await run(service, 'unstable'))).toBe('materialized materialized_current');
  });
});

describe('which answer is served', () => {
  test('by refresh, cache and parameters', async () => {
    await materialize(
      service,
      'routes',
      sql('select event, count() as n from events where {filters} group by event'),
    );
    const source = async (body: object) => sourceOf(await run(service, 'routes', body));
    expect(await source({})).toBe('materialized materialized_current');
    expect(await source({ filters_override: { properties: [] } })).toBe('materialized materialized_current');
    const filters_override = {
      properties: [{ key: 'plan', type: 'event', value: ['plan 1'], operator: 'exact' }],
    };
    expect(await source({ filters_override })).toBe('direct has_parameters');
    expect(await source({ filters_override })).toBe('cache cache_fresh');
    service.setNow('2026-01-07T12:01:00Z');
    expect(await source({ refresh: 'force_blocking' })).toBe('direct refresh_forced');
    expect(await source({})).toBe('cache cache_fresh');
    expect(await source({ refresh: 'force' })).toBe('materialized materialized_current');
    service.setNow('2026-01-07T12:02:00Z');
    await build(service, 'routes');
    const answer = await run(service, 'routes');
    expect(answer.json).toMatchObject({
      served_from: 'materialized',
      is_cached: false,
      endpoint_materialized: true,
      endpoint_materialized_at: '2026-01-07T12:02:00.000Z',
      last_refresh: '2026-01-07T12:02:00.000Z',
      cache_target_age: '2026-01-08T12:02:00.000Z',
    });
    service.setNow('2026-01-07T12:02:10Z');
    const get = await service.call('GET', 'endpoints/routes/run');
    expect(get.headers).toMatchObject({ age: '10', 'cache-control': 'private, max-age=86390' });
    const again = await service.call('GET', 'endpoints/routes/run', {
      headers: { 'if-none-match': String(get.headers['etag']) },
    });
    expect(again.status).toBe(304);
  });

  test('a changed query, old versions, age, settings and mismatches go direct with their reason', async () => {
    const settings = { sync_frequency: '1hour' };
    await materialize(service, 'reasons', sql('select 1 as one'), settings);
    const source = async (body: object = {}, now = '2026-01-07T13:45:00Z') =>
      sourceOf(await service.call('POST', 'endpoints/reasons/run', { body, now }));
    expect(await source()).toBe('materialized materialized_current');
    // The query has no weeks.
    await service.call('PATCH', '/api/projects/1/', { body: { week_start_day: 1 } });
    expect(await source()).toBe('materialized materialized_current');
    await service.call('PATCH', '/api/projects/1/', { body: { timezone: 'Asia/Tokyo' } });
    expect(await source()).toBe('direct materialized_outdated');
    // Which has it built anew.
    await expect
      .poll(() => source({ refresh: 'force' }), { timeout: 15_000 })
      .toBe('materialized materialized_current');
    expect(await source({ limit: 1 }, '2026-01-08T12:02:00Z')).toBe('direct materialized_outdated');
    const id = (await service.call('GET', 'endpoints/reasons/')).json.id;
    const change = (set: object) =>
      service.services.database.query
        .updateTable('snapshots')
        .set(set)
        .where('endpointId', '=', id)
        .execute();
    await change({ mismatchesInARow: 2 });
    expect(await source({ limit: 5 })).toBe('direct materialized_unverified');
    await change({ mismatchesInARow: 0 });
    const query = sql('select 2 as two');
    await service.call('PATCH', 'endpoints/reasons/', { body: { query } });
    expect((await run(service, 'reasons')).json).toMatchObject({
      results: [[2]],
      served_reason: 'materialized_not_built',
    });
    expect(await source({ version: 1, limit: 7 })).toBe('direct old_version');
  });
});
