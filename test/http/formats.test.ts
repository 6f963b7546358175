import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '../fixtures/engine-rows-of.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// [SPEC-3.6.5], [SPEC-3.6.7].

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

let count = 0;

/** Makes an endpoint and gives its run path. */
async function endpoint(query: string, fields: Record<string, unknown> = {}): Promise<string> {
  count += 1;
  const body = { name: `e${count}`, query: { kind: 'HogQLQuery', query }, ...fields };
  const answer = await service.call('POST', 'endpoints', { body });
  expect(answer.status, answer.text).toBe(201);
  return `endpoints/e${count}/run`;
}

async function csvOf(query: string): Promise<string> {
  return (await service.call('POST', `${await endpoint(query)}?format=csv`)).text;
}

/** Over a real connection, as `fetch` gives it: rejects when the connection breaks. */
async function fetchRun(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${service.rootKey}`, ...init.headers };
  return await fetch(`${service.url}/api/projects/1/${path}`, { method: 'POST', ...init, headers });
}

const SAMPLE = `select number as n, concat('a"b,', toString(number)) as "the text", null as nothing,
  toDateTime('2026-01-05 09:00:00') as at, 1.5 as f, [1, 2] as list from numbers(2) order by n desc`;

describe('csv', () => {
  test('is RFC 4180 with the names of the user', async () => {
    const answer = await service.call('POST', await endpoint(SAMPLE), { headers: { accept: 'text/csv' } });
    expect(answer.text).toBe(
      '"n","the text","nothing","at","f","list"\r\n' +
        '1,"a""b,1",,"2026-01-05T09:00:00.000000Z",1.5,"[1,2]"\r\n' +
        '0,"a""b,0",,"2026-01-05T09:00:00.000000Z",1.5,"[1,2]"\r\n',
    );
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="e${count}.csv"`,
      'cache-control': 'no-store',
      'cache-status': 'Sluice; fwd=bypass',
      vary: 'Authorization, Accept, Accept-Encoding, Origin',
    });
    expect(answer.headers['x-request-id']).toBeDefined();
    expect(answer.headers['etag']).toBeUndefined();
  });

  test.each([
    ['no rows', 'select 1 as a where false', '"a"\r\n'],
    ['inf and nan', 'select 1 / number as a, 0 / number as b from numbers(1)', '"a","b"\r\n,\r\n'],
    [
      'names of generated form',
      'select 1 as c2, 2 as c1, 3 as t1, 4 as q1',
      '"c2","c1","t1","q1"\r\n1,2,3,4\r\n',
    ],
    ['a name like a path', 'select 1 as "t1.c2", 2 as b', '"t1.c2","b"\r\n1,2\r\n'],
    ['an expression without alias', 'select 1 + 1', '"1 + 1"\r\n2\r\n'],
    [
      'a name like SQL',
      'select 1 as "x` FROM system.tables --", 2 as "it\'s {p0:String}"',
      '"x` FROM system.tables --","it\'s {p0:String}"\r\n1,2\r\n',
    ],
    ['equal names', 'select 1, 1, 2 as "1_2"', '"1","1_3","1_2"\r\n1,1,2\r\n'],
    ['a union', 'select 1 as a union all select 1', '"a"\r\n1\r\n1\r\n'],
    ['a CTE', 'with q1 as (select 7 as a) select a as q1 from q1', '"q1"\r\n7\r\n'],
  ])('writes %s', async (_name, query, text) => {
    expect(await csvOf(query)).toBe(text);
  });

  test('keeps the order of the query over many blocks', async () => {
    const lines = (await csvOf('select number from numbers(50000) order by number desc'))
      .trim()
      .split('\r\n');
    expect(lines.slice(1).map(Number)).toEqual(Array.from({ length: 50_000 }, (_, i) => 49_999 - i));
  });
});

test('moments are written in the zone of the project', async () => {
  const run = await endpoint("select toDateTime('2026-01-05 09:00:00', 'Asia/Tokyo') as at");
  const csv = await service.call('POST', `${run}?format=csv`);
  const json = await service.call('POST', run);
  expect(csv.text).toBe(`"at"\r\n"${json.json.results[0][0]}"\r\n`);
});

test('ndjson is one object a line', async () => {
  const answer = await service.call('POST', `${await endpoint(SAMPLE)}?format=ndjson`);
  expect(answer.headers['content-type']).toBe('application/x-ndjson');
  const row = { nothing: null, at: '2026-01-05T09:00:00.000000Z', f: 1.5, list: [1, 2] };
  expect(
    answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { n: 1, 'the text': 'a"b,1', ...row },
    { n: 0, 'the text': 'a"b,0', ...row },
  ]);
});

test('int64=string counts in ndjson', async () => {
  const run = await endpoint("select toInt('9007199254740993') as big");
  const answer = await service.call('POST', `${run}?format=ndjson&int64=string`);
  expect(answer.text).toBe('{"big":"9007199254740993"}\n');
});

test.each([
  ['arrow', 'ArrowStream', 'application/vnd.apache.arrow.stream'],
  ['parquet', 'Parquet', 'application/vnd.apache.parquet'],
])('%s is read back with names, types and rows', async (format, engineFormat, type) => {
  const run = await endpoint(
    `select number as "the n", toString(number) as text, toUUID('00000000-0000-0000-0000-00000000000a') as id,
     toDateTime('2026-01-05 09:00:00', 'Asia/Tokyo') as at from numbers(3) order by number desc`,
  );
  const answer = await fetchRun(`${run}?format=${format}`);
  expect(answer.headers.get('content-type')).toBe(type);
  const file = join(service.dataDir, `answer.${format}`);
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  const sql = `SELECT "the n", text, id, toUnixTimestamp(at) FROM file('${file}', ${engineFormat})`;
  expect(rowsOf(await service.engine.command(sql))).toEqual(
    [2, 1, 0].map((n) => [n, String(n), '00000000-0000-0000-0000-00000000000a', Date.UTC(2026, 0, 5) / 1000]),
  );
  rmSync(file);
});

describe('conditions are 0 or 1 in every format, and Bools true or false', () => {
  const QUERY = `select 1 = null as decided, number = 0 as computed, not toBool(number) as negated, number in () as nowhere,
    true as truth, toBool(number) as made from numbers(1)`;

  test('csv and ndjson', async () => {
    const run = await endpoint(QUERY);
    const csv = await service.call('POST', `${run}?format=csv`);
    expect(csv.text.split('\r\n')[1]).toBe('0,1,1,0,true,false');
    const line = await service.call('POST', `${run}?format=ndjson`);
    const row = { decided: 0, computed: 1, negated: 1, nowhere: 0, truth: true, made: false };
    expect(JSON.parse(line.text)).toEqual(row);
    const { json } = await service.call('POST', run);
    expect(json.results).toEqual([Object.values(row)]);
  });

  test.each([
    ['arrow', 'ArrowStream'],
    ['parquet', 'Parquet'],
  ])('%s', async (format, engineFormat) => {
    const answer = await fetchRun(`${await endpoint(QUERY)}?format=${format}`);
    const file = join(service.dataDir, `conditions.${format}`);
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
    const names = ['decided', 'computed', 'negated', 'nowhere', 'truth', 'made'];
    const types = names.map((name) => `toTypeName(assumeNotNull(${name}))`).join(', ');
    const sql = `SELECT ${types} FROM file('${file}', ${engineFormat})`;
    expect(rowsOf(await service.engine.command(sql))).toEqual([
      ['UInt8', 'UInt8', 'UInt8', 'UInt8', 'Bool', 'Bool'],
    ]);
    rmSync(file);
  });
});

describe('the rows of a stream', () => {
  const rowsIn = async (path: string, body?: unknown): Promise<number> => {
    const { text, status } = await service.call('POST', path, { body });
    expect(status, text).toBe(200);
    return text.trimEnd().split('\n').length;
  };

  test('are at most those of limit and offset, without one more', async () => {
    const run = `${await endpoint('select number from numbers(10)')}?format=ndjson`;
    expect(await rowsIn(run, { limit: 3 })).toBe(3);
    expect((await service.call('POST', run, { body: { limit: 3, offset: 8 } })).text).toBe(
      '{"number":8}\n{"number":9}\n',
    );
  });

  test('may be as many as max_rows, also more than a JSON answer holds', async () => {
    const run = await endpoint('select number from numbers(60000)', { limits: { max_rows: 60_000 } });
    expect(await rowsIn(`${run}?format=ndjson`)).toBe(60_000);
  });

  test('end in an error when there are more than max_rows', async () => {
    const run = `${await endpoint('select number from numbers(11)', { limits: { max_rows: 10 } })}?format=csv`;
    for (const body of [{}, { limit: 11 }])
      expect(await service.call('POST', run, { body })).toMatchObject({
        status: 400,
        json: { code: 'query_too_large' },
      });
    expect((await service.call('POST', run, { body: { limit: 10 } })).status).toBe(200);
  });

  test.each(['identity', 'gzip'])(
    'break the connection when bytes have left already (%s)',
    async (coding) => {
      const limits = { max_rows: 900_000 };
      const run = await endpoint("select number, repeat('x', 50) as x from numbers(1000000)", { limits });
      const answer = await fetchRun(`${run}?format=csv`, { headers: { 'accept-encoding': coding } });
      expect(answer.status).toBe(200);
      await expect(answer.text()).rejects.toThrow();
    },
  );
});

test('an error before the first byte is the error body', async () => {
  const run = await endpoint('select intDiv(1, number) as a from numbers(1)');
  const answer = await service.call('POST', `${run}?format=parquet`);
  expect(answer).toMatchObject({ status: 400, json: { code: 'query_failed' } });
});

test('a client that leaves ends its query', async () => {
  const limits = { max_rows: 10_000_000 };
  const run = await endpoint("select number, repeat('x', 1000) as x from numbers(5000000)", { limits });
  const controller = new AbortController();
  const answer = await fetchRun(`${run}?format=ndjson`, { signal: controller.signal });
  await answer.body?.getReader().read();
  const { admission } = service.services;
  expect(admission.running).toBe(1);
  controller.abort();
  await expect.poll(() => admission.running, { timeout: 10_000 }).toBe(0);
});

test('a stream can be cancelled by its name', async () => {
  const limits = { max_rows: 10_000_000 };
  const run = await endpoint("select number, repeat('x', 1000) as x from numbers(5000000)", { limits });
  const answer = await fetchRun(`${run}?format=csv`, {
    body: '{"client_query_id":"export"}',
    headers: { 'content-type': 'application/json' },
  });
  expect((await service.call('DELETE', 'query/export')).status).toBe(204);
  await expect(answer.text()).rejects.toThrow();
});

test('a stream tells its stages, and its log entry the rows of the answer', async () => {
  const run = await endpoint('select number from numbers(1234)');
  const answer = await service.call('POST', `${run}?format=csv`);
  expect(answer.headers['server-timing']).toMatch(/^load;dur=.+, check;dur=.+, choose;dur=.+, execute;dur=/);
  const logs = run.replace(/run$/, 'logs/');
  await expect
    .poll(async () => (await service.call('GET', logs)).json.results, { timeout: 10_000 })
    .toMatchObject([{ status: 200, cache: 'bypass', rows: 1234 }]);
});

describe('a stream whose reader takes too long', () => {
  let slow: TestService;
  beforeAll(async () => {
    slow = await startTestService({ streamTimeoutMs: 300, queueTimeoutMs: 300 });
    await slow.call('POST', 'endpoints', {
      body: {
        name: 'direct',
        query: { kind: 'HogQLQuery', query: "select number, repeat('x', 1000) as x from numbers(5000000)" },
        limits: { max_rows: 10_000_000 },
      },
    });
    await slow.call('POST', 'endpoints', {
      body: {
        name: 'materialized',
        query: {
          kind: 'HogQLQuery',
          query: 'select number, repeat(toString(number), 1000) as x from numbers(10000)',
        },
        limits: { max_rows: 10_000_000 },
        is_materialized: true,
        sync_frequency: '7day',
      },
    });
    const built = await slow.call('POST', 'endpoints/materialized/materialize/?wait=true');
    expect(built.status, built.text).toBeLessThan(300);
  });
  afterAll(() => slow.close());

  test.each([
    ['direct', 'identity', 'direct'],
    ['direct', 'zstd', 'direct'],
    ['materialized', 'identity', 'materialized'],
  ])('%s in %s is broken off, and its log entry says why', async (name, coding, source) => {
    const answer = await fetch(`${slow.url}/api/projects/1/endpoints/${name}/run?format=csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${slow.rootKey}`, 'accept-encoding': coding },
    });
    const reader = answer.body?.getReader();
    reader?.closed.catch(() => undefined);
    await reader?.read();
    await expect.poll(() => slow.services.admission.running, { timeout: 10_000 }).toBe(0);
    await expect
      .poll(async () => (await slow.call('GET', `endpoints/${name}/logs/`)).json.results[0], {
        timeout: 10_000,
      })
      .toMatchObject({ error_code: 'query_timeout', served_from: source });
  });
});

test.each(['gzip', 'br', 'zstd'])('csv is compressed with %s', async (coding) => {
  const run = await endpoint('select number from numbers(1000)');
  const answer = await fetchRun(`${run}?format=csv`, { headers: { 'accept-encoding': coding } });
  expect(answer.headers.get('content-encoding')).toBe(coding);
  if (coding !== 'zstd') expect((await answer.text()).split('\r\n')).toHaveLength(1_002);
});

test('a streamed answer is neither served from the cache nor stored in it', async () => {
  const run = await endpoint('select count() as n from numbers(3)');
  await service.call('POST', run);
  expect((await service.call('POST', `${run}?format=csv`)).headers['cache-status']).toBe(
    'Sluice; fwd=bypass',
  );
  expect((await service.call('POST', run)).json).toMatchObject({ is_cached: true, results: [[3]] });
});

test('variables and filters narrow a stream as they narrow JSON', async () => {
  const run = await endpoint('select number as n from numbers(5) where number = {variables.n}', {
    variables: { n: { type: 'Number' } },
  });
  const answer = await service.call('POST', `${run}?format=csv`, { body: { variables: { n: 4 } } });
  expect(answer.text).toBe('"n"\r\n4\r\n');
  expect(await service.call('POST', `${run}?format=csv`)).toMatchObject({
    json: { code: 'missing_variable' },
  });
});

test('debug has no place in a file', async () => {
  const run = await endpoint('select 1 as a');
  const answer = await service.call('POST', `${run}?format=csv`, { body: { debug: true } });
  expect(answer).toMatchObject({ status: 400, json: { code: 'combination_not_allowed', attr: 'debug' } });
});

test('an insight has csv alone of the formats of rows', async () => {
  const query = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'a' }] };
  await service.call('POST', 'endpoints', { body: { name: 'trend', query } });
  const answer = await service.call('POST', 'endpoints/trend/run', {
    headers: { accept: 'application/x-ndjson' },
  });
  expect(answer).toMatchObject({ status: 406, json: { code: 'not_acceptable' } });
  expect(answer.json.detail).toContain('it has json, csv.');
});
