import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addRunLog } from '../../src/adapters/store/run-log-store.ts';
import { makeSigner, payloadOf, signedToken } from '../fixtures/sign-token.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// [SPEC-2.0.10].

const MANY = 1_200;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const query = { kind: 'HogQLQuery', query: 'select {variables.a} as a' };
  for (const name of ['logged', 'unused']) await service.call('POST', 'endpoints', { body: { name, query } });
  const run = async (body: unknown, now: string): Promise<void> => {
    service.setNow(now);
    await service.call('POST', 'endpoints/logged/run', { body });
  };
  await run({ variables: { a: 'secret-value' }, client_query_id: 'Morning' }, '2026-01-05T09:00:00Z');
  await run({ variables: { a: 'secret-value' }, client_query_id: 'Morning' }, '2026-01-05T09:01:00Z');
  await run({}, '2026-01-05T09:02:00Z');
  await vi.waitFor(async () => expect(await logs('')).toHaveLength(3), { timeout: 10_000 });
});
afterAll(() => service.close());

async function logs(query: string) {
  return (await service.call('GET', `endpoints/logged/logs/${query}`)).json.results;
}

test('every run has an entry, newest first, refused ones too, without its values', async () => {
  const entries = await logs('');
  expect(entries).toMatchObject([
    {
      started_at: '2026-01-05T09:02:00Z',
      level: 'error',
      status: 400,
      error_code: 'missing_variable',
      version: 1,
    },
    { level: 'info', status: 200, served_from: 'cache', served_reason: 'cache_fresh', cache: 'hit', rows: 1 },
    {
      level: 'info',
      status: 200,
      served_from: 'direct',
      cache: 'miss',
      client_query_id: 'Morning',
      rows_read: 1,
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain('secret-value');
});

test.each([
  ['?limit=1', ['09:02']],
  ['?level=info', ['09:01', '09:00']],
  ['?after=2026-01-05T09:00:30Z&before=2026-01-05T09:01:30Z', ['09:01']],
  ['?search=MISSING', ['09:02']],
  ['?search=morning&level=error', []],
])('%s finds %j', async (query, expected) => {
  const entries: readonly { started_at: string }[] = await logs(query);
  expect(entries.map((entry) => entry.started_at.slice(11, 16))).toEqual(expected);
});

test.each(['?limit=0', '?limit=501', '?after=yesterday', '?level=all', '?page=2'])(
  '%s is refused',
  async (query) => {
    expect((await service.call('GET', `endpoints/logged/logs${query}`)).status).toBe(400);
  },
);

test('last_execution_times answers by name; refused runs do not count', async () => {
  const body = { names: ['logged', 'unused', 'absent'] };
  const { json } = await service.call('POST', 'endpoints/last_execution_times/', { body });
  expect(json).toEqual({ logged: '2026-01-05T09:01:00Z', unused: null, absent: null });
});

test('another project does not reach the log', async () => {
  await service.call('POST', '/api/projects', { body: { name: 'Other' } });
  expect((await service.call('GET', '/api/projects/2/endpoints/logged/logs')).status).toBe(404);
});

// [CON-6.1]
test.each([
  ['?version=1', 3],
  ['?version=2', 0],
  ['?status=400', 1],
  ['?status=200', 2],
  ['?error_code=missing_variable', 1],
  ['?served_from=cache', 1],
  ['?served_from=direct&version=1', 1],
  ['?min_duration_ms=3600000', 0],
  ['?min_duration_ms=0', 3],
  ['?key_id=nobody', 0],
])('logs/%s has %i entries, and so have the runs of the project', async (query, count) => {
  expect(await logs(query)).toHaveLength(count);
  const { json } = await service.call('GET', `runs/${query}`);
  expect(json).toMatchObject({ next_cursor: null });
  expect(json.results.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(
    Array.from({ length: count }, () => 'logged'),
  );
});

// [CON-6.2]
test('a cursor goes on with what is older, also where nothing fits', async () => {
  for (const filter of ['', '&level=info', '&served_from=cache', '&endpoint=logged', '&endpoint=unused']) {
    const whole = (await service.call('GET', `runs/?limit=500${filter}`)).json.results;
    const found: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { json } = await service.call('GET', `runs/?limit=1${filter}${more}`);
      expect(json.results.length).toBeLessThanOrEqual(1);
      found.push(...json.results);
      cursor = json.next_cursor;
    }
    expect(found).toEqual(whole);
  }
  expect((await service.call('GET', 'runs/?cursor=x')).status).toBe(400);
  expect((await service.call('GET', 'runs/?endpoint=absent')).status).toBe(404);
  const other = await service.addProject('Other');
  expect((await other.call('GET', 'runs/')).json).toEqual({ results: [], next_cursor: null });
});

test('runs of a deleted endpoint stay without its name', async () => {
  const query = { kind: 'HogQLQuery', query: 'select 1' };
  await service.call('POST', 'endpoints', { body: { name: 'gone', query } });
  await service.call('POST', 'endpoints/gone/run', { body: { client_query_id: 'of-gone' } });
  const find = async () => (await service.call('GET', 'runs/?search=of-gone')).json.results;
  await vi.waitFor(async () => expect(await find()).toMatchObject([{ endpoint: 'gone' }]), {
    timeout: 10_000,
  });
  await service.call('DELETE', 'endpoints/gone');
  expect(await find()).toMatchObject([{ endpoint: null }]);
  // [CON-13.1]
  const list = async (of: string) =>
    (await service.call('GET', `endpoints/${of}`)).json.results.map(({ name }: { name: string }) => name);
  expect(await list('?is_deleted=true')).toEqual(['gone']);
  expect(await list('?order_by=name')).toEqual(['logged', 'unused']);
  expect(await list('?order_by=-name')).toEqual(['unused', 'logged']);
  expect((await service.call('GET', 'endpoints/?order_by=size')).status).toBe(400);
  await service.call('POST', 'endpoints/gone/restore');
  expect(await list('?is_deleted=true')).toEqual([]);
});

// [SPEC-7.14.7]
test('runs by tokens are found by signing key and by subject, refused ones too', async () => {
  const signer = await makeSigner(service);
  const another = await makeSigner(service);
  const nowMs = Date.parse('2026-01-06T09:10:00Z');
  service.setNow('2026-01-06T09:10:00Z');
  const sluice = { endpoints: { logged: { unconstrained: true, allow: { variables: ['a'] } } } };
  const runs = [
    [signer, 'shop/7', { variables: { a: 1 } }],
    [signer, 'shop/7', { refresh: 'force_blocking' }],
    [signer, 'shop', { variables: { a: 1 } }],
    [another, 'shop/7', { variables: { a: 1 } }],
  ] as const;
  for (const [by, sub, body] of runs)
    await service.call('POST', 'endpoints/logged/run', {
      body,
      key: signedToken(by, payloadOf(by, nowMs, sluice, { sub })),
    });
  const find = async (query: string) => (await service.call('GET', `runs/?${query}`)).json.results;
  await vi.waitFor(async () => expect(await find('after=2026-01-06T00:00:00Z')).toHaveLength(4), {
    timeout: 10_000,
  });
  const said = { signing_key_id: signer.id, subject: 'shop/7', key_id: `${signer.id}/shop/7` };
  const ofUser = await find(`signing_key_id=${signer.id}&subject=shop/7`);
  expect(ofUser).toMatchObject([
    { ...said, error_code: 'token_fixed_member' },
    { ...said, status: 200 },
  ]);
  expect(await logs(`?subject=shop/7`)).toHaveLength(3);
  expect(await logs(`?signing_key_id=${signer.id}`)).toHaveLength(3);
  expect(await logs(`?key_id=${another.id}/shop/7`)).toHaveLength(1);
  const usage = async (query: string) => service.call('GET', `endpoints/logged/usage/?by=key&${query}`);
  const sums = async (query: string) =>
    (await usage(query)).json.results.map(({ key_id, runs }: Record<string, unknown>) => [key_id, runs]);
  const both = [
    [said.key_id, 2],
    [`${another.id}/shop/7`, 1],
  ];
  expect(await sums('subject=shop/7')).toEqual(both.toSorted());
  expect(await sums(`subject=shop&signing_key_id=${signer.id}`)).toEqual([[`${signer.id}/shop`, 1]]);
  expect(await sums(`subject=shop&signing_key_id=${another.id}`)).toEqual([]);
  const alone = await service.call('GET', 'endpoints/logged/usage/?subject=shop');
  expect([alone.status, alone.json.attr]).toEqual([400, 'subject']);
  expect((await usage('signing_key_id=x')).status).toBe(400);
  // [SPEC-7.14.8]
  const caused = async (query: string) =>
    (await service.call('GET', `usage/?after=2026-01-06T09:00:00Z&${query}`)).json;
  const bySubject = await caused('by=subject');
  expect(bySubject).toMatchObject({ after: '2026-01-06T09:00:00Z', is_whole: true });
  const brief = ({ signing_key_id, subject, runs: n }: Record<string, unknown>) => [
    signing_key_id,
    subject,
    n,
  ];
  expect(bySubject.results.map(brief).toSorted()).toEqual(
    [
      [signer.id, 'shop', 1],
      [signer.id, 'shop/7', 2],
      [another.id, 'shop/7', 1],
    ].toSorted(),
  );
  expect((await caused('by=subject&limit=2')).results).toEqual(bySubject.results.slice(0, 2));
  expect(await caused('by=subject&limit=2')).toMatchObject({ is_whole: false });
  expect(await caused('by=endpoint')).toMatchObject({
    results: [{ endpoint: 'logged', runs: 4, errors: 1 }],
  });
});

// A log is read 500 entries at once; what is asked for here stands far behind the first of them.
test('what is rare is found behind many entries, and errors are counted behind many of them', async () => {
  const query = { kind: 'HogQLQuery', query: 'select 1' };
  const { json } = await service.call('POST', 'endpoints', { body: { name: 'busy', query } });
  const startMs = Date.parse('2026-01-07T09:00:00Z');
  service.setNow('2026-01-07T10:00:00Z');
  const entries = Array.from({ length: MANY }, (_, at) => ({
    projectId: 1,
    endpointId: json.id,
    startedAtMs: startMs + at,
    level: 'error' as const,
    facts: { request_id: `busy-${at}`, key_id: 'k', status: 400, error_code: at === 3 ? 'rare' : 'common' },
  }));
  await addRunLog(service.services.database.query, entries);
  const found = (await service.call('GET', 'endpoints/busy/logs/?error_code=rare')).json;
  expect(found).toMatchObject({ results: [{ request_id: 'busy-3' }], next_cursor: null });
  const { errors_by_code } = (await service.call('GET', 'endpoints/busy/usage/?by=error_code')).json;
  expect(errors_by_code).toEqual({
    results: [
      { error_code: 'common', runs: MANY - 1, last_at: '2026-01-07T09:00:01.199Z' },
      { error_code: 'rare', runs: 1, last_at: '2026-01-07T09:00:00.003Z' },
    ],
    is_whole: true,
  });
});
