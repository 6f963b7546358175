import { beforeAll, describe, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// [SPEC-7.2.1]. Runs go over real sockets, so that the second of two equal ones is answered before the framework.

let service: TestProject;

beforeAll(async () => {
  service = await shareService();
  const insight = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'opened' }] };
  for (const [name, query] of [
    ['one', { kind: 'HogQLQuery', query: 'select 1 as secret_name' }],
    ['two', { kind: 'HogQLQuery', query: 'select 2' }],
    ['told', { kind: 'HogQLQuery', query: 'select 3 as secret_name', modifiers: { debug: true } }],
    ['insight', insight],
  ] as const)
    expect((await service.call('POST', 'endpoints', { body: { name, query } })).status).toBe(201);
});

async function keyWith(fields: object) {
  const body = { label: 'runs', scopes: ['endpoint:run'], projects: [service.projectId], ...fields };
  return service.call('POST', '/api/personal_api_keys', { body });
}

async function run(key: string, name: string, body: object = {}) {
  const path = `${service.url}/api/projects/${service.projectId}/endpoints/${name}/run`;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  // Border: tests read members of answers one by one.
  const json = (await response.json()) as Record<string, unknown>;
  return { status: response.status, json, text: JSON.stringify(json), headers: response.headers };
}

describe('a key that may run and nothing else', () => {
  test('runs every endpoint of its project, and reads none', async () => {
    const { value } = (await keyWith({})).json;
    expect((await run(value, 'one')).json).toMatchObject({ results: [[1]] });
    expect((await run(value, 'two')).json).toMatchObject({ results: [[2]] });
    for (const path of ['endpoints', 'endpoints/one', 'endpoints/one/logs', 'endpoints/one/openapi.json'])
      expect((await service.call('GET', path, { key: value })).status, path).toBe(403);
  });

  test('sees no query: not by debug, not by that of an override, not by a stored one, cached or not', async () => {
    const { value } = (await keyWith({})).json;
    const reader = (await keyWith({ scopes: ['endpoint:read'] })).json.value;
    const ask = { debug: true };
    expect((await run(value, 'one', ask)).json).toMatchObject({ code: 'permission_denied', attr: 'debug' });
    expect((await run(reader, 'one', ask)).text).toContain('select 1');
    expect((await run(value, 'one', ask)).json).toMatchObject({ code: 'permission_denied', attr: 'debug' });
    const modifiers = { query_override: { modifiers: { debug: true } } };
    for (const [name, body] of [
      ['told', {}],
      ['insight', modifiers],
    ] as const)
      for (const key of [value, reader, value]) {
        const { status, json } = await run(key, name, body);
        expect([status, 'clickhouse' in json], `${name} ${key === reader}`).toEqual([200, key === reader]);
      }
  });

  test('is made by whoever may read endpoints, and makes nothing itself', async () => {
    const maker = (await keyWith({ scopes: ['key:write', 'endpoint:read'] })).json.value;
    const other = (await keyWith({ scopes: ['key:write', 'query:read'] })).json.value;
    const body = { label: 'below', scopes: ['endpoint:run'] };
    const made = await service.call('POST', '/api/personal_api_keys', { key: maker, body });
    expect(made.status).toBe(201);
    expect((await service.call('POST', '/api/personal_api_keys', { key: other, body })).status).toBe(403);
    const again = await service.call('POST', '/api/personal_api_keys', { key: made.json.value, body });
    expect(again.status).toBe(403);
  });
});

describe('a key that names endpoints', () => {
  test('runs those, and is told nothing of others, cached or not', async () => {
    const key = await keyWith({ endpoints: ['one'] });
    expect(key).toMatchObject({ status: 201, json: { endpoints: ['one'] } });
    await run(service.rootKey, 'two');
    expect((await run(key.json.value, 'one')).json).toMatchObject({ results: [[1]] });
    const cached = await run(key.json.value, 'one');
    expect(cached.json).toMatchObject({ results: [[1]], is_cached: true });
    const refused = await Promise.all(['two', 'absent', 'two'].map((name) => run(key.json.value, name)));
    for (const { status, json } of refused)
      expect([status, json.code, json.detail]).toEqual([
        403,
        'permission_denied',
        'The key does not name this endpoint.',
      ]);
    for (const { headers } of refused) expect(headers.get('ratelimit')).toBeNull();
  });

  test('means the endpoint and not its name', async () => {
    const query = { kind: 'HogQLQuery', query: 'select 4' };
    await service.call('POST', 'endpoints', { body: { name: 'before', query } });
    const { id, value } = (await keyWith({ endpoints: ['before', 'before'] })).json;
    await service.call('POST', 'endpoints/before/rename', { body: { name: 'after' } });
    expect((await run(value, 'after')).json).toMatchObject({ results: [[4]] });
    await service.call('POST', 'endpoints', { body: { name: 'before', query } });
    expect((await run(value, 'before')).status).toBe(403);
    const listed = await service.call('GET', '/api/personal_api_keys?limit=1000');
    expect(listed.json.results.find((each: { id: string }) => each.id === id).endpoints).toEqual(['after']);
    await service.call('DELETE', 'endpoints/after');
    expect((await run(value, 'after')).status).toBe(403);
    const current = await service.call('GET', '/api/personal_api_keys/@current', { key: value });
    expect(current.json.endpoints).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['more scopes', { scopes: ['endpoint:run', 'endpoint:read'] }, 'endpoints'],
    ['every scope', { scopes: ['*'] }, 'endpoints'],
    ['every project', { projects: null }, 'endpoints'],
    ['an absent endpoint', { endpoints: ['one', 'absent'] }, 'endpoints.1'],
    ['none', { endpoints: [] }, 'endpoints'],
  ])('is not made with %s', async (_, fields, attr) => {
    const refused = await keyWith({ endpoints: ['one'], ...fields });
    expect([refused.status, refused.json.attr]).toEqual([400, attr]);
  });

  test('is changed by others, within a moment, and never by itself', async () => {
    const { id, value } = (await keyWith({ endpoints: ['one'] })).json;
    const path = `/api/personal_api_keys/${id}`;
    const change = (body: object, key = service.rootKey) => service.call('PATCH', path, { key, body });
    for (const endpoints of [['two'], null])
      expect((await change({ endpoints }, value)).json).toMatchObject({ status: 403, attr: 'endpoints' });
    expect((await change({ label: 'mine' }, value)).json).toMatchObject({
      label: 'mine',
      endpoints: ['one'],
    });
    expect((await change({ endpoints: ['absent'] })).json).toMatchObject({
      status: 400,
      attr: 'endpoints.0',
    });
    expect((await change({ endpoints: ['two'] })).json.endpoints).toEqual(['two']);
    expect([(await run(value, 'one')).status, (await run(value, 'two')).status]).toEqual([403, 200]);
    expect((await change({ endpoints: null })).json.endpoints).toBeNull();
    expect((await run(value, 'one')).status).toBe(200);
    const wide = (await keyWith({ scopes: ['endpoint:read'] })).json;
    const widened = await service.call('PATCH', `/api/personal_api_keys/${wide.id}`, {
      body: { endpoints: ['one'] },
    });
    expect(widened.json).toMatchObject({ status: 400, attr: 'endpoints' });
    const { results } = (await service.call('GET', 'activity?subject=key')).json;
    const changes = results.flatMap((each: { changes: unknown }) => each.changes);
    expect(changes).toContainEqual({ member: 'endpoints', before: ['one'], after: ['two'] });
  });
});
