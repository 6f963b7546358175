import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { request } from 'node:https';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startServiceProcess } from '../fixtures/start-process.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { PROXIES, type RunningProxy, startProxy } from './start-proxy.ts';

// The files of `deploy/` for proxies, run with TLS before the service, and before servers that tell what comes through.
// Caddy is told its certificate here: that it fetches one needs a name and the internet.

const KEY = `slp_${'k'.repeat(43)}`;

describe.each(PROXIES)('behind %s', (proxy) => {
  test('plain HTTP is sent to HTTPS', async () => {
    const { httpPort } = await startProxy(proxy, 9);
    const answer = await fetch(`http://127.0.0.1:${httpPort}/api/projects/?limit=1`, { redirect: 'manual' });
    expect(answer.status).toBe(308);
    expect(answer.headers.get('location')).toMatch(/^https:\/\/.*\/api\/projects\/\?limit=1$/);
  });

  test('links name the address that was called, and callers are told apart whatever they write', async () => {
    const { running } = await serviceBehind(proxy);
    const origin = `https://localhost:${running.httpsPort}`;
    const listed = await call(running, { target: '/api/personal_api_keys/?limit=1', key: KEY });
    expect([listed.status, JSON.parse(listed.text)]).toMatchObject([200, { count: 1 }]);
    const made = await call(running, {
      method: 'POST',
      target: '/api/projects/1/endpoints/',
      key: KEY,
      body: '{"name": "one", "query": {"kind": "HogQLQuery", "query": "select 1 as one"}}',
    });
    expect(JSON.parse(made.text).url).toMatch(`${origin}/api/projects/1/endpoints/one`);
    const wrong = (from: string, as: string) =>
      call(running, { target: '/api/projects/', key: 'wrong', from, forwardedFor: as });
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await wrong('127.0.0.2', `9.9.9.${count}`)).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
    expect((await wrong('127.0.0.3', '127.0.0.2')).status).toBe(401);
  });

  test('large bodies come through: events of 15 MB, a file of 30 MB', async () => {
    const { running, token } = await serviceBehind(proxy);
    const events = Array.from({ length: 15 }, (_, count) => ({
      event: 'large',
      distinct_id: `a${count}`,
      properties: { text: 'x'.repeat(1_000_000) },
    }));
    const batch = await call(running, {
      method: 'POST',
      target: '/batch/',
      body: JSON.stringify({ api_key: token, batch: events }),
    });
    expect(batch.status).toBe(200);
    const rows =
      `${JSON.stringify({ event: 'e', distinct_id: 'a', properties: { text: 'x'.repeat(1_000) } })}\n`.repeat(
        30_000,
      );
    const imported = await call(running, {
      method: 'POST',
      target: '/api/projects/1/imports/?dry_run=true',
      key: KEY,
      type: 'application/octet-stream',
      body: rows,
    });
    expect([imported.status, imported.text]).toEqual([202, expect.any(String)]);
  });

  test.each(['application/x-ndjson', 'text/event-stream'])('%s is passed on as it comes', async (type) => {
    // The second line is sent when the first has arrived: a proxy that waits for more waits for ever.
    const arrived = Promise.withResolvers<void>();
    const upstream = await startUpstream(async (_, response) => {
      response.writeHead(200, { 'content-type': type });
      response.write('data: 1\n\n');
      await arrived.promise;
      response.end('data: 2\n\n');
    });
    const running = await startProxy(proxy, upstream);
    const answer = await open(running, {});
    const pieces: string[] = [];
    for await (const piece of answer) {
      pieces.push(String(piece));
      arrived.resolve();
    }
    expect(pieces).toEqual(['data: 1\n\n', 'data: 2\n\n']);
  });

  test('an export comes through whole', async () => {
    const { running, token } = await serviceBehind(proxy);
    const batch = Array.from({ length: 2_000 }, (_, count) => ({ event: 'e', distinct_id: `d${count}` }));
    const body = JSON.stringify({ api_key: token, batch });
    expect((await call(running, { method: 'POST', target: '/batch/?wait=true', body })).status).toBe(200);
    const exported = await call(running, { target: '/api/projects/1/export/?format=ndjson', key: KEY });
    expect(exported.text.trim().split('\n')).toHaveLength(2_000);
  });
});

test('nginx passes a body on as it comes', async () => {
  const begun = Promise.withResolvers<void>();
  const upstream = await startUpstream(async (incoming, response) => {
    let length = 0;
    for await (const piece of incoming) {
      length += piece.length;
      begun.resolve();
    }
    response.end(String(length));
  });
  const running = await startProxy('nginx', upstream);
  const sent = request({ ...addressOf(running), method: 'POST', headers: { 'content-length': 200_000 } });
  sent.write('x'.repeat(100_000));
  await begun.promise;
  sent.end('x'.repeat(100_000));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  expect(await textOf(answer)).toBe('200000');
});

interface Call {
  readonly method?: string;
  readonly target?: string;
  readonly key?: string;
  readonly type?: string;
  readonly body?: string;
  /** Address that the call comes from. */
  readonly from?: string;
  readonly forwardedFor?: string;
}

function addressOf({ httpsPort }: RunningProxy) {
  // The certificate is one of the test.
  return { host: '127.0.0.1', port: httpsPort, servername: 'localhost', rejectUnauthorized: false } as const;
}

async function open(running: RunningProxy, { target = '/', ...more }: Call): Promise<IncomingMessage> {
  const { method = 'GET', key, type = 'application/json', body, from, forwardedFor } = more;
  const sent = request({
    ...addressOf(running),
    method,
    path: target,
    ...(from !== undefined && { localAddress: from }),
    headers: {
      host: `localhost:${running.httpsPort}`,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
      ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
    },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

async function call(running: RunningProxy, given: Call) {
  const answer = await open(running, given);
  return { status: answer.statusCode ?? 0, text: await textOf(answer) };
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

async function serviceBehind(proxy: (typeof PROXIES)[number]) {
  const service = await startServiceProcess({
    SLUICE_ROOT_KEY: KEY,
    SLUICE_DATA_DIR: temporaryFolder(),
    SLUICE_TRUSTED_PROXIES: '127.0.0.1',
    SLUICE_RATE_LIMITS: '0,0,0,3',
  });
  onTestFinished(service.close);
  const { json } = await service.call('GET', '/api/projects/1/');
  const running = await startProxy(proxy, Number(new URL(service.url).port));
  return { running, token: String(json.api_token) };
}

async function startUpstream(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
