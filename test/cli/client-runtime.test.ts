import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, createClient } from '../../assets/client/runtime.ts';

// [SPEC-12.3]. The runtime of generated clients, on answers that a test gives.

const BODY = {
  results: [{ day: '2026-01-05', events: 3 }],
  hasMore: false,
  last_refresh: '2026-01-05T09:00:00.000Z',
  served_from: 'cache',
  timezone: 'UTC',
  endpoint_version: 1,
};
const VARIABLES = { variables: { organization: 'org-01' } } as const;

type Reply = () => Response | Promise<Response>;
const ok: Reply = () => Response.json(BODY);
const refuse =
  (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Reply =>
  () =>
    Response.json({ code, detail: code, attr: null, request_id: 'r' }, { status, headers });
const unreachable: Reply = () => {
  throw new TypeError('fetch failed');
};

/** A client whose calls are answered by these in turn, the last one for ever. */
function open(replies: readonly [Reply, ...Reply[]], more: object = {}) {
  const asked: { url: string; init: RequestInit; atMs: number }[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    asked.push({ url: String(url), init, atMs: Date.now() });
    const reply = replies[Math.min(asked.length, replies.length) - 1] ?? ok;
    const ended = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
    return await Promise.race([reply(), ended]);
  };
  const client = createClient({ url: 'https://x.test', project: 7, token: 't', fetch, ...more } as never);
  return { client, asked };
}

/** Lets timers run until the promise is settled. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(120_000);
  return promise;
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});

afterEach(() => {
  vi.useRealTimers();
});

test('short calls are made by GET, long ones by POST', async () => {
  const { client, asked } = open([ok]);
  await client.run('usage-by-day', VARIABLES);
  expect(asked[0]?.init.method).toBe('GET');
  const { pathname, searchParams } = new URL(asked[0]?.url ?? '');
  expect(pathname).toBe('/api/projects/7/endpoints/usage-by-day/run');
  expect(Object.fromEntries(searchParams)).toEqual({
    rows: 'objects',
    variables: '{"organization":"org-01"}',
  });
  const organization = 'ä'.repeat(1_000);
  await client.run('usage-by-day', { variables: { organization } });
  expect(asked[1]?.init.method).toBe('POST');
  expect(asked[1]?.url).toMatch(/\/run\?rows=objects$/);
  expect(JSON.parse(String(asked[1]?.init.body))).toEqual({ variables: { organization } });
});

test('what was put off is called again when the service says so', async () => {
  const { client, asked } = open([refuse(429, 'throttled', { 'retry-after': '7' }), ok]);
  const { rows } = await settled(client.run('usage-by-day', VARIABLES));
  expect(rows).toEqual(BODY.results);
  expect(asked.map(({ atMs }) => atMs)).toEqual([0, 7_000]);
});

test.each([
  ['no service', unreachable],
  ['no place', refuse(503, 'query_capacity')],
])('%s: two more tries with growing pauses, then the error', async (_, reply) => {
  const { client, asked } = open([reply]);
  await expect(settled(client.run('usage-by-day', VARIABLES))).rejects.toMatchObject({ name: 'SluiceError' });
  const [first = 0, second = 0, third = 0] = asked.map(({ atMs }) => atMs);
  expect(asked.length).toBe(3);
  expect(second - first).toBeGreaterThanOrEqual(250);
  expect(second - first).toBeLessThanOrEqual(500);
  expect(third - second).toBeGreaterThanOrEqual(500);
  expect(third - second).toBeLessThanOrEqual(1_000);
});

test('nothing is repeated that would be refused again, or that the deadline does not let wait', async () => {
  const refused = open([refuse(404, 'not_found')]);
  await expect(settled(refused.client.run('usage-by-day', VARIABLES))).rejects.toMatchObject({
    code: 'not_found',
    status: 404,
    requestId: 'r',
  });
  expect(refused.asked.length).toBe(1);
  const late = open([refuse(429, 'throttled', { 'retry-after': '31' })]);
  await expect(settled(late.client.run('usage-by-day', VARIABLES))).rejects.toMatchObject({
    code: 'throttled',
    retryAfter: 31,
  });
  expect(late.asked.length).toBe(1);
});

test('a call without answer ends with the deadline', async () => {
  const silent: Reply = () => new Promise(() => undefined);
  const { client, asked } = open([silent]);
  const running = client.run('usage-by-day', VARIABLES);
  const ended = expect(running).rejects.toMatchObject({ code: 'deadline_exceeded' });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(asked[0]?.init.signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(asked[0]?.init.signal?.aborted).toBe(true);
  await ended;
});

test('a token that has expired is asked for once more', async () => {
  const tokens = ['old', 'new', 'newer'];
  const token = vi.fn(async () => tokens.shift() ?? '');
  const { client, asked } = open([refuse(401, 'token_expired'), ok, ok, refuse(401, 'token_expired')], {
    token,
  });
  const sent = () => asked.map(({ init }) => new Headers(init.headers).get('authorization'));
  await client.run('usage-by-day', VARIABLES);
  await client.run('usage-by-day', VARIABLES);
  expect(sent()).toEqual(['Bearer old', 'Bearer new', 'Bearer new']);
  await expect(client.run('usage-by-day', VARIABLES)).rejects.toMatchObject({ code: 'token_expired' });
  expect(token).toHaveBeenCalledTimes(3);
});

test('a token that cannot be had fails the call and is asked for again by the next one', async () => {
  const token = vi.fn(async () => 't').mockRejectedValueOnce(new Error('signed out'));
  const { client } = open([ok], { token });
  await expect(client.run('usage-by-day', VARIABLES)).rejects.toThrow('signed out');
  await expect(client.run('usage-by-day', VARIABLES)).resolves.toMatchObject({ servedFrom: 'cache' });
});

test('equal calls at the same time are one request', async () => {
  const { client, asked } = open([ok]);
  const [one, other] = await Promise.all([
    client.run('usage-by-day', VARIABLES),
    client.run('usage-by-day', VARIABLES),
    client.run('usage-by-day', { variables: { organization: 'org-02' } }),
  ]);
  expect(one).toBe(other);
  expect(asked.length).toBe(2);
  await client.run('usage-by-day', VARIABLES);
  expect(asked.length).toBe(3);
});

test('an abort ends the request and the pause before the next one', async () => {
  const controller = new AbortController();
  const { client, asked } = open([refuse(429, 'throttled', { 'retry-after': '7' }), ok]);
  const running = client.run('usage-by-day', { ...VARIABLES, signal: controller.signal });
  const ended = expect(running).rejects.toThrow('gone');
  await vi.advanceTimersByTimeAsync(1_000);
  controller.abort(new Error('gone'));
  await ended;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.length).toBe(1);
});

const lines = (parts: readonly string[], end: (sink: ReadableStreamDefaultController) => void): Reply => {
  const body = new ReadableStream({
    start(sink) {
      for (const part of parts) sink.enqueue(new TextEncoder().encode(part));
      end(sink);
    },
  });
  return () => new Response(body);
};

async function streamed(reply: Reply): Promise<unknown[]> {
  const { client } = open([reply]);
  const rows: unknown[] = [];
  for await (const row of client.stream('usage-by-day', VARIABLES)) rows.push(row);
  return rows;
}

test('a stream gives whole rows, however it is cut into pieces', async () => {
  const text = '{"day":"ä"}\n{"day":"b"}\n';
  const bytes = [...text].map((letter) => letter);
  expect(await streamed(lines(bytes, (sink) => sink.close()))).toEqual([{ day: 'ä' }, { day: 'b' }]);
});

test('a stream that breaks off throws and does not end early', async () => {
  const broken = lines(['{"day":"a"}\n'], (sink) => sink.error(new TypeError('terminated')));
  await expect(streamed(broken)).rejects.toMatchObject({ code: 'network_error' });
  const half = lines(['{"day":"a"}\n{"da'], (sink) => sink.close());
  await expect(streamed(half)).rejects.toMatchObject({ code: 'network_error' });
});

test('the key of a query holds what is asked and no token', async () => {
  const { client, asked } = open([ok]);
  const { queryKey, queryFn } = client.queryOptions('usage-by-day', VARIABLES);
  expect(queryKey).toEqual(['sluice', 7, 'usage-by-day', VARIABLES]);
  expect(asked.length).toBe(0);
  await queryFn({ signal: new AbortController().signal });
  expect(asked.length).toBe(1);
});

test('a batch asks rows of tables alone, and pairs results with calls', async () => {
  const results = [
    { name: 'usage-by-day', status: 200, body: BODY },
    { name: 'signups', status: 400, body: { code: 'throttled', detail: 'later' } },
  ];
  const { client, asked } = open([() => Response.json({ results })]);
  const [usage, signups] = await client.batch([call('usage-by-day', VARIABLES), call('signups')]);
  expect(JSON.parse(String(asked[0]?.init.body))).toEqual({
    calls: [{ ...VARIABLES, rows: 'objects', name: 'usage-by-day' }, { name: 'signups' }],
  });
  expect(usage).toMatchObject({ ok: true, answer: { rows: BODY.results } });
  expect(signups).toMatchObject({ ok: false, error: { code: 'throttled', status: 400 } });
});
