import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSigner, payloadOf, signedToken, type TestSigner } from '../fixtures/sign-token.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { makeKey } from './operation-calls.ts';

// [SPEC-3.8.1] to [SPEC-3.8.4].

let service: TestService;
let signer: TestSigner;

const ROME = { key: 'city', value: 'Rome', operator: 'exact', type: 'event' };
const NOW = '2026-01-05T09:00:00.000Z';
const sql = (query: string, more: object = {}) => ({ query: { kind: 'HogQLQuery', query }, ...more });
const ENDPOINTS: Readonly<Record<string, object>> = {
  count: sql('select count() as n from events where {filters}'),
  big: sql('select 9007199254740993 as n, now() as t from events limit 1'),
  city: sql('select count() as n from events where properties.city = {variables.city}', {
    variables: { city: { type: 'String', default: 'Bern' } },
  }),
  // Takes long enough to be overtaken, also where nobody else computes, and has the time that a busy machine needs.
  slow: sql('select count() from numbers(200000000) as a where cityHash64(number) % 1000003 = 7', {
    limits: { timeout_seconds: 60 },
  }),
  // Ends only when it is cancelled: minutes of work.
  endless: sql('select count() from numbers(50000000000) as a where cityHash64(number) % 1000003 = 7', {
    limits: { timeout_seconds: 60 },
  }),
  wide: sql("select repeat('a', 11000) as text from numbers(2500) limit 2500"),
  whole: sql('select toString({variables.id}) as id', { variables: { id: { type: 'Number', default: 1 } } }),
  trend: { query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'seen' }] } },
};

beforeAll(async () => {
  service = await startTestService();
  const events = ['Bern', 'Bern', 'Rome'].map((city, at) => ({
    event: 'seen',
    distinct_id: `user-${at}`,
    properties: { city },
  }));
  await service.capture(events);
  for (const [name, definition] of Object.entries(ENDPOINTS))
    await service.call('POST', 'endpoints', { body: { name, ...definition } });
  signer = await makeSigner(service);
});

afterAll(() => service.close());

const batch = (calls: readonly object[], more: object = {}, call: object = {}) =>
  service.call('POST', 'endpoints/batch_run', { body: { calls, ...more }, now: NOW, ...call });
const statuses = (json: { results: readonly { status: number }[] }) =>
  json.results.map(({ status }) => status);

test('each result is that of the call alone, at one moment, in the order of the calls', async () => {
  const calls = [
    { name: 'count' },
    { name: 'trend', filters_override: { properties: [{ key: 'city', value: 'Rome', type: 'event' }] } },
    { name: 'city', variables: { city: 'Rome' }, rows: 'objects' },
    { name: 'big', int64: 'string' },
    { name: 'absent' },
    { name: 'city', variables: { town: 'Rome' } },
    { name: 'city', odd: 1 },
    { name: 'city', rows: 'columns' },
    { name: 'count', limit: 'x' },
  ];
  const { status, json } = await batch(calls);
  expect([status, json.now]).toEqual([200, NOW]);
  expect(json.results.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual(
    calls.map(({ name }, place) => [String(place), name]),
  );
  for (const [place, { name, rows, int64, ...body }] of calls.entries() as Iterable<
    [number, Readonly<Record<string, unknown>>]
  >) {
    const query = new URLSearchParams({
      ...(rows !== undefined && { rows: String(rows) }),
      ...(int64 !== undefined && { int64: String(int64) }),
    });
    const alone = await service.call('POST', `endpoints/${name}/run?${query}`, { body, now: NOW });
    const found = json.results[place];
    expect(found.status, alone.text).toBe(alone.status);
    if (alone.status === 200) expect(found.body.results).toEqual(alone.json.results);
    else
      expect([found.body.code, found.body.detail, found.body.attr]).toEqual([
        alone.json.code,
        alone.json.detail,
        alone.json.attr,
      ]);
  }
});

test('a whole number beyond 2^53 reaches the query as it was sent', async () => {
  const exact = '9007199254740993';
  const send = (path: string, text: string) =>
    service.call('POST', `endpoints/${path}`, {
      body: text,
      headers: { 'content-type': 'application/json' },
    });
  const members = `"variables": {"id": ${exact}}, "refresh": "force_blocking"`;
  const alone = await send('whole/run', `{${members}}`);
  const { json } = await send(
    'batch_run',
    `{"calls": [{"name": "whole", ${members}}, {"name": "whole", "rows": ${exact}}]}`,
  );
  expect(statuses(json), JSON.stringify(json)).toEqual([200, 400]);
  expect(alone.json.results).toEqual([[exact]]);
  expect(json.results[0].body.results).toEqual(alone.json.results);
});

test('equal calls are computed once, and what is in memory is not computed again', async () => {
  const calls = Array.from({ length: 20 }, () => ({ name: 'city', variables: { city: 'Paris' } }));
  const from = (json: { results: readonly { body: { served_from: string; last_refresh: string } }[] }) =>
    new Set(json.results.map(({ body }) => `${body.served_from} ${body.last_refresh}`));
  expect(from((await batch(calls)).json).size).toBe(1);
  const again = from((await batch(calls)).json);
  expect([...again][0]).toMatch(/^cache /);
});

test('ids name the results; two calls with one id are refused', async () => {
  const { json } = await batch([{ name: 'count', id: 'b' }, { name: 'count' }]);
  expect(json.results.map(({ id }: { id: string }) => id)).toEqual(['b', '1']);
  const twice = await batch([{ name: 'count', id: '1' }, { name: 'count' }]);
  expect([twice.status, twice.json.code, twice.json.attr]).toEqual([400, 'invalid_value', 'calls.1.id']);
});

test.each([
  ['no calls', { calls: [] }],
  ['21 calls', { calls: Array.from({ length: 21 }, () => ({ name: 'count' })) }],
  ['no list', { calls: { name: 'count' } }],
  ['a call without name', { calls: [{}] }],
  ['a call that is no object', { calls: ['count'] }],
  ['an unknown member', { calls: [{ name: 'count' }], refresh: 'blocking' }],
  ['no time', { calls: [{ name: 'count' }], timeout_seconds: 0 }],
  ['a long id', { calls: [{ name: 'count', id: 'x'.repeat(129) }] }],
])('%s: the batch is refused', async (_, body) => {
  const { status } = await service.call('POST', 'endpoints/batch_run', { body });
  expect(status).toBe(400);
});

describe('in lines', () => {
  test('each result is a line, and the last line tells that it is whole', async () => {
    const { text, headers } = await batch(
      [{ name: 'count' }, { name: 'absent' }, { name: 'trend', id: 't' }],
      {},
      {
        headers: { accept: 'application/x-ndjson' },
      },
    );
    expect(headers['content-type']).toBe('application/x-ndjson');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toEqual({ done: true, now: NOW });
    expect(
      lines
        .slice(0, -1)
        .map(({ id, status }) => `${id} ${status}`)
        .sort(),
    ).toEqual(['0 200', '1 404', 't 200']);
  });

  test('what is ready does not wait for what is not', async () => {
    const response = await fetch(`${service.url}/api/projects/${service.projectId}/endpoints/batch_run`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.rootKey}`,
        accept: 'application/x-ndjson',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ calls: [{ name: 'slow' }, { name: 'count' }] }),
    });
    const places: string[] = [];
    let text = '';
    for await (const piece of response.body ?? []) {
      text += Buffer.from(piece).toString();
      places.push(text.slice(0, 10));
    }
    expect(places[0]).toBe('{"id":"1",');
    expect(places.length).toBeGreaterThan(1);
    expect(text.trimEnd().split('\n').length).toBe(3);
  });
});

test('what is not answered in time ends, and the rest is answered', async () => {
  const { json } = await batch([{ name: 'endless', refresh: 'force_blocking' }, { name: 'count' }], {
    timeout_seconds: 0.3,
  });
  expect(statuses(json)).toEqual([400, 200]);
  expect(json.results[0].body.code).toBe('query_timeout');
});

test('results beyond 64 MiB are refused one by one', async () => {
  const calls = [2500, 2499, 2498].map((limit) => ({ name: 'wide', limit }));
  const { json } = await batch([...calls, { name: 'count' }]);
  expect(statuses(json).sort()).toEqual([200, 200, 200, 400]);
  const refused = json.results.find(({ status }: { status: number }) => status === 400);
  expect([refused.name, refused.body.code]).toEqual(['wide', 'query_too_large']);
});

test('each call is charged and logged as a run, under a name of its own', async () => {
  const logs = async () =>
    (await service.call('GET', 'endpoints/count/logs')).json.results.map(
      ({ request_id }: { request_id: string }) => request_id,
    );
  const { headers } = await batch([{ name: 'count' }, { name: 'count' }]);
  const ids = [0, 1].map((place) => `${headers['x-request-id']}.${place}`);
  await expect.poll(logs).toEqual(expect.arrayContaining(ids));
});

test('what a call waits for the others is no part of its duration', async () => {
  const slow = [1, 2, 3, 4].map((limit) => ({ name: 'slow', limit, refresh: 'force_blocking' }));
  const { headers, json } = await batch([...slow, { name: 'city', variables: { city: 'Oslo' } }]);
  expect(statuses(json)).toEqual([200, 200, 200, 200, 200]);
  const durations = async (name: string): Promise<readonly number[]> => {
    const { results } = (await service.call('GET', `endpoints/${name}/logs`)).json;
    const isOfBatch = ({ request_id }: { request_id: string }) =>
      request_id.startsWith(`${headers['x-request-id']}.`);
    return results.filter(isOfBatch).map(({ duration_ms }: { duration_ms: number }) => duration_ms);
  };
  await expect.poll(() => durations('city')).toHaveLength(1);
  await expect.poll(() => durations('slow')).toHaveLength(4);
  expect(Math.max(...(await durations('city')))).toBeLessThan(Math.min(...(await durations('slow'))));
});

test('a call is cancelled by its name alone, and one that has its answer no more', async () => {
  const named = (name: string, client_query_id: string) => ({
    name,
    client_query_id,
    refresh: 'force_blocking',
  });
  const response = await fetch(`${service.url}/api/projects/${service.projectId}/endpoints/batch_run`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.rootKey}`,
      accept: 'application/x-ndjson',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ calls: [named('endless', 'batched-endless'), named('count', 'batched-count')] }),
  });
  const cancel = async (name: string) => (await service.call('DELETE', `query/${name}`)).status;
  const cancels: number[] = [];
  let text = '';
  for await (const piece of response.body ?? []) {
    text += Buffer.from(piece).toString();
    if (cancels.length > 0) continue;
    cancels.push(await cancel('batched-count'), await cancel('batched-endless'));
  }
  expect(cancels).toEqual([404, 204]);
  expect(text).toContain('query_cancelled');
});

describe('who may run what', () => {
  test('a key that names endpoints runs these, and learns nothing of others', async () => {
    const { value } = await makeKey(service, {
      scopes: ['endpoint:run'],
      projects: [service.projectId],
      endpoints: ['count'],
    });
    const { json } = await batch(
      [{ name: 'count' }, { name: 'city' }, { name: 'absent' }],
      {},
      { key: value },
    );
    expect(statuses(json)).toEqual([200, 403, 403]);
    expect(json.results[1].body.detail).toBe(json.results[2].body.detail);
  });

  test('a token runs what it names with what it fixes; one forbidden call refuses itself alone', async () => {
    const claims = { endpoints: ['count', 'city'], filters: [ROME] };
    const key = signedToken(signer, payloadOf(signer, Date.now(), claims));
    const { status, json } = await batch(
      [
        { name: 'count' },
        { name: 'trend' },
        { name: 'city', variables: { city: 'Bern' } },
        { name: 'count', debug: true },
        { name: 'count', refresh: 'force_blocking' },
        { name: 'count', filters_override: { properties: [{ ...ROME, value: 'Bern' }] } },
        { name: 'count', limit: 5 },
      ],
      {},
      { key, now: undefined },
    );
    expect([status, statuses(json)]).toEqual([200, [200, 403, 403, 403, 403, 403, 200]]);
    expect(json.results[0].body.results).toEqual([[1]]);
    expect(JSON.stringify(json.results.slice(1, 6))).not.toContain('Rome');
  });

  test('a page of an allowed origin reads what tokens run, and is asked beforehand', async () => {
    const origin = 'https://app.example.com';
    await service.call('PATCH', '', { body: { allowed_origins: [origin] } });
    const key = signedToken(signer, payloadOf(signer, Date.now(), { endpoints: ['count'], filters: [ROME] }));
    const { headers, json } = await batch(
      [{ name: 'count' }],
      {},
      { key, now: undefined, headers: { origin } },
    );
    expect([headers['access-control-allow-origin'], json.results[0].body.results]).toEqual([origin, [[1]]]);
    const asKey = await batch([{ name: 'count' }], {}, { headers: { origin } });
    expect(asKey.headers['access-control-allow-origin']).toBe(undefined);
    const asked = await service.call('OPTIONS', 'endpoints/batch_run', { key: null, headers: { origin } });
    expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([204, origin]);
  });

  test('a forged token and a key without the scope are refused as a whole', async () => {
    const forged = `${signedToken(signer, payloadOf(signer, Date.now(), { endpoints: ['count'] })).slice(0, -8)}AAAAAAAA`;
    expect((await batch([{ name: 'count' }], {}, { key: forged })).status).toBe(401);
    const { value } = await makeKey(service, { scopes: ['query:read'], projects: [service.projectId] });
    expect((await batch([{ name: 'count' }], {}, { key: value })).status).toBe(403);
  });
});
