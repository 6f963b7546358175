import { beforeAll, describe, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import { startTestService, type TestProject } from '../fixtures/start-service.ts';

// [SPEC-3.0.3], [SPEC-3.0.5], [SPEC-3.6.3], [SPEC-3.6.4], [SPEC-3.6.8], [SPEC-4.1], [SPEC-4.2], [SPEC-4.3.2],
// [SPEC-4.5.1], [SPEC-7.6].

let service: TestProject;
const NOW = '2026-01-05T09:00:00Z';
const later = (seconds: number): string => new Date(Date.parse(NOW) + seconds * 1000).toISOString();

beforeAll(async () => {
  service = await shareService();
  const signups = ['pro', 'pro', 'free'].map((plan, i) => ({
    event: 'signup',
    distinct_id: `user-${i}`,
    timestamp: `2026-01-0${i + 1}T10:00:00Z`,
    properties: { plan },
  }));
  await service.capture(signups);
});

/** Makes an endpoint and gives its run path. */
async function endpoint(name: string, query: string, fields: Record<string, unknown> = {}): Promise<string> {
  const body = { name, query: { kind: 'HogQLQuery', query }, ...fields };
  const answer = await service.call('POST', 'endpoints', { body });
  expect(answer.text, answer.text).toContain('"id"');
  return `endpoints/${name}/run`;
}

describe('the answer of a SQL endpoint', () => {
  test('has every member of the envelope', async () => {
    const run = await endpoint(
      'by-plan',
      'select properties.plan as plan, count() as n from events group by plan order by plan',
    );
    const { json } = await service.call('POST', run, { now: NOW });
    expect(json).toEqual({
      name: 'by-plan',
      results: [
        ['free', 1],
        ['pro', 2],
      ],
      columns: ['plan', 'n'],
      types: [
        ['plan', expect.stringContaining('String')],
        ['n', 'UInt64'],
      ],
      hasMore: false,
      timezone: 'UTC',
      endpoint_version: 1,
      endpoint_version_created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      execution_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_cached: false,
      last_refresh: '2026-01-05T09:00:00.000Z',
      cache_target_age: '2026-01-05T15:00:00.000Z',
      next_allowed_client_refresh: '2026-01-05T09:00:00.000Z',
      served_from: 'direct',
      served_reason: 'cache_miss',
    });
  });

  test('a hit differs from its miss only in what it says of the call', async () => {
    const run = await endpoint('same', 'select event, distinct_id from events order by distinct_id');
    const miss = await service.call('POST', run, { now: NOW });
    const hit = await service.call('POST', run, { now: later(60) });
    expect(hit.json).toEqual({
      ...miss.json,
      is_cached: true,
      served_from: 'cache',
      served_reason: 'cache_fresh',
    });
    expect(hit.headers).toMatchObject({
      etag: miss.headers['etag'],
      age: '60',
      'cache-control': 'private, max-age=21540',
      'cache-status': 'Sluice; hit; ttl=21540',
      vary: 'Authorization, Accept, Accept-Encoding, Origin',
    });
    expect(miss.headers).toMatchObject({ age: '0', 'cache-status': 'Sluice; fwd=miss; stored' });
    expect(miss.headers['server-timing']).toMatch(
      /^load;dur=[\d.]+, check;dur=[\d.]+, choose;dur=[\d.]+, execute;dur=/,
    );
  });

  test('hasMore, limit and offset page through the rows', async () => {
    const run = await endpoint('pages', 'select distinct_id from events order by distinct_id');
    const page = async (limit: number, offset?: number) => {
      const { json } = await service.call('POST', run, { body: { limit, offset } });
      return { ids: json.results.flat(), hasMore: json.hasMore, limit: json.limit, offset: json.offset };
    };
    expect(await page(2)).toEqual({ ids: ['user-0', 'user-1'], hasMore: true, limit: 2, offset: undefined });
    expect(await page(2, 2)).toEqual({ ids: ['user-2'], hasMore: false, limit: 2, offset: 2 });
    expect(await page(3, 0)).toEqual({
      ids: ['user-0', 'user-1', 'user-2'],
      hasMore: false,
      limit: 3,
      offset: 0,
    });
    expect(await page(1, 9)).toEqual({ ids: [], hasMore: false, limit: 1, offset: 9 });
  });

  test('the largest offset after the query’s own one finds no rows', async () => {
    const run = await endpoint('largest-offset', 'select number from numbers(9) limit 5 offset 2');
    const body = { limit: 5, offset: Number.MAX_SAFE_INTEGER };
    expect(await service.call('POST', run, { body })).toMatchObject({ status: 200, json: { results: [] } });
  });

  test('offset needs limit', async () => {
    const run = await endpoint('offset', 'select 1');
    const answer = await service.call('POST', run, { body: { offset: 1 } });
    expect(answer).toMatchObject({ status: 400, json: { code: 'combination_not_allowed' } });
  });

  test('debug adds what happened, on a miss and on a hit', async () => {
    const run = await endpoint('debugged', 'select count() as n from events');
    for (const served_from of ['direct', 'cache']) {
      const { json } = await service.call('POST', run, { body: { debug: true } });
      expect(json).toMatchObject({
        served_from,
        hogql: 'select count() as n from events',
        clickhouse: expect.stringContaining('app.events'),
        cache_key: expect.stringMatching(/^[\w-]{43}$/),
        engine: { rows_read: expect.any(Number) },
      });
      expect(json.timings.map(({ k }: { k: string }) => k).slice(0, 3)).toEqual(['load', 'check', 'choose']);
    }
    expect((await service.call('POST', run)).json).not.toHaveProperty('clickhouse');
  });

  test('int64=string spells 64-bit integers as text and has a key of its own', async () => {
    const run = await endpoint('big', 'select 9223372036854775807 as n');
    expect((await service.call('POST', run)).text).toContain('[9223372036854775807]');
    expect((await service.call('POST', `${run}?int64=string`)).json.results).toEqual([
      ['9223372036854775807'],
    ]);
  });
});

describe('the cache', () => {
  test('an answer is fresh for the age of the endpoint, judged at each call', async () => {
    const run = await endpoint('aged', 'select count() from events', { cache_age_seconds: 600 });
    const at = async (seconds: number) => (await service.call('POST', run, { now: later(seconds) })).json;
    const first = await at(0);
    expect(await at(599)).toMatchObject({ served_reason: 'cache_fresh', execution_id: first.execution_id });
    await service.call('PATCH', 'endpoints/aged', { body: { cache_age_seconds: 300 } });
    const second = await at(301);
    expect(second).toMatchObject({ served_reason: 'cache_expired', is_cached: false });
    expect(second.execution_id).not.toBe(first.execution_id);
    expect(await at(302)).toMatchObject({
      execution_id: second.execution_id,
      cache_target_age: '2026-01-05T09:10:01.000Z',
    });
  });

  test.each([
    ['blocking', 'cache_fresh'],
    ['cache', 'cache_fresh'],
    ['force_blocking', 'refresh_forced'],
    ['force', 'refresh_forced'],
  ])('refresh %s is answered with %s, and stores', async (refresh, reason) => {
    const run = await endpoint(`mode-${refresh}`, 'select 1');
    const first = await service.call('POST', run, { body: { refresh } });
    const second = await service.call('POST', run, { body: { refresh } });
    expect(second.json.served_reason).toBe(reason);
    const isForced = reason === 'refresh_forced';
    expect(second.json.execution_id === first.json.execution_id).toBe(!isForced);
    expect(second.headers['cache-control']?.startsWith(isForced ? 'no-store' : 'private')).toBe(true);
    expect((await service.call('POST', run)).json).toMatchObject({
      served_reason: 'cache_fresh',
      execution_id: second.json.execution_id,
    });
  });

  test('an old version says so, and a new version never serves the bytes of the old', async () => {
    const run = await endpoint('versioned', 'select 1');
    await service.call('POST', run);
    await service.call('PATCH', 'endpoints/versioned', {
      body: { query: { kind: 'HogQLQuery', query: 'select 2' } },
    });
    expect((await service.call('POST', run)).json).toMatchObject({
      results: [[2]],
      endpoint_version: 2,
      is_cached: false,
    });
    const old = await service.call('POST', `${run}?version=1`, { body: { refresh: 'force' } });
    expect(old.json).toMatchObject({ results: [[1]], endpoint_version: 1 });
  });

  test('a deleted and recreated endpoint starts without answers', async () => {
    const run = await endpoint('reborn', 'select 1');
    await service.call('POST', run);
    expect((await service.call('DELETE', 'endpoints/reborn')).status).toBe(204);
    expect((await service.call('POST', run)).status).toBe(404);
    await endpoint('reborn', 'select 1');
    expect((await service.call('POST', run)).json.is_cached).toBe(false);
  });

  test('an inactive endpoint is not found, cached or not', async () => {
    const run = await endpoint('asleep', 'select 1');
    await service.call('POST', run);
    await service.call('PATCH', 'endpoints/asleep', { body: { is_active: false } });
    expect(await service.call('POST', run)).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });

  test('a changed time zone of the project computes anew', async () => {
    const run = await endpoint(
      'zoned',
      'select toStartOfDay(timestamp) from events order by timestamp limit 1',
    );
    await service.call('POST', run);
    await service.call('PATCH', '', { body: { timezone: 'Asia/Tokyo' } });
    expect((await service.call('POST', run)).json).toMatchObject({
      is_cached: false,
      timezone: 'Asia/Tokyo',
    });
    await service.call('PATCH', '', { body: { timezone: 'UTC' } });
  });

  test.each([
    [5, '5', true],
    ['5', 5, true],
    [5, 6, false],
    [9007199254740993n, 9007199254740992n, false],
  ])('Number variables %s and %s share a result: %s', async (one, other, share) => {
    const run = await endpoint(`key-${one}-${typeof other}-${other}`, 'select {variables.n} + 0 as n');
    const body = (value: unknown): string =>
      `{"variables":{"n":${typeof value === 'bigint' ? value : JSON.stringify(value)}}}`;
    const first = await service.call('POST', run, { body: body(one) });
    const second = await service.call('POST', run, { body: body(other) });
    expect(first.status).toBe(200);
    expect(second.json.execution_id === first.json.execution_id).toBe(share);
  });

  test('text variables that look alike do not share a result', async () => {
    const run = await endpoint('texts', "select concat({variables.t}, '') as t");
    const values = ['null', '0', 'false', '', ' ', '"', "'", '[]', 'ä', 'a\u0308'];
    for (const t of values) {
      const { json } = await service.call('POST', run, { body: { variables: { t } } });
      expect(json).toMatchObject({ results: [[t]], is_cached: false });
    }
    for (const t of values) {
      const { json } = await service.call('POST', run, { body: { variables: { t } } });
      expect(json).toMatchObject({ results: [[t]], is_cached: true });
    }
  });

  test('a request that a computed answer would refuse is refused although the result is cached', async () => {
    const run = await endpoint('strict', 'select {variables.a} as a');
    await service.call('POST', run, { body: { variables: { a: 'x' } } });
    for (const body of [
      {},
      { variables: { a: 'x', b: 1 } },
      { variables: { a: 'x' }, query_override: { kind: 'x' } },
    ])
      expect((await service.call('POST', run, { body })).status).toBe(400);
  });

  test('100 simultaneous misses run one engine query', async () => {
    // Slow enough that all have come before the engine answers.
    const run = await endpoint('crowd', 'select sum(number) from numbers(300000000)');
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => service.call('POST', run, { now: NOW })),
    );
    expect(new Set(answers.map(({ json }) => json.execution_id)).size).toBe(1);
    const states = answers.map(({ headers }) => headers['cache-status']);
    expect(states.filter((state) => state === 'Sluice; fwd=miss; stored')).toHaveLength(1);
    expect(states.filter((state) => state === 'Sluice; fwd=miss; collapsed')).toHaveLength(99);
  });

  test('errors are not stored', async () => {
    const run = await endpoint('failing', 'select max(properties) from events', {
      limits: { max_bytes_read: 1 },
    });
    for (let i = 0; i < 2; i += 1)
      expect(await service.call('POST', run)).toMatchObject({
        status: 400,
        json: { code: 'query_too_large' },
      });
    await service.call('PATCH', 'endpoints/failing', { body: { limits: {} } });
    expect((await service.call('POST', run)).json.served_reason).toBe('cache_miss');
  });
});

describe('stale answers, when the endpoint allows them', () => {
  test('stale_while_revalidate serves the old answer once and computes the new one behind it', async () => {
    const run = await endpoint('swr', 'select count() from events', {
      cache_age_seconds: 300,
      stale_while_revalidate_seconds: 60,
    });
    const at = (seconds: number) => service.call('POST', run, { now: later(seconds) });
    const first = await at(0);
    const stale = await at(330);
    expect(stale.json).toMatchObject({
      served_reason: 'stale_while_revalidate',
      execution_id: first.json.execution_id,
    });
    expect(stale.headers['cache-status']).toBe('Sluice; hit; stale');
    await expect.poll(async () => (await at(331)).json.served_reason).toBe('cache_fresh');
    expect((await at(331 + 300 + 61)).json.served_reason).toBe('cache_expired');
  });
});

describe('headers', () => {
  test('If-None-Match of a GET is answered 304, of a POST it is not', async () => {
    const run = await endpoint('tagged', 'select 1');
    const etag = String((await service.call('GET', run)).headers['etag']);
    const known = await service.call('GET', run, { headers: { 'if-none-match': `"x", ${etag}` } });
    expect(known).toMatchObject({ status: 304, text: '', headers: { etag } });
    expect(known.headers).toHaveProperty('cache-control');
    expect((await service.call('GET', run, { headers: { 'if-none-match': '"x"' } })).status).toBe(200);
    expect((await service.call('POST', run, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  test('a large answer is compressed, with the same ETag', async () => {
    const run = await endpoint('large', "select repeat('x', 5000) as x from events");
    const plain = await service.call('POST', run);
    const response = await fetch(`${service.url}/api/projects/${service.projectId}/${run}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.rootKey}`, 'accept-encoding': 'gzip' },
    });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('etag')).toBe(plain.headers['etag']);
    expect(await response.json()).toMatchObject({ results: plain.json.results });
  });

  test('the headers tell of the limit that is nearest', async () => {
    const limited = await startTestService({ rateLimits: '6,3,100,0' });
    try {
      const query = { kind: 'HogQLQuery', query: 'select 1' };
      await limited.call('POST', 'endpoints', { body: { name: 'one', query } });
      const limitTold = async (path: string, body: object) =>
        (await limited.call('POST', path, { body })).headers['ratelimit'];
      expect(await limitTold('endpoints/one/run', {})).toBe('"executions";r=2;t=60');
      // A hit works with no engine.
      expect(await limitTold('endpoints/one/run', {})).toBe('"executions";r=2;t=60');
      expect(await limitTold('query', { query })).toBe('"executions";r=1;t=60');
      expect(await limitTold('endpoints/one/run', {})).toBe('"executions";r=1;t=60');
      expect(await limitTold('endpoints/one/run', {})).toBe('"runs";r=1;t=60');
    } finally {
      await limited.close();
    }
  });

  test('the rate of runs is counted and refused, also for cached answers', async () => {
    const limited = await startTestService({ rateLimits: '2,0,0,0' });
    try {
      const key = { key: limited.rootKey };
      const body = { name: 'one', query: { kind: 'HogQLQuery', query: 'select 1' } };
      await limited.call('POST', 'endpoints', { body, ...key });
      const first = await limited.call('POST', 'endpoints/one/run');
      expect(first.headers).toMatchObject({
        ratelimit: '"runs";r=1;t=60',
        'ratelimit-policy': '"runs";q=2;w=60',
      });
      await limited.call('POST', 'endpoints/one/run');
      const refused = await limited.call('POST', 'endpoints/one/run');
      expect(refused).toMatchObject({
        status: 429,
        json: { code: 'throttled' },
        headers: { 'retry-after': '60' },
      });
      limited.setNow(new Date(Date.now() + 61_000).toISOString());
      expect((await limited.call('POST', 'endpoints/one/run')).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  test('the execution rate is charged only by calls that start an engine query', async () => {
    const limited = await startTestService({ rateLimits: '0,1,0,0' });
    try {
      const body = { name: 'one', query: { kind: 'HogQLQuery', query: 'select 1' } };
      await limited.call('POST', 'endpoints', { body });
      for (let i = 0; i < 3; i += 1)
        expect((await limited.call('POST', 'endpoints/one/run')).status).toBe(200);
      const forced = await limited.call('POST', 'endpoints/one/run', { body: { refresh: 'force_blocking' } });
      expect(forced).toMatchObject({ status: 429, json: { code: 'throttled' } });
      expect((await limited.call('POST', 'endpoints/one/run')).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  test('an ad-hoc query is charged before it is compiled', async () => {
    const limited = await startTestService({ rateLimits: '0,1,0,0' });
    const ask = (query: string) =>
      limited.call('POST', 'query/', { body: { query: { kind: 'HogQLQuery', query } } });
    try {
      expect(await ask('select unknown_function(1)')).toMatchObject({ json: { code: 'unknown_function' } });
      for (const query of ['select unknown_function(1)', `select ${'('.repeat(3_000)}1`])
        expect(await ask(query)).toMatchObject({ status: 429, json: { code: 'throttled' } });
    } finally {
      await limited.close();
    }
  });

  test('a long query, which another thread compiles, answers and is refused like a short one', async () => {
    const padding = `/* ${'long '.repeat(600)} */`;
    const asBoth = async (query: string, more: object = {}) => {
      const texts = [query, `${query} ${padding}`];
      const answers = await Promise.all(
        texts.map((text) =>
          service.call('POST', 'query/', { body: { query: { kind: 'HogQLQuery', query: text }, ...more } }),
        ),
      );
      const facts = answers.map(({ status, json }) => {
        const { execution_id: _id, last_refresh: _at, request_id: _request, ...rest } = json;
        return { status, ...rest };
      });
      expect(facts[1]).toEqual(facts[0]);
      return facts[0];
    };
    const limited = { limit: 2, offset: 1, variables: { from: 3 } };
    expect(await asBoth('select number + {variables.from} as n from numbers(10)', limited)).toMatchObject({
      status: 200,
      results: [[4], [5]],
      hasMore: true,
    });
    const properties = [{ key: 'plan', type: 'event', value: 'free', operator: 'exact' }];
    const filtered = { filters_override: { properties } };
    expect(await asBoth('select count() from events where timestamp < now()', filtered)).toMatchObject({
      status: 200,
    });
    expect(await asBoth('select evnt from events')).toMatchObject({ code: 'unknown_field', status: 400 });
    const validations = await Promise.all(
      ['select evnt, nope() from events', `select evnt, nope() from events ${padding}`].map((query) =>
        service.call('POST', 'endpoints/validate', { body: { query: { kind: 'HogQLQuery', query } } }),
      ),
    );
    expect(validations[0]?.json.errors).toHaveLength(2);
    expect(validations[1]?.json).toEqual(validations[0]?.json);
  });
});
