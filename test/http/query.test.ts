import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// [SPEC-2.0.7], [SPEC-2.0.8], [SPEC-3.0.6], [SPEC-8.3], [SPEC-8.5].

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const sql = (query: string) => ({ query: { kind: 'HogQLQuery', query } });
/** Runs for seconds: every pair of a hundred thousand numbers. */
const SLOW =
  'select count() from numbers(100000) as a cross join numbers(100000) as b where a.number + b.number = 7';

describe('ad-hoc queries', () => {
  test('answer rows with columns and types, and are not cached', async () => {
    const ask = () =>
      service.call('POST', 'query', {
        body: { ...sql('select {variables.a} + 1 as b'), variables: { a: 2 } },
      });
    const first = await ask();
    expect(first).toMatchObject({ status: 200, json: { results: [[3]], columns: ['b'], is_cached: false } });
    expect(first.headers['cache-control']).toBe('no-store');
    expect((await ask()).json.execution_id).not.toBe(first.json.execution_id);
  });

  test('are cut to 100 rows when they have no LIMIT of their own', async () => {
    const rows = async (text: string, limit?: number) => {
      const { json } = await service.call('POST', 'query', { body: { ...sql(text), limit } });
      return [json.results.length, json.hasMore];
    };
    expect(await rows('select number from numbers(1000)')).toEqual([100, true]);
    expect(await rows('select number from numbers(1000) limit 500')).toEqual([500, false]);
    expect(await rows('select number from numbers(1000)', 300)).toEqual([300, true]);
  });

  test.each([
    ['no query', {}, 'invalid_value', 'query'],
    ['another kind', { query: { kind: 'EventsQuery' } }, 'invalid_value', 'query.kind'],
    ['an unknown member', { ...sql('select 1'), refresh: 'force' }, 'unknown_member', 'refresh'],
  ])('%s is refused', async (_name, body, code, attr) => {
    expect(await service.call('POST', 'query', { body })).toMatchObject({
      status: 400,
      json: { code, attr },
    });
  });

  test.each([
    ['selec 1', 'syntax_error', 0],
    ['select * from nothing', 'unknown_table', 14],
  ])('%s is refused with its place in the text', async (query, code, offset) => {
    const answer = await service.call('POST', 'query', { body: sql(query) });
    expect(answer).toMatchObject({ status: 400, json: { code, position: { line: 1, offset } } });
  });

  test('an insight answers as its endpoint would', async () => {
    const query = {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: 'x' }],
      dateRange: { date_from: '-3d' },
    };
    const { json } = await service.call('POST', 'query', { body: { query }, now: '2026-01-05T09:00:00Z' });
    expect(json.results[0].days).toEqual(['2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05']);
  });

  test('need the scope query:read', async () => {
    const key = await service.call('POST', '/api/personal_api_keys', {
      body: { label: 'x', scopes: ['endpoint:read'], projects: [1] },
    });
    const answer = await service.call('POST', 'query', { key: key.json.value, body: sql('select 1') });
    expect(answer).toMatchObject({ status: 403, json: { code: 'permission_denied' } });
  });
});

describe('cancelling', () => {
  test('ends the run of that name with query_cancelled, and only for its own key', async () => {
    const running = service.call('POST', 'query', { body: { ...sql(SLOW), client_query_id: 'slow one' } });
    await expect.poll(() => service.services.admission.running).toBe(1);
    const key = await service.call('POST', '/api/personal_api_keys', {
      body: { label: 'y', scopes: ['*'], projects: [1] },
    });
    expect((await service.call('DELETE', 'query/slow%20one', { key: key.json.value })).status).toBe(404);
    expect((await service.call('DELETE', 'query/slow%20one')).status).toBe(204);
    expect(await running).toMatchObject({ status: 400, json: { code: 'query_cancelled' } });
    expect((await service.call('DELETE', 'query/slow%20one')).status).toBe(404);
    await expect.poll(() => service.services.admission.running).toBe(0);
  });

  test('a client that goes away frees its place at the engine', async () => {
    const controller = new AbortController();
    const gone = fetch(`${service.url}/api/projects/1/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.rootKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(sql(SLOW)),
      signal: controller.signal,
    });
    await expect.poll(() => service.services.admission.running).toBe(1);
    controller.abort();
    await expect(gone).rejects.toThrow();
    await expect.poll(() => service.services.admission.running).toBe(0);
  });

  test('a query over its time is stopped with query_timeout', async () => {
    const body = { name: 'slow', ...sql(SLOW), limits: { timeout_seconds: 1 } };
    await service.call('POST', 'endpoints', { body });
    expect(await service.call('POST', 'endpoints/slow/run')).toMatchObject({
      status: 400,
      json: { code: 'query_timeout' },
    });
  });
});
