import { beforeAll, describe, expect, test } from 'vitest';
import { makeSigner, payloadOf, signedToken, type TestSigner } from '../../fixtures/sign-token.ts';
import { startTestService, type TestProject, type TestService } from '../../fixtures/start-service.ts';
import { OF_A } from './forged-tokens.ts';

// Pages of other sites ask for runs. [SPEC-7.14.6]. Calls go over sockets, so that a second equal one is answered
// before the framework; `Origin` is sent as a browser would send it.

const PAGE = 'https://app.acme.com';
const LOCAL = 'http://localhost:3000';

let service: TestService;
let other: TestProject;
let signer: TestSigner;
let nowMs: number;

beforeAll(async () => {
  service = await startTestService();
  other = await service.addProject('Another');
  nowMs = Date.now();
  await service.capture([{ event: 'seen', distinct_id: 'a', properties: { organization: 'org-a' } }]);
  const body = { name: 'seen', query: { kind: 'HogQLQuery', query: 'select count() as n from events' } };
  expect((await service.call('POST', 'endpoints', { body })).status).toBe(201);
  signer = await makeSigner(service);
  expect((await allow([PAGE, LOCAL])).status).toBe(200);
  return () => service.close();
});

const allow = (allowed_origins: unknown) =>
  service.call('PATCH', `/api/projects/${service.projectId}`, { body: { allowed_origins } });

interface Asked {
  readonly method?: string;
  readonly origin?: string;
  readonly bearer?: string | null;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask({
  method = 'POST',
  origin,
  bearer = token(),
  path = 'endpoints/seen/run',
  headers,
}: Asked) {
  const url = path.startsWith('/') ? path : `/api/projects/${service.projectId}/${path}`;
  const response = await fetch(service.url + url, {
    method,
    headers: {
      ...headers,
      ...(origin !== undefined && { origin }),
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
    },
  });
  const text = await response.text();
  return { status: response.status, text, cors: corsOf(response.headers), headers: response.headers };
}

const token = (more: object = {}): string => signedToken(signer, payloadOf(signer, nowMs, OF_A, more));

const corsOf = (headers: Headers): Readonly<Record<string, string>> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

const preflight = (origin: string | undefined, path?: string) =>
  ask({
    method: 'OPTIONS',
    bearer: null,
    ...(origin !== undefined && { origin }),
    ...(path !== undefined && { path }),
    headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  });

const READABLE = {
  'access-control-allow-origin': PAGE,
  'access-control-expose-headers':
    'ETag, Age, Cache-Control, Cache-Status, RateLimit, RateLimit-Policy, Retry-After, Sluice-Warning, X-Request-Id',
};

describe('a page of an allowed origin', () => {
  test('reads what a token shows, computed, cached and not modified, and is told what it may', async () => {
    const computed = await ask({ origin: PAGE });
    expect(computed).toMatchObject({ status: 200, cors: READABLE });
    const cached = await ask({ origin: PAGE });
    expect(cached).toMatchObject({ status: 200, cors: READABLE });
    expect(cached.text).toContain('"is_cached":true');
    for (const { headers } of [computed, cached])
      expect(headers.get('vary')).toBe('Authorization, Accept, Accept-Encoding, Origin');
    const etag = (await ask({ origin: PAGE, method: 'GET' })).headers.get('etag') ?? '';
    const known = await ask({ origin: PAGE, method: 'GET', headers: { 'if-none-match': etag } });
    expect(known).toMatchObject({ status: 304, cors: READABLE });
    expect((await ask({ origin: LOCAL })).cors['access-control-allow-origin']).toBe(LOCAL);
  });

  test('reads a streamed answer', async () => {
    const csv = token({ sluice: { ...OF_A, allow: { formats: ['csv'] } } });
    const streamed = await ask({ origin: PAGE, bearer: csv, headers: { accept: 'text/csv' } });
    expect(streamed).toMatchObject({ status: 200, cors: READABLE });
    expect(streamed.headers.get('content-type')).toContain('text/csv');
    expect(streamed.headers.get('vary')).toBe('Authorization, Accept, Accept-Encoding, Origin');
  });

  test('reads why it was refused', async () => {
    const expired = token({ iat: Math.floor(nowMs / 1000) - 900, exp: Math.floor(nowMs / 1000) - 60 });
    expect(await ask({ origin: PAGE, bearer: expired })).toMatchObject({ status: 401, cors: READABLE });
    expect(await ask({ origin: PAGE, bearer: null })).toMatchObject({ status: 401, cors: READABLE });
    expect(await ask({ origin: PAGE, bearer: `${token()}x` })).toMatchObject({ status: 401, cors: READABLE });
    const unnamed = await ask({ origin: PAGE, path: 'endpoints/absent/run' });
    expect(unnamed).toMatchObject({ status: 403, cors: READABLE });
    const fixed = await ask({
      origin: PAGE,
      path: 'endpoints/seen/run?refresh=force_blocking',
      method: 'GET',
    });
    expect(fixed).toMatchObject({ status: 403, cors: READABLE });
    expect(fixed.headers.get('vary')).toContain('Origin');
  });

  test('may ask before it calls', async () => {
    const may = await preflight(PAGE);
    expect(may).toMatchObject({ status: 204, text: '' });
    expect(may.cors).toEqual({
      ...READABLE,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Authorization, Content-Type, Accept, If-None-Match',
      'access-control-max-age': '7200',
    });
    expect(may.headers.get('vary')).toContain('Origin');
    // Whatever the endpoint is: nothing is told of it.
    expect((await preflight(PAGE, 'endpoints/absent/run')).cors).toEqual(may.cors);
    // Other spellings of the path are the same path.
    const { projectId } = service;
    expect((await preflight(PAGE, `/api/environments/${projectId}/endpoints/seen/run/`)).cors).toEqual(
      may.cors,
    );
  });
});

describe('no page reads', () => {
  test('what a key or a session may see, however it is written', async () => {
    for (const [name, authorization] of Object.entries({
      key: `Bearer ${service.rootKey}`,
      small: `bearer  ${service.rootKey}`,
      session: 'Bearer sls_000000000000000000000000000000000000000000000000x',
      damaged: `Bearer ${service.rootKey}x`,
      nonsense: 'Bearer x',
      basic: 'Basic c2xwXzEyMzo=',
    }))
      for (const method of ['POST', 'GET', 'OPTIONS']) {
        // Twice, so that the second one may be answered before the framework.
        await ask({ origin: PAGE, method, bearer: null, headers: { authorization } });
        const { cors } = await ask({ origin: PAGE, method, bearer: null, headers: { authorization } });
        expect(cors, `${name} ${method}`).toEqual({});
      }
  });

  test.each([
    'null',
    '*',
    '',
    'https://app.acme.com.evil.com',
    'https://evil-app.acme.com',
    'https://evilapp.acme.com',
    'https://x.app.acme.com',
    'https://acme.com',
    'https://app.acme.co',
    'https://app.acme.com.',
    'https://app.acme.com/',
    'https://app.acme.com:443',
    'https://app.acme.com:8443',
    'https://app.acme.com@evil.com',
    'https://evil.com#https://app.acme.com',
    'https://app.acme.com, https://evil.com',
    'https://app.acme.com https://evil.com',
    'http://app.acme.com',
    'HTTPS://app.acme.com',
    'https://APP.acme.com',
    'https://appxacme.com',
    'https://app.acme.com\t',
    'file://',
    'http://localhost',
    'http://localhost:3001',
    'http://localhost:30000',
    'https://localhost:3000',
    'http://127.0.0.1:3000',
  ])('anything from the origin %j', async (origin) => {
    const trimmed = origin.trim();
    const expected = trimmed === PAGE ? PAGE : undefined;
    for (const method of ['POST', 'GET', 'OPTIONS']) {
      const { status, cors } = await ask({ origin, method });
      expect(status, method).toBe(method === 'OPTIONS' ? 204 : 200);
      expect(cors['access-control-allow-origin'], method).toBe(expected);
    }
  });

  test('by two headers `Origin`, or by none', async () => {
    const { cors } = await ask({});
    expect(cors).toEqual({});
    const url = new URL(service.url);
    const { request } = await import('node:http');
    const headers = ['origin', PAGE, 'origin', 'https://evil.com', 'authorization', `Bearer ${token()}`];
    const answered = await new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
      const path = `/api/projects/${service.projectId}/endpoints/seen/run`;
      const sent = request(
        { host: url.hostname, port: url.port, path, method: 'POST', headers },
        (response) => {
          response.resume();
          resolve(response.headers);
        },
      );
      sent.on('error', reject).end();
    });
    expect(answered['access-control-allow-origin']).toBeUndefined();
  });

  test('of another project, and learns of no project whether it is there', async () => {
    const told = [];
    for (const project of [
      other.projectId,
      999_999,
      '01',
      `0${service.projectId}`,
      '@current',
      'x',
      '1e0',
      '%31x',
    ])
      told.push([project, await preflight(PAGE, `/api/projects/${project}/endpoints/seen/run`)] as const);
    for (const [project, { status, text, cors }] of told)
      expect({ project, status, text, cors }).toEqual({ project, status: 204, text: '', cors: {} });
    const elsewhere = `/api/projects/${other.projectId}/endpoints/seen/run`;
    expect((await ask({ origin: PAGE, path: elsewhere })).cors).toEqual({});
  });

  test('anything but runs', async () => {
    const { projectId } = service;
    for (const path of [
      'endpoints',
      'endpoints/seen',
      'endpoints/seen/logs',
      'endpoints/seen/usage',
      'query',
      'signing_keys',
      'events/export?format=csv',
      `/api/projects/${projectId}`,
      '/api/projects',
      '/api/personal_api_keys',
    ])
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const { cors } = await ask({ origin: PAGE, method, path });
        expect(cors, `${method} ${path}`).toEqual({});
      }
  });
});

describe('allowed_origins', () => {
  test.each([
    '*',
    'null',
    'https://*.acme.com',
    'https://*',
    'https://app.acme.com/',
    'https://app.acme.com/path',
    'https://app.acme.com?x',
    'https://app.acme.com#x',
    'https://app.acme.com:443',
    'http://app.acme.com:80',
    'https://APP.acme.com',
    'HTTPS://app.acme.com',
    'https://user@app.acme.com',
    'https://app.acme.com, https://evil.com',
    ' https://app.acme.com',
    'https://app.acme.com\n',
    'https://äpp.acme.com',
    'app.acme.com',
    '//app.acme.com',
    'ftp://app.acme.com',
    'file://',
    'javascript:alert(1)',
    'https://',
    'https://:3000',
    'https://app.acme.com:99999',
    `https://${'a'.repeat(300)}.com`,
    '',
    7,
  ])('refuses %j', async (origin) => {
    const { status, json } = await allow([PAGE, origin]);
    expect(status).toBe(400);
    expect(json.attr).toBe('allowed_origins.1');
    expect((await preflight(PAGE)).cors['access-control-allow-origin']).toBe(PAGE);
  });

  test('are at most 50, shown, recorded, given at the start, and act with the next call', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `https://a${at}.acme.com`);
    expect((await allow(many(51))).status).toBe(400);
    const fifty = await allow(many(50));
    expect(fifty.json.allowed_origins).toEqual(many(50));
    expect((await ask({ origin: PAGE })).cors).toEqual({});
    expect((await preflight(PAGE)).cors).toEqual({});
    expect((await ask({ origin: 'https://a49.acme.com' })).status).toBe(200);
    expect((await allow(['https://xn--pp-via.acme.com', 'http://[::1]:3000', PAGE])).status).toBe(200);
    expect((await ask({ origin: PAGE })).cors).toEqual(READABLE);
    expect((await ask({ origin: 'http://[::1]:3000' })).cors['access-control-allow-origin']).toBe(
      'http://[::1]:3000',
    );
    const { json } = await service.call('GET', 'activity?limit=1');
    expect(JSON.stringify(json.results)).toContain('allowed_origins');
    const created = await service.call('POST', '/api/projects', {
      body: { name: 'Born with one', allowed_origins: [PAGE] },
    });
    expect(created.json.allowed_origins).toEqual([PAGE]);
    const path = `/api/projects/${created.json.id}/endpoints/seen/run`;
    expect((await preflight(PAGE, path)).cors['access-control-allow-origin']).toBe(PAGE);
    expect((await service.call('DELETE', `/api/projects/${created.json.id}`)).status).toBe(204);
    expect((await preflight(PAGE, path)).cors).toEqual({});
  });
});
