import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { HOUR_MS } from '../../src/adapters/store/usage-store.ts';
import { ENGINE_KIND } from '../fixtures/engine-of-tests.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// [CON-4.1], [CON-4.2], [CON-5.1], [CON-5.2], [CON-5.3].

const NOW = '2026-01-05T09:30:00Z';
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const query = { kind: 'HogQLQuery', query: 'select {variables.a} as a' };
  for (const name of ['busy', 'idle']) await service.call('POST', 'endpoints', { body: { name, query } });
  const run = (now: string, body: object): Promise<unknown> => {
    service.setNow(now);
    return service.call('POST', 'endpoints/busy/run', { body });
  };
  const variables = { a: 'x' };
  await run('2026-01-05T08:10:00Z', { variables });
  await run('2026-01-05T08:11:00Z', { variables });
  await run('2026-01-05T08:12:00Z', {});
  const second = { kind: 'HogQLQuery', query: 'select {variables.a} as b' };
  await service.call('PATCH', 'endpoints/busy', { body: { query: second } });
  await run('2026-01-05T09:10:00Z', { variables });
  service.setNow(NOW);
  await vi.waitFor(async () => expect((await usage({})).totals.runs).toBe(4), { timeout: 10_000 });
});
afterAll(() => service.close());

async function usage(body: object) {
  const { status, json } = await service.call('POST', 'endpoints/usage', { body });
  expect(status).toBe(200);
  return json;
}

test('every endpoint has its sums, what served it and its last error, and all have totals', async () => {
  const answer = await usage({ interval: 'hour' });
  const counts = { runs: 4, errors: 1, cache_hits: 1, served: { cache: 1, materialized: 0, direct: 2 } };
  expect(answer).toMatchObject({
    after: '2026-01-04T09:00:00Z',
    before: '2026-01-05T10:00:00Z',
    totals: { ...counts, p95_ms: expect.any(Number) },
    results: [
      {
        name: 'busy',
        ...counts,
        hit_rate: 1 / 3,
        last_error: { at: '2026-01-05T08:12:00Z', code: 'missing_variable' },
        series: [
          { start: '2026-01-05T08:00:00Z', runs: 3, errors: 1 },
          { start: '2026-01-05T09:00:00Z', runs: 1, errors: 0 },
        ],
      },
      { name: 'idle', runs: 0, hit_rate: null, p50_ms: null, last_error: null, series: [] },
    ],
  });
  expect((await usage({ names: ['idle', 'absent'] })).results).toMatchObject([{ name: 'idle' }]);
  expect((await usage({ after: '2026-01-05T09:00:00Z' })).totals.runs).toBe(1);
  const other = await service.addProject('Other');
  expect((await other.call('POST', 'endpoints/usage', { body: {} })).json.results).toEqual([]);
  for (const body of [{ after: NOW, before: '2026-01-01T00:00:00Z' }, { interval: 'minute' }, { names: [] }])
    expect((await service.call('POST', 'endpoints/usage', { body })).status).toBe(400);
});

test('the usage of one endpoint tells sources by step, and versions', async () => {
  const of = async (query: string) => (await service.call('GET', `endpoints/busy/usage${query}`)).json;
  expect(await of('?interval=hour')).toMatchObject({
    served: { cache: 1, materialized: 0, direct: 2 },
    results: [
      { start: '2026-01-05T08:00:00Z', runs: 3, served: { cache: 1, direct: 1 } },
      { start: '2026-01-05T09:00:00Z', runs: 1, served: { cache: 0, direct: 1 } },
    ],
  });
  expect((await of('?interval=minute&after=2026-01-05T08:00:00Z')).results[0]).not.toHaveProperty('served');
  expect((await of('?by=version')).groups).toMatchObject([
    { version: 2, runs: 1, errors: 0, served: { direct: 1 } },
    { version: 1, runs: 3, errors: 1, served: { cache: 1, direct: 1 } },
  ]);
});

test('[CON-5.3]: the errors of one endpoint by code, the most first', async () => {
  const project = await service.addProject('Errors');
  const query = 'select {variables.n} as n';
  await project.call('POST', 'endpoints', { body: { name: 'asked', query: { kind: 'HogQLQuery', query } } });
  const run = (body: object) => project.call('POST', 'endpoints/asked/run', { body });
  for (let turn = 0; turn < 3; turn += 1) expect((await run({})).json.code).toBe('missing_variable');
  expect((await run({ variables: { m: 1 } })).json.code).toBe('unknown_variable');
  expect((await run({ variables: { n: 1 } })).status).toBe(200);
  const byCode = async (range: string) =>
    (await project.call('GET', `endpoints/asked/usage?by=error_code${range}`)).json.errors_by_code;
  await expect
    .poll(() => byCode(''), { timeout: 10_000 })
    .toMatchObject({
      is_whole: true,
      results: [
        { error_code: 'missing_variable', runs: 3 },
        { error_code: 'unknown_variable', runs: 1 },
      ],
    });
  const past = '&after=2026-01-01T00:00:00Z&before=2026-01-02T00:00:00Z';
  expect(await byCode(past)).toEqual({ results: [], is_whole: true });
});

/** What is asked of a project, whatever it holds, where another service may have changed it. */
const OF_PROJECTS = new Set(
  ENGINE_KIND === 'embedded'
    ? []
    : ['projects', 'groupTypes', 'propertyDefinitions', 'actions', 'cohorts', 'lookups'],
);

test('500 endpoints cost four statements', async () => {
  const { query } = service.services.database;
  const project = await service.addProject('Many');
  const author = { createdByKeyId: 'k', createdByLabel: 'k' };
  const startMs = Date.parse(NOW) - (Date.parse(NOW) % HOUR_MS);
  const counts = { runs: 2, errors: 0, hits: 1, rows: 0, rowsRead: 0, bytesRead: 0 };
  for (let index = 0; index < 500; index += 1) {
    const [id, projectId] = [`many-${index}`, project.projectId];
    const settings = {
      description: '',
      isActive: true,
      syncFrequency: '1hour',
      limits: {},
      isMaterialized: false,
    };
    const ages = { cacheAgeSeconds: null, staleWhileRevalidateSeconds: 0, staleIfErrorSeconds: 0 };
    const times = { createdAtMs: 0, updatedAtMs: 0, deletedAtMs: null };
    const rest = { allowedOverrides: null, currentVersion: 1, revision: 1, ...author, ...times, ...ages };
    await query
      .insertInto('endpoints')
      .values({ id, projectId, name: id, ...settings, ...rest })
      .execute();
    const key = { endpointId: id, keyId: 'k', version: 1, projectId, startMs, ...counts };
    await query
      .insertInto('endpointKeyUsage')
      .values({ ...key, servedFrom: 'cache' })
      .execute();
  }
  const asked = vi.spyOn(query, 'selectFrom');
  const { json } = await project.call('POST', 'endpoints/usage', { body: {} });
  expect(json.results).toHaveLength(500);
  expect(json.totals).toMatchObject({ runs: 1000, cache_hits: 500, served: { cache: 1000 } });
  const tables = asked.mock.calls.map(([table]) => String(table));
  expect(tables.filter((table) => !OF_PROJECTS.has(table))).toHaveLength(4);
  expect(tables).toHaveLength(new Set(tables).size);
  asked.mockRestore();
});

// [SPEC-7.14.8]
test('usage by endpoint and by key has the most rows read first, and adds up to all runs', async () => {
  const query = { kind: 'HogQLQuery', query: 'select count() from numbers(1000)' };
  for (const name of ['large', 'gone']) await service.call('POST', 'endpoints', { body: { name, query } });
  service.setNow('2026-01-09T09:30:00Z');
  const key = await service.call('POST', '/api/personal_api_keys', {
    body: { label: 'other', scopes: ['endpoint:read'], projects: [1] },
  });
  const run = (name: string, body: object, keyed?: string) =>
    service.call('POST', `endpoints/${name}/run`, {
      body: { refresh: 'force_blocking', ...body },
      ...(keyed === undefined ? {} : { key: keyed }),
    });
  await run('busy', { variables: { a: 'x' } });
  await run('large', {});
  await run('large', {}, key.json.value);
  await run('gone', {});
  await service.call('DELETE', 'endpoints/gone');
  const caused = async (asked: string, of: Pick<TestService, 'call'> = service) =>
    (await of.call('GET', `usage/?after=2026-01-09T09:00:00Z&${asked}`)).json;
  const sumOf = (rows: readonly Record<string, number>[], name: string) =>
    rows.reduce((sum, row) => sum + Number(row[name]), 0);
  await vi.waitFor(async () => expect(sumOf((await caused('by=key')).results, 'runs')).toBe(4), {
    timeout: 10_000,
  });
  const byEndpoint = (await caused('by=endpoint')).results;
  expect(byEndpoint.map(({ endpoint, runs }: Record<string, unknown>) => [endpoint, runs])).toEqual([
    ['large', 2],
    [null, 1],
    ['busy', 1],
  ]);
  const byKey = (await caused('by=key')).results;
  expect(byKey.map(({ runs }: Record<string, unknown>) => runs)).toEqual([3, 1]);
  expect(byKey[1].key_id).toBe(key.json.id);
  const log = (await service.call('GET', 'runs/?after=2026-01-09T09:00:00Z')).json.results;
  for (const name of ['rows_read', 'bytes_read'])
    for (const rows of [byEndpoint, byKey]) expect(sumOf(rows, name)).toBe(sumOf(log, name));
  expect(sumOf(byKey, 'rows_read')).toBeGreaterThanOrEqual(3_000);
  expect(await caused('by=subject')).toMatchObject({ results: [], is_whole: true });
  expect((await caused('by=key', await service.addProject('Elsewhere'))).results).toEqual([]);
  for (const asked of ['', 'by=version', 'by=key&limit=1001', 'by=key&before=2026-01-01T00:00:00Z'])
    expect((await service.call('GET', `usage/?after=2026-01-09T09:00:00Z&${asked}`)).status, asked).toBe(400);
});
