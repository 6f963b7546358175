import { connect } from 'node:net';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import { startTestService, type TestProject } from '../fixtures/start-service.ts';

// A call that equals an earlier one is answered before the framework has read its body. Nobody may notice: these
// calls go over real sockets, after a first one that has filled the cache.

let service: TestProject;
const pathIn = ({ projectId }: TestProject) => `/api/projects/${projectId}/endpoints/one/run`;
const BODY = '{"variables":{"a":"x"}}';

beforeAll(async () => {
  service = await shareService();
  const query = 'select concat({variables.a}, toString(number)) as a from numbers(100)';
  await service.call('POST', 'endpoints', { body: { name: 'one', query: { kind: 'HogQLQuery', query } } });
  expect((await service.call('POST', 'endpoints/one/run', { body: BODY })).json.served_from).toBe('direct');
});

interface Sent {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
}

async function post({ body = BODY, headers = {}, key = service.rootKey }: Sent = {}) {
  const authorization = `Bearer ${key}`;
  const all = { authorization, 'content-type': 'application/json', ...headers };
  const response = await fetch(service.url + pathIn(service), { method: 'POST', headers: all, body });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === '' ? null : JSON.parse(text) };
}

/** Sends the pieces, one turn of the event loop apart, on one connection, and gives all that comes back. */
function exchange(...pieces: readonly string[]): Promise<string> {
  const done = Promise.withResolvers<string>();
  let received = '';
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1', async () => {
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((next) => setImmediate(next));
    }
  });
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.on('error', done.reject);
  socket.on('close', () => done.resolve(received));
  return done.promise;
}

function request(body: string, ...more: readonly string[]): string {
  const head = [
    'Host: x',
    `Authorization: Bearer ${service.rootKey}`,
    'Content-Type: application/json',
    ...more,
  ];
  return `POST ${pathIn(service)} HTTP/1.1\r\n${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

const sourcesIn = (text: string) =>
  [...text.matchAll(/"served_from":"(\w+)"|"code":"(\w+)"/g)].map(([, a, b]) => a ?? b);

describe('a call that equals an earlier one', () => {
  test('gives the same bytes and headers on every way', async () => {
    await post();
    const short = await post();
    expect(short.headers.get('server-timing')).toMatch(/^cache;dur=[\d.]+$/);
    // A body of this length is read by the framework.
    const long = await post({ body: BODY.padEnd(10_000) });
    expect(long.headers.get('server-timing')).toMatch(/^cache;dur=[\d.]+$/);
    expect(long.json).toEqual(short.json);
    const changing = new Set([
      'server-timing',
      'x-request-id',
      'date',
      'age',
      'cache-control',
      'cache-status',
    ]);
    const headersOf = (headers: Headers) => [...headers].filter(([name]) => !changing.has(name)).sort();
    expect(headersOf(long.headers)).toEqual(headersOf(short.headers));
    expect([...long.headers.keys()].sort()).toEqual([...short.headers.keys()].sort());
  });

  test('is answered before the framework, also with 304, in other spellings of the path and out of a snapshot', async () => {
    const whole = await startTestService({ testClock: false });
    try {
      const query = { kind: 'HogQLQuery', query: 'select 1 as a' };
      await whole.call('POST', 'endpoints', { body: { name: 'one', query } });
      await whole.call('POST', 'endpoints', { body: { name: 'built', query, is_materialized: true } });
      await whole.call('POST', 'endpoints/built/materialize?wait=true');
      const headers = { authorization: `Bearer ${whole.rootKey}` };
      const send = async (method: string, path: string, more = {}) => {
        const all = { ...headers, 'content-type': 'application/json', ...more };
        const body = method === 'POST' ? '{}' : null;
        const response = await fetch(whole.url + path, { method, headers: all, body });
        await response.text();
        return response;
      };
      const paths = [
        pathIn(whole),
        `${pathIn(whole)}/?format=json`,
        pathIn(whole).replace('projects', 'environments'),
        pathIn(whole).replace('/1/', '/@current/'),
        pathIn(whole).replace('one', 'built'),
      ];
      const etags: string[] = [];
      for (const path of paths) {
        await send('POST', path);
        etags.push(String((await send('GET', path)).headers.get('etag')));
      }
      const waits = vi.spyOn(whole.services.catalog, 'whenKnown');
      for (const [at, path] of paths.entries()) {
        expect((await send('POST', path)).status).toBe(200);
        expect((await send('GET', path)).status).toBe(200);
        expect((await send('GET', path, { 'if-none-match': etags[at] })).status).toBe(304);
      }
      // What the framework hands on to the route is awaited there; `@current` asks the store.
      expect(waits).toHaveBeenCalledTimes(3);
      expect((await send('GET', pathIn(whole).replace('one', 'o%6Ee'))).status).toBe(200);
      expect(waits).toHaveBeenCalledTimes(4);
    } finally {
      await whole.close();
    }
  });

  test('comes in two pieces, in one, and one behind the other in one packet', async () => {
    const whole = request(BODY);
    const last = request(BODY, 'Connection: close');
    expect(sourcesIn(await exchange(last.slice(0, -5), last.slice(-5)))).toEqual(['cache']);
    expect(sourcesIn(await exchange(last.slice(0, -BODY.length), BODY))).toEqual(['cache']);
    const other = request('{"variables":{"a":"y"}}');
    expect(sourcesIn(await exchange(whole + whole + other + whole + last))).toEqual([
      'cache',
      'cache',
      'direct',
      'cache',
      'cache',
    ]);
  });

  test('in chunks is answered as well', async () => {
    const head = request('', 'Connection: close').replace('Content-Length: 0', 'Transfer-Encoding: chunked');
    const chunk = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
    expect(sourcesIn(await exchange(head + chunk))).toEqual(['cache']);
  });

  test('in another coding than before is compressed once, then ready', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const [first, second, plain] = [await post({ headers }), await post({ headers }), await post()];
    expect(first.headers.get('content-encoding')).toBe('gzip');
    expect(second.headers.get('content-encoding')).toBe('gzip');
    expect(second.json).toEqual(plain.json);
    expect(second.headers.get('etag')).toBe(plain.headers.get('etag'));
  });

  test('is logged like any other', async () => {
    const { headers } = await post();
    const id = String(headers.get('x-request-id'));
    await expect
      .poll(async () => (await service.call('GET', `endpoints/one/logs/?search=${id}`)).json.results.length, {
        timeout: 5_000,
      })
      .toBe(1);
    const { json } = await service.call('GET', `endpoints/one/logs/?search=${id}`);
    expect(JSON.stringify(json.results[0])).toContain('cache_fresh');
  });

  test.each([
    ['a type that is not JSON', { headers: { 'content-type': 'text/plain' } }, 415, 'unsupported_media_type'],
    ['a coding of the body', { headers: { 'content-encoding': 'gzip' } }, 415, 'unsupported_media_type'],
    ['an Accept of nothing that there is', { headers: { accept: 'text/html' } }, 406, 'not_acceptable'],
    ['an unknown key', { key: 'slp_unknown' }, 401, 'authentication_failed'],
    [
      'two keys',
      { headers: { 'x-api-key': 'y' }, key: `${'x'.repeat(10)}, Bearer y` },
      401,
      'authentication_failed',
    ],
  ])('but for %s is refused', async (_name, sent, status, code) => {
    expect((await post()).json.served_from).toBe('cache');
    expect(await post(sent)).toMatchObject({ status, json: { code } });
    expect((await post()).json.served_from).toBe('cache');
  });
});

describe('what changes between two equal calls acts at once', () => {
  async function issue(scopes: readonly string[]): Promise<{ id: string; value: string }> {
    const body = { label: 'k', scopes, projects: [service.projectId] };
    return (await service.call('POST', '/api/personal_api_keys', { body })).json;
  }

  test('a revoked key', async () => {
    const { id, value } = await issue(['endpoint:read']);
    for (let i = 0; i < 3; i += 1) expect((await post({ key: value })).json.served_from).toBe('cache');
    await service.call('DELETE', `/api/personal_api_keys/${id}`);
    expect(await post({ key: value })).toMatchObject({ status: 401 });
  });

  test('a key without the scope, warm or not', async () => {
    const { value } = await issue(['project:read']);
    for (let i = 0; i < 3; i += 1) expect(await post({ key: value })).toMatchObject({ status: 403 });
  });

  test('another version, an inactive endpoint, a changed project, a deleted endpoint', async () => {
    const change = (body: unknown) => service.call('PATCH', 'endpoints/one', { body });
    const query = { kind: 'HogQLQuery', query: 'select concat({variables.a}, {variables.a}) as a' };
    expect((await post()).json.served_from).toBe('cache');
    await change({ query });
    expect((await post()).json).toMatchObject({ results: [['xx']], served_from: 'direct' });
    expect((await post()).json).toMatchObject({ results: [['xx']], served_from: 'cache' });
    await change({ is_active: false });
    expect(await post()).toMatchObject({ status: 404 });
    await change({ is_active: true });
    expect((await post()).json.served_from).toBe('cache');
    await service.call('PATCH', '', { body: { timezone: 'Asia/Tokyo' } });
    expect((await post()).json).toMatchObject({ timezone: 'Asia/Tokyo', served_from: 'direct' });
    expect((await post()).json.served_from).toBe('cache');
    await service.call('DELETE', 'endpoints/one');
    expect(await post()).toMatchObject({ status: 404 });
  });
});

test('the rate of runs counts these calls too', async () => {
  const limited = await startTestService({ rateLimits: '3,0,0,0' });
  try {
    const query = { kind: 'HogQLQuery', query: 'select 1' };
    await limited.call('POST', 'endpoints', { body: { name: 'one', query } });
    const authorization = `Bearer ${limited.rootKey}`;
    const answers: (readonly [number, string | null])[] = [];
    for (let i = 0; i < 5; i += 1) {
      const response = await fetch(limited.url + pathIn(limited), {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{}',
      });
      answers.push([response.status, response.headers.get('ratelimit')?.split(';')[1] ?? null]);
      await response.text();
    }
    expect(answers).toEqual([
      [200, 'r=2'],
      [200, 'r=1'],
      [200, 'r=0'],
      [429, null],
      [429, null],
    ]);
  } finally {
    await limited.close();
  }
});

test('every call before an orderly stop is counted', async () => {
  const first = await startTestService({ testClock: false });
  const headers = { authorization: `Bearer ${first.rootKey}` };
  const query = { kind: 'HogQLQuery', query: 'select 1' };
  await first.call('POST', 'endpoints', { body: { name: 'one', query } });
  for (let i = 0; i < 5; i += 1) await (await fetch(first.url + pathIn(first), { headers })).text();
  await first.close({ keepData: true });
  const second = await startTestService({ dataDir: first.dataDir, rootKey: first.rootKey, testClock: false });
  try {
    const { json } = await second.call('GET', 'endpoints/one/usage/');
    expect(json).toMatchObject({ runs: 5, cache_hits: 4 });
  } finally {
    await second.close();
  }
});
