import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordEventNames } from '../../src/adapters/store/definition-store.ts';
import { ERROR_CATALOG, type ErrorCode, errorType } from '../../src/base/errors.ts';
import { checkDocumentedCode } from '../fixtures/documented-code.ts';
import { makeSigner, payloadOf, signedToken } from '../fixtures/sign-token.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// Every code of the catalogue is documented, is answered to a real request, and there is no other.
// [SPEC-6.1], [SPEC-6.4].

let service: TestService;
/** A second key, whose queries compete with those of the root key. */
let otherKey: string;

beforeAll(async () => {
  service = await startTestService({
    headersTimeoutMs: 300,
    bodyTimeoutMs: 300,
    maxQueries: 1,
    maxQueriesPerKey: 1,
    maxWaitingQueries: 0,
    queryMemoryBytes: 16 * 1024 * 1024,
    spoolMaxBytes: 1024 * 1024,
    captureFlushMs: 3_600_000,
  });
  const made = [
    endpoint('one', 'select 1 as a'),
    endpoint('variable', 'select {variables.a} as a'),
    endpoint('date', 'select {variables.d} as d', { variables: { d: { type: 'Date' } } }),
    endpoint('greedy', 'select groupArray(number) from numbers(100000000)'),
    endpoint('greedy-reader', 'select max(number) from numbers(1000)', { limits: { max_bytes_read: 1 } }),
    endpoint('slow', SLOW, { limits: { timeout_seconds: 1 } }),
    endpoint('wrong-value', 'select intDiv(1, number) from numbers(1)'),
    { name: 'insight', query: TRENDS },
    { name: 'narrow', query: TRENDS, allowed_overrides: ['interval'] },
  ];
  for (const body of made) {
    const answer = await ask('POST', 'endpoints', { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  }
  const key = { label: 'other', scopes: ['*'], projects: [1] };
  const issued = await ask('POST', '/api/personal_api_keys', { body: key });
  otherKey = String(issued.body['value']);
});
afterAll(() => service.close());

const TRENDS = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'x' }] };
/** Runs for many seconds: every pair of a hundred thousand numbers. */
const SLOW =
  'select count() from numbers(100000) as a cross join numbers(100000) as b where a.number + b.number = 7';

function endpoint(name: string, query: string, fields: Record<string, unknown> = {}) {
  return { name, ...hogql(query), ...fields };
}

function hogql(query: string) {
  return { query: { kind: 'HogQLQuery', query } };
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Ask {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string | null;
}

/** One request over a socket. A path that does not begin with `/` is below project 1. */
async function ask(method: string, target: string, { body, headers = {}, key }: Ask = {}): Promise<Answer> {
  const url = `${service.url}${target.startsWith('/') ? target : `/api/projects/1/${target}`}`;
  const bearer = key === undefined ? service.rootKey : key;
  const response = await fetch(url, {
    method,
    headers: {
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const answer = bodyOf(response.headers, await response.text());
  checkDocumentedCode(method, new URL(url).pathname, answer);
  return { status: response.status, headers: response.headers, body: answer };
}

/** Capture answers in plain text, which stands as `detail` here. */
function bodyOf(headers: Headers, text: string): Answer['body'] {
  return headers.get('content-type')?.startsWith('text/plain') === true
    ? { detail: text }
    : JSON.parse(text || '{}');
}

const run = (name: string, body: unknown = {}, headers: Ask['headers'] = {}): Promise<Answer> =>
  ask('POST', `endpoints/${name}/run`, { body, headers });

/** Runs `one` by a token of a customer that names it, with changed claims. */
async function runByToken(claims: object, body: unknown, headers: Ask['headers'] = {}): Promise<Answer> {
  const signer = await makeSigner(service);
  const payload = payloadOf(signer, Date.now(), { endpoints: { one: { unconstrained: true } } }, claims);
  return ask('POST', 'endpoints/one/run', { body, headers, key: signedToken(signer, payload) });
}

const query = (text: string, headers: Ask['headers'] = {}): Promise<Answer> =>
  ask('POST', 'query', { body: hogql(text), headers });

/** Bytes that `fetch` would not send, and the one answer to them. */
async function sendRaw(text: string): Promise<Answer> {
  const ended = Promise.withResolvers<string>();
  let received = '';
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(text));
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.on('error', ended.reject);
  socket.on('close', () => ended.resolve(received));
  const [head = '', body = ''] = (await ended.promise).split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(': ')[0] ?? '', line.split(': ')[1] ?? '']),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: JSON.parse(body) };
}

/** Gives `work` a service whose only place at the engine is taken by the root key; then frees it. */
async function whileBusy(work: () => Promise<Answer>): Promise<Answer> {
  const busy = ask('POST', 'query', { body: { ...hogql(SLOW), client_query_id: 'busy' } });
  await expect.poll(() => service.services.admission.running).toBe(1);
  const answer = await work();
  await ask('DELETE', 'query/busy');
  await busy;
  await untilPlaceIsFree();
  return answer;
}

/** A slow query, and what its caller is told when `end` ends it. */
async function endedBy(end: () => Promise<unknown>, headers: Ask['headers'] = {}): Promise<Answer> {
  const slow = ask('POST', 'query', { body: { ...hogql(SLOW), client_query_id: 'ended' }, headers });
  await expect.poll(() => service.services.admission.running).toBe(1);
  await end();
  const answer = await slow;
  await untilPlaceIsFree();
  return answer;
}

/** Callers are told at once; the place is held until the engine has ended the query. */
async function untilPlaceIsFree(): Promise<void> {
  await expect.poll(() => service.services.admission.running, { timeout: 20_000 }).toBe(0);
}

async function killEngine(): Promise<void> {
  const processId = () => service.engine.processId() ?? 0;
  await expect.poll(processId, { timeout: 20_000 }).toBeGreaterThan(1);
  process.kill(processId(), 'SIGKILL');
}

/** Waits until the engine that was killed is there again. */
async function untilEngineAnswers(): Promise<void> {
  await expect.poll(async () => (await query('select 1')).status, { timeout: 20_000 }).toBe(200);
}

/** Lets the file of the store grow no further while `work` is done, as a full disk would. */
async function withFullStore(work: () => Promise<Answer>): Promise<Answer> {
  const { query: store } = service.services.database;
  await sql`pragma max_page_count = 1`.execute(store);
  const answer = await work();
  await sql`pragma max_page_count = 1000000`.execute(store);
  return answer;
}

const raw = (...lines: readonly string[]): string =>
  ['POST /api/projects/1/query HTTP/1.1', 'Host: x', ...lines, ''].join('\r\n');

type Provocation = (headers: Readonly<Record<string, string>>) => Promise<Answer>;

/** What makes each code. `headers` go with the request, where it is one. The closed type demands a row per code. */
const PROVOCATIONS: Readonly<Record<ErrorCode, Provocation>> = {
  authentication_failed: (headers) => ask('GET', 'endpoints', { key: 'slp_unknown', headers }),
  permission_denied: (headers) => ask('GET', '/api/projects/999/endpoints', { headers }),
  token_expired: (headers) => runByToken({ exp: 1, iat: 0 }, {}, headers),
  token_fixed_member: (headers) => runByToken({}, { debug: true }, headers),
  token_not_applicable: (headers) => runByToken({ sluice: { endpoints: ['one'] } }, {}, headers),
  not_found: (headers) => run('nothing', {}, headers),
  throttled: (headers) => whileBusy(() => query('select 2', headers)),
  name_taken: (headers) => ask('POST', 'endpoints', { body: endpoint('one', 'select 1'), headers }),
  action_in_use: async (headers) => {
    const name = `used-${crypto.randomUUID()}`;
    const action = await ask('POST', 'actions', { body: { name, steps: [{ event: 'x' }] } });
    const id = Number(action.body['id']);
    const query = { kind: 'TrendsQuery', series: [{ kind: 'ActionsNode', id }] };
    await ask('POST', 'endpoints', { body: { name, query } });
    return ask('DELETE', `actions/${id}`, { headers });
  },
  cohort_in_use: async (headers) => {
    const name = `used-${crypto.randomUUID()}`;
    const cohort = await ask('POST', 'cohorts', { body: { name, is_static: true } });
    const query = `SELECT count() FROM persons WHERE id IN COHORT '${name}'`;
    await ask('POST', 'endpoints', { body: { name, query: { kind: 'HogQLQuery', query } } });
    return ask('DELETE', `cohorts/${Number(cohort.body['id'])}`, { headers });
  },
  not_undoable: async (headers) => {
    const sent = await fetch(`${service.url}/api/projects/1/imports/?wait=true`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.rootKey}`, 'content-type': 'application/octet-stream' },
      body: '{"event":"e","distinct_id":"a","timestamp":"2025-06-01T10:00:00Z"}',
    });
    const { id } = bodyOf(sent.headers, await sent.text());
    // As an earlier version has left it.
    await service.services.database.query.updateTable('imports').set({ number: null }).execute();
    return ask('DELETE', `imports/${id}/`, { headers });
  },
  project_not_empty: async (headers) => {
    const { database, clock } = service.services;
    await recordEventNames(database.query, 1, new Map([['seen', 1]]), clock.nowMs());
    return ask('POST', 'demo', { headers });
  },
  precondition_failed: (headers) =>
    ask('PATCH', 'endpoints/one', { body: {}, headers: { ...headers, 'if-match': '"99"' } }),
  method_not_allowed: (headers) => ask('PUT', 'query', { body: {}, headers }),
  unsupported_media_type: (headers) => run('one', '{}', { ...headers, 'content-type': 'text/plain' }),
  payload_too_large: (headers) => run('one', ' '.repeat(1_100_000), headers),
  not_acceptable: (headers) => ask('POST', 'endpoints/insight/run?format=arrow', { headers }),
  request_timeout: () => sendRaw(raw('X-Slow: ')),
  headers_too_large: () => sendRaw(raw(`X-Long: ${'x'.repeat(20_000)}`, '')),
  bad_request: () => sendRaw(raw('Content-Length: 2', 'Content-Length: 3', '')),
  invalid_json: (headers) => run('one', '{', headers),
  unknown_member: (headers) => run('one', { refrsh: 'blocking' }, headers),
  invalid_value: (headers) => run('one', { limit: 0 }, headers),
  missing_variable: (headers) => run('variable', {}, headers),
  unknown_variable: (headers) => run('variable', { variables: { a: 1, b: 1 } }, headers),
  invalid_variable: (headers) => run('date', { variables: { d: 1 } }, headers),
  invalid_date: (headers) => run('insight', { filters_override: { date_from: 'tomorrow-ish' } }, headers),
  invalid_filter: (headers) => run('insight', { filters_override: { properties: [{ key: 'a' }] } }, headers),
  filters_not_applicable: (headers) =>
    run('one', { filters_override: { properties: [{ key: 'a', value: 'b', type: 'event' }] } }, headers),
  override_not_allowed: (headers) => run('narrow', { query_override: { series: [] } }, headers),
  combination_not_allowed: (headers) => run('one', { refresh: 'direct' }, headers),
  breaking_change: (headers) =>
    ask('PATCH', 'endpoints/one?allow_breaking=false', { body: hogql('select 1 as b'), headers }),
  not_materializable: (headers) =>
    ask('PATCH', 'endpoints/variable', { body: { is_materialized: true }, headers }),
  syntax_error: (headers) => query('selec 1', headers),
  unsupported_syntax: (headers) => query('select 1 from events final', headers),
  unknown_table: (headers) => query('select 1 from nothing', headers),
  unknown_field: (headers) => query('select nothing from events', headers),
  unknown_function: (headers) => query('select nothing()', headers),
  wrong_arity: (headers) => query('select lower()', headers),
  type_mismatch: (headers) => query('select lower(1)', headers),
  invalid_alias: (headers) => query('select 1 as a, 2 as a', headers),
  missing_group_by: (headers) => query('select event, count() from events', headers),
  nested_aggregate: (headers) => query('select sum(count()) from events', headers),
  query_too_complex: (headers) => query(`select ${'('.repeat(200)}1${')'.repeat(200)}`, headers),
  query_timeout: (headers) => run('slow', {}, headers),
  query_memory_limit: (headers) => run('greedy', {}, headers),
  query_too_large: (headers) => run('greedy-reader', {}, headers),
  query_failed: (headers) => run('wrong-value', {}, headers),
  query_cancelled: (headers) => endedBy(() => ask('DELETE', 'query/ended'), headers),
  query_capacity: (headers) =>
    whileBusy(() => ask('POST', 'query', { body: hogql('select 2'), key: otherKey, headers })),
  engine_unavailable: async (headers) => {
    const answer = await endedBy(killEngine, headers);
    await untilEngineAnswers();
    return answer;
  },
  backup_unavailable: async (headers) => {
    // As on PostgreSQL, whose store has no file to copy.
    const { database } = service.services;
    const { beginCopy } = database;
    Object.assign(database, { beginCopy: undefined });
    const answer = await ask('POST', '/api/backup_moments', { headers });
    Object.assign(database, { beginCopy });
    return answer;
  },
  store_unavailable: (headers) =>
    withFullStore(() =>
      ask('POST', 'endpoints', { body: endpoint('large', `select '${'x'.repeat(60_000)}'`), headers }),
    ),
  capture_capacity: async (headers) => {
    const event = { event: 'x', distinct_id: 'a', properties: { text: 'x'.repeat(100_000) } };
    const batch = Array.from({ length: 6 }, () => event);
    const full = { body: { api_key: service.captureToken, batch }, key: null, headers };
    await ask('POST', '/batch/', full);
    return ask('POST', '/batch/', full);
  },
  internal_error: async (headers) => {
    const { query: store } = service.services.database;
    await sql`alter table run_log rename to run_log_away`.execute(store);
    const answer = await ask('GET', 'endpoints/one/logs', { headers });
    await sql`alter table run_log_away rename to run_log`.execute(store);
    return answer;
  },
};

/** Refused before there is a request, so before anyone could have asked for a media type. */
const BEFORE_REQUEST: readonly ErrorCode[] = ['request_timeout', 'headers_too_large', 'bad_request'];
/** Answered by capture, which speaks plain text to its clients. */
const PLAIN: readonly ErrorCode[] = ['capture_capacity'];
const CODES = Object.keys(ERROR_CATALOG) as ErrorCode[];
/** Members of the one body; others are those that the code announces. */
const MEMBERS = ['type', 'code', 'detail', 'attr', 'status', 'request_id', 'docs'];
const MORE_MEMBERS: Readonly<Partial<Record<ErrorCode, readonly string[]>>> = {
  action_in_use: ['endpoints', 'cohorts'],
  cohort_in_use: ['endpoints', 'cohorts', 'actions'],
  precondition_failed: ['revision'],
};

const without = (left: readonly ErrorCode[]) => CODES.filter((code) => !left.includes(code));

describe.each(without(PLAIN))('%s', (code) => {
  test('is answered over HTTP with the one body', async () => {
    const answer = await PROVOCATIONS[code]({});
    const { status } = ERROR_CATALOG[code];
    const type = errorType(ERROR_CATALOG[code]);
    expect(answer.body).toMatchObject({ code, status, type, docs: `/docs/errors#${code}` });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const members = Object.keys(answer.body).filter((name) => name !== 'position');
    expect(members).toEqual([...MEMBERS, ...(MORE_MEMBERS[code] ?? [])]);
    expect(String(answer.body['detail']).length).toBeGreaterThan(10);
    expect(answer.body['request_id']).toBe(answer.headers.get('x-request-id'));
    expect(answer.headers.has('retry-after')).toBe(status === 429 || status === 503);
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    expect(String(answer.body['detail'])).not.toMatch(/\bapp\.|DB::|SQLITE|\/tmp|node_modules| at \w+ \(/);
  });
});

test.each(without([...BEFORE_REQUEST, ...PLAIN]))('%s is a problem document when asked for', async (code) => {
  const answer = await PROVOCATIONS[code]({ accept: 'application/problem+json' });
  expect(answer.body).toMatchObject({ code, status: answer.status });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/);
});

test.each(CODES)('%s is documented, in the file and on the page that answers link to', async (code) => {
  const { status, meaning, remedy } = ERROR_CATALOG[code];
  const file = readFileSync(path.join(ROOT, 'docs/errors.md'), 'utf8');
  expect(file).toContain(`| ${status} | [\`${code}\`](#${code}) |`);
  expect(file).toContain(`### ${code}\n`);
  expect(file).toContain(meaning);
  expect(file).toContain(remedy);
  const page = await fetch(`${service.url}/docs/errors`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(`<h2 id="${code}">`);
});

test.each(PLAIN)('%s is answered by capture', async (code) => {
  const { status, headers, body } = await PROVOCATIONS[code]({});
  expect(status).toBe(ERROR_CATALOG[code].status);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(body).toEqual({ detail: 'The project sends faster than its events can be written.' });
});

const ROOT = path.join(import.meta.dirname, '../..');

test('the page and the file hold no other code', async () => {
  const page = await (await fetch(`${service.url}/docs/errors`)).text();
  const file = readFileSync(path.join(ROOT, 'docs/errors.md'), 'utf8');
  const codesIn = (text: string, heading: RegExp) =>
    [...text.matchAll(heading)].map(([, code]) => code).sort();
  expect(codesIn(page, /<h2 id="(\w+)">/g)).toEqual(CODES.toSorted());
  expect(codesIn(file, /^### (\w+)$/gm)).toEqual(CODES.toSorted());
});

// `AppError` takes a code of the catalogue only, which the compiler checks; what is left is a code that nobody throws.
test('every code stands in the source, outside of the catalogue', () => {
  const folder = path.join(ROOT, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const text = files
    .filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== path.join('base', 'errors.ts'),
    )
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
  expect(CODES.filter((code) => !text.includes(`'${code}'`))).toEqual([]);
});
