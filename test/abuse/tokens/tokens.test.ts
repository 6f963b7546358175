import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  makeSigner,
  payloadOf,
  signatureOf,
  signedToken,
  type TestSigner,
} from '../../fixtures/sign-token.ts';
import { startTestService, type TestProject, type TestService } from '../../fixtures/start-service.ts';
import { FILTER, forgedTokens, OF_A } from './forged-tokens.ts';

// Attacks on tokens that customers sign. [SPEC-7.14.1] to [SPEC-7.14.5]. Calls go over sockets, so that a second equal
// one is answered before the framework.

let service: TestService;
let other: TestProject;
let signer: TestSigner;
let elsewhere: TestSigner;
let nowMs: number;

beforeAll(async () => {
  service = await startTestService();
  other = await service.addProject('Another');
  nowMs = Date.now();
  for (const project of [service, other]) {
    const events = ['a', 'a', 'b', 'b', 'b'].map((org, at) => ({
      event: 'seen',
      distinct_id: `${org}-${at}`,
      properties: { organization: `org-${org}`, secret: `canary of ${org}` },
    }));
    await project.capture(events);
    for (const [name, query] of Object.entries(ENDPOINTS))
      expect((await project.call('POST', 'endpoints', { body: { name, ...query } })).status, name).toBe(201);
  }
  signer = await makeSigner(service);
  elsewhere = await makeSigner(other);
  return () => service.close();
});

const sql = (query: string) => ({ query: { kind: 'HogQLQuery', query } });
const ENDPOINTS: Readonly<Record<string, object>> = {
  seen: sql('select (select count() from events) as every, count() as n from events where {filters} or 1=1'),
  mine: sql('select count() as n from events where properties.organization = {variables.organization}'),
  open: sql('select count() as n from events'),
  persons: sql('select count() as n from persons'),
  dated: sql('select count() as n from events where toString(timestamp) >= {variables.from}'),
  trend: {
    query: {
      kind: 'TrendsQuery',
      series: [
        { kind: 'EventsNode', event: 'seen', math: 'hogql', math_hogql: 'sum((select count() from events))' },
      ],
      trendsFilter: { display: 'BoldNumber' },
    },
  },
};

interface Asked {
  readonly name?: string;
  readonly body?: unknown;
  readonly query?: string;
  readonly project?: TestProject;
  readonly method?: 'GET' | 'POST';
}

async function run(token: string, asked: Asked = {}) {
  const { name = 'seen', body, query = '', project = service, method = 'POST' } = asked;
  const url = `${service.url}/api/projects/${project.projectId}/endpoints/${name}/run${query}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = method === 'GET' || body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url, { method, headers, ...sent });
  const text = await response.text();
  // Border: tests read members of answers one by one.
  const json = (text.startsWith('{') ? JSON.parse(text) : {}) as Readonly<Record<string, unknown>>;
  return { status: response.status, json, text, headers: response.headers };
}

const token = (sluice: object = OF_A, more: object = {}): string =>
  signedToken(signer, payloadOf(signer, nowMs, sluice, more));
const seconds = (offset: number): number => Math.floor(nowMs / 1000) + offset;

describe('a right token', () => {
  test('shows its tenant and nobody else, cached or not, by every trap of a query', async () => {
    for (const round of ['computed', 'cached']) {
      expect((await run(token())).json['results'], round).toEqual([[2, 2]]);
      const trend = (await run(token(), { name: 'trend' })).json['results'];
      expect(trend, round).toMatchObject([{ aggregated_value: 4 }]);
      const mine = token({ endpoints: ['mine'], variables: { organization: 'org-a' } });
      expect((await run(mine, { name: 'mine' })).json['results'], round).toEqual([[2]]);
    }
    expect((await run(service.rootKey)).json['results']).toEqual([[5, 5]]);
    expect((await run(token())).json).toMatchObject({ results: [[2, 2]], is_cached: true });
  });

  test.each(['ES256', 'RS256'])('is signed with %s too', async (algorithm) => {
    const own = await makeSigner(service, { algorithm });
    const answer = await run(signedToken(own, payloadOf(own, nowMs, OF_A)));
    expect(answer.json['results']).toEqual([[2, 2]]);
    const crossed = signedToken({ ...signer, id: own.id }, payloadOf(own, nowMs, OF_A));
    expect((await run(crossed)).status).toBe(401);
  });

  test('is no credential anywhere else', async () => {
    const { projectId } = service;
    for (const path of [
      'personal_api_keys/@current',
      'projects',
      'service',
      `projects/${projectId}`,
      `projects/${projectId}/endpoints`,
      `projects/${projectId}/endpoints/seen`,
      `projects/${projectId}/signing_keys`,
      `projects/${projectId}/query/x`,
    ]) {
      const response = await fetch(`${service.url}/api/${path}`, {
        headers: { authorization: `Bearer ${token()}` },
      });
      expect(`${path}: ${response.status}`).toBe(`${path}: 401`);
    }
    expect((await run(token(), { project: other })).status).toBe(403);
  });
});

test('equal requests of two tokens never cross, however often they are asked', async () => {
  const of = (org: string) => token({ endpoints: ['seen'], filters: [{ ...FILTER, value: org }] });
  const expected = new Map([
    [of('org-a'), [[2, 2]]],
    [of('org-b'), [[3, 3]]],
    [of('org-c'), [[0, 0]]],
    [service.rootKey, [[5, 5]]],
  ]);
  for (let round = 0; round < 4; round += 1) {
    const answers = await Promise.all(
      [...expected].flatMap(([credential, rows]) =>
        (['GET', 'POST'] as const).map(async (method) => [await run(credential, { method }), rows] as const),
      ),
    );
    for (const [{ json }, rows] of answers) expect(json['results']).toEqual(rows);
    const etags = answers.map(([{ headers }]) => headers.get('etag'));
    expect(new Set(etags).size).toBe(expected.size);
  }
});

describe('a token that is not right', () => {
  test('is refused in the same words whatever is wrong', async () => {
    const words = new Set<string>();
    await run(token());
    const forged = Object.entries(forgedTokens({ signer, elsewhere, nowMs }));
    expect(forged.length).toBeGreaterThan(60);
    for (const [name, make] of forged) {
      const { status, json } = await run(make());
      expect(`${name}: ${status}`).toBe(`${name}: 401`);
      words.add(JSON.stringify([json['code'], json['detail']]));
    }
    expect([...words]).toHaveLength(1);
  });

  test('tells that it has expired only when it is right otherwise', async () => {
    const old = { exp: seconds(-60), iat: seconds(-120) };
    expect((await run(token(OF_A, old))).json).toMatchObject({ status: 401, code: 'token_expired' });
    const forged = token(OF_A, old).replace(/.{4}$/, 'AAAA');
    expect((await run(forged)).json).toMatchObject({ status: 401, code: 'authentication_failed' });
    expect((await run(token(OF_A, { exp: seconds(-20), iat: seconds(-120) }))).status).toBe(200);
  });
});

describe('what a token does not name', () => {
  test.each<[string, object, Asked, number, string, string | undefined]>([
    ['an endpoint', OF_A, { name: 'open' }, 403, 'permission_denied', undefined],
    ['an absent endpoint', OF_A, { name: 'absent' }, 403, 'permission_denied', undefined],
    [
      'a constraint',
      { endpoints: ['open'] },
      { name: 'open' },
      403,
      'token_not_applicable',
      'token.endpoints',
    ],
    [
      'a variable that the endpoint has',
      { endpoints: ['open'], variables: { organization: 'org-a' } },
      { name: 'open' },
      403,
      'token_not_applicable',
      'token.variables.organization',
    ],
    [
      'a table that its filter reaches',
      { endpoints: ['persons'], filters: [FILTER] },
      { name: 'persons' },
      403,
      'token_not_applicable',
      'token.filters.0',
    ],
    [
      'a value to compare with',
      { endpoints: ['open'], filters: [{ key: 'organization' }] },
      { name: 'open' },
      403,
      'token_not_applicable',
      'token.filters.0',
    ],
    [
      'one value of a variable',
      { endpoints: { mine: { variables: { organization: 'org-b' } } }, variables: { organization: 'org-a' } },
      { name: 'mine' },
      403,
      'token_not_applicable',
      'token.variables.organization',
    ],
  ])('%s', async (_, sluice, asked, status, code, attr) => {
    const { json, text } = await run(token(sluice), asked);
    expect(json).toMatchObject({ status, code });
    expect(json['attr'] ?? undefined).toBe(attr);
    expect(text).not.toContain('org-');
  });

  test('needs a word where nothing is to be narrowed', async () => {
    const free = token({ endpoints: { open: { unconstrained: true } }, filters: [FILTER] });
    expect((await run(free, { name: 'open' })).json['results']).toEqual([[5]]);
    expect((await run(free)).status).toBe(403);
  });
});

describe('what the holder of a token may send', () => {
  const filter = { filters_override: { properties: [{ key: 'secret', operator: 'is_set' }] } };
  const SMUGGLED: readonly (readonly [string, Asked])[] = [
    ['a fixed variable', { name: 'mine', body: { variables: { organization: 'org-b' } } }],
    ['a fixed variable with its own value', { name: 'mine', body: { variables: { organization: 'org-a' } } }],
    [
      'a fixed variable by GET',
      { name: 'mine', method: 'GET', query: '?variables={"organization":"org-b"}' },
    ],
    ['an unnamed variable', { name: 'mine', body: { variables: { Organization: 'org-b' } } }],
    ['a variable of other letters', { name: 'mine', body: { variables: { оrganization: 'org-b' } } }],
    ['filters', { body: filter }],
    ['dates', { body: { filters_override: { date_from: '2026-01-01' } } }],
    ['test accounts', { body: { filters_override: { filterTestAccounts: true } } }],
    ['an interval', { name: 'trend', body: { filters_override: { interval: 'week' } } }],
    [
      'a breakdown',
      { name: 'trend', body: { filters_override: { breakdown_filter: { breakdown: 'secret' } } } },
    ],
    ['a query', { name: 'trend', body: { query_override: { series: [] } } }],
    ['an empty query', { name: 'trend', body: { query_override: {} } }],
    ['debug', { body: { debug: true } }],
    ['a version', { body: { version: 1 } }],
    ['a version by query string', { query: '?version=1' }],
    ['force', { body: { refresh: 'force_blocking' } }],
    ['a refresh', { body: { refresh: 'cache' } }],
    ['a format', { query: '?format=csv' }],
  ];
  const sluice = {
    endpoints: {
      seen: { filters: [FILTER] },
      trend: { filters: [FILTER] },
      mine: { variables: { organization: 'org-a' } },
    },
  };

  test.each(SMUGGLED)('%s is not his', async (_, asked) => {
    for (let round = 0; round < 2; round += 1) {
      // Another caller may send it, and is answered in between.
      await run(service.rootKey, asked);
      const { json, text } = await run(token(sluice), asked);
      expect(json).toMatchObject({ status: 403, code: 'token_fixed_member' });
      expect(text).not.toContain('org-');
    }
  });

  test('what the token allows acts besides, and never instead', async () => {
    const allow = { filters: true, dates: true, variables: ['from'], formats: ['csv'] };
    const wide = token({ ...OF_A, endpoints: ['seen', 'open', 'dated'], allow });
    const of = (value: string) => ({ filters_override: { properties: [{ key: 'organization', value }] } });
    expect((await run(wide, { name: 'open', body: of('org-b') })).json['results']).toEqual([[0]]);
    expect((await run(wide, { name: 'open', body: of('org-a') })).json['results']).toEqual([[2]]);
    expect((await run(wide, { query: '?format=csv' })).text).toContain('2,2');
    const from = await run(wide, { name: 'dated', body: { variables: { from: '2000' } } });
    expect(from.json['results']).toEqual([[2]]);
    const odd = { type: 'OR', values: [{ type: 'hogql', key: '1=1' }] };
    for (const properties of [
      odd,
      [odd],
      [{ type: 'hogql', key: '1=1' }],
      [{ type: 'cohort', key: 'id', value: 1 }],
    ])
      expect((await run(wide, { body: { filters_override: { properties } } })).status).toBe(403);
    const narrow = token({ ...OF_A, allow: { filters: true } });
    expect((await run(narrow, { body: of('org-b') })).json['results']).toEqual([[2, 2]]);
    expect((await run(narrow, { query: '?format=csv' })).status).toBe(403);
    expect((await run(token(), { body: of('org-b') })).status).toBe(403);
  });
});

describe('who may no longer', () => {
  const revoke = (body: object, id = signer.id) =>
    service.call('POST', `signing_keys/${id}/revocations`, { body });

  test('a subject, an id, and what was issued before a time are refused at once, and let in again', async () => {
    const held = { sub: 'gone', jti: 'one', iat: seconds(-10) };
    for (const body of [
      { sub: 'gone' },
      { jti: 'one' },
      { issued_before: new Date(nowMs - 5_000).toISOString() },
    ]) {
      expect((await run(token(OF_A, held))).status).toBe(200);
      const { status, json } = await revoke(body);
      expect(status).toBe(201);
      expect((await run(token(OF_A, held))).status, JSON.stringify(body)).toBe(401);
      expect((await run(token(OF_A, { sub: 'stays' }))).status).toBe(200);
      if ('issued_before' in body) expect((await run(token(OF_A, { iat: undefined }))).status).toBe(401);
      await service.call('DELETE', `signing_keys/${signer.id}/revocations/${json.id}`);
      expect((await run(token(OF_A, held))).status).toBe(200);
    }
    expect((await revoke({ sub: 'a', jti: 'b' })).status).toBe(400);
  });

  test('a key that is switched off, changed or deleted acts on all its tokens', async () => {
    const own = await makeSigner(service);
    const held = signedToken(own, payloadOf(own, nowMs, OF_A));
    const change = (body: object) => service.call('PATCH', `signing_keys/${own.id}`, { body });
    const status = async () => (await run(held)).status;
    expect(await status()).toBe(200);
    await change({ is_active: false });
    expect(await status()).toBe(401);
    await change({ is_active: true, endpoints: ['mine'] });
    expect(await status()).toBe(403);
    await change({ endpoints: null, require: { variables: ['organization'], filters: [] } });
    expect((await run(held)).json).toMatchObject({ code: 'token_not_applicable' });
    await change({ require: { variables: [], filters: ['organization'] }, max_ttl_seconds: 60 });
    expect(await status()).toBe(401);
    await change({ max_ttl_seconds: 3_600 });
    expect(await status()).toBe(200);
    await service.call('DELETE', `signing_keys/${own.id}`);
    expect(await status()).toBe(401);
  });
});

describe('signing keys', () => {
  test.each<[string, object, string]>([
    [
      'a private one',
      { public_key: { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43), d: 'A'.repeat(43) } },
      'public_key',
    ],
    ['one of small order', { public_key: { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43) } }, 'public_key'],
    ['one of another kind', { public_key: { kty: 'oct', k: 'AAAA' } }, 'public_key'],
    ['one that is none', { public_key: { kty: 'OKP', crv: 'Ed25519', x: '' } }, 'public_key'],
    ['two', { public_key: { kty: 'OKP' }, generate: true }, 'public_key'],
    ['none', {}, 'public_key'],
    ['one of an absent endpoint', { generate: true, endpoints: ['absent'] }, 'endpoints.0'],
    ['one of RSA under 2,048 bits', { algorithm: 'RS256', public_key: smallRsa() }, 'public_key'],
  ])('%s is not taken', async (_, fields, attr) => {
    const { status, json } = await service.call('POST', 'signing_keys', { body: { label: 'x', ...fields } });
    expect([status, json.attr]).toEqual([400, attr]);
  });

  test('no list and no log shows the half that signs', async () => {
    const made = await service.call('POST', 'signing_keys', { body: { label: 'x', generate: true } });
    expect(made.headers['cache-control']).toBe('no-store');
    const { d } = made.json.private_key;
    const seen = [
      (await service.call('GET', 'signing_keys')).text,
      (await service.call('GET', 'activity')).text,
    ];
    for (const text of seen) expect(text).not.toContain(d);
  });

  test('a signature is that of one project', () => {
    expect(signatureOf(signer, 'x')).not.toBe(signatureOf(elsewhere, 'x'));
  });
});

function smallRsa(): object {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  return publicKey.export({ format: 'jwk' });
}
