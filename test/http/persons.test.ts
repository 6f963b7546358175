import { beforeAll, expect, test } from 'vitest';
import { writeJson } from '../../src/base/write-json.ts';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';
import { makeKey, makeProject } from './operation-calls.ts';

// [CAP-5.11].

let service: TestProject;
let below: string;
let send: (batch: readonly object[]) => Promise<unknown>;

beforeAll(async () => {
  service = await shareService();
  const { id, api_token } = await makeProject(service);
  below = `/api/projects/${id}`;
  send = (batch) =>
    service.call('POST', '/batch?wait=true', { body: writeJson({ api_key: api_token, batch }), key: null });
  const at = (day: number) => `2025-06-0${day}T10:00:00Z`;
  await send([
    { event: 'see', distinct_id: 'anon-1', timestamp: at(1) },
    {
      event: '$identify',
      distinct_id: 'ada',
      timestamp: at(2),
      properties: {
        $anon_distinct_id: 'anon-1',
        $set: { email: 'Ada@Example.org', large: 9007199254740993n },
      },
    },
    { event: 'see', distinct_id: 'bob/ö', timestamp: at(3), properties: { $set: { name: 'Bob 100%' } } },
    { event: 'see', distinct_id: 'carol', timestamp: at(4) },
  ]);
  // Two persons, of whom the second becomes one with the first.
  await send([{ event: 'see', distinct_id: 'ada-phone', timestamp: at(5) }]);
  await send([
    { event: '$create_alias', distinct_id: 'ada', timestamp: at(6), properties: { alias: 'ada-phone' } },
  ]);
});

const get = (path: string, key?: string) =>
  service.call('GET', `${below}/persons/${path}`, key ? { key } : {});
const names = async (query: string) =>
  (await get(query)).json.results.map(({ name }: { name: string }) => name);

test('persons are listed newest first, each as it is after all merges', async () => {
  const { status, json } = await get('');
  expect(status).toBe(200);
  expect(json).toMatchObject({ count: 3, next: null, previous: null });
  expect(json.results.map(({ name }: { name: string }) => name)).toEqual([
    'carol',
    'Bob 100%',
    'Ada@Example.org',
  ]);
  expect(json.results[2]).toMatchObject({
    distinct_ids: ['ada', 'ada-phone', 'anon-1'],
    is_identified: true,
    created_at: '2025-06-01T10:00:00Z',
    properties: { email: 'Ada@Example.org' },
  });
  expect(json.results[2].uuid).toBe(json.results[2].id);
  const page = await get('?limit=1&offset=1');
  expect([page.json.count, page.json.results[0].name, page.json.next, page.json.previous]).toEqual([
    3,
    'Bob 100%',
    expect.stringContaining('offset=2'),
    expect.stringContaining('offset=0'),
  ]);
});

test.each([
  ['?distinct_id=anon-1', ['Ada@Example.org']],
  ['?distinct_id=ada-phone', ['Ada@Example.org']],
  ['?distinct_id=Ada', []],
  ['?search=EXAMPLE.ORG', ['Ada@Example.org']],
  ['?search=100%25', ['Bob 100%']],
  ['?search=%25', ['Bob 100%']],
  ['?search=_', []],
  ['?search=%27%20or%201%3D1%20--', []],
  ['?search=anon-1', ['Ada@Example.org']],
  ['?search=anon', []],
  ['?distinct_id=ada&search=example', ['Ada@Example.org']],
  ['?distinct_id=carol&search=example', []],
])('%s finds %j', async (query, found) => {
  expect(await names(query)).toEqual(found);
});

test('a person is found by its id, by what was merged into it and by a distinct id', async () => {
  const { json: ada } = await get('ada');
  expect(ada).toMatchObject({
    name: 'Ada@Example.org',
    first_event: '2025-06-01T10:00:00Z',
    last_event: '2025-06-06T10:00:00Z',
    distinct_ids: ['ada', 'ada-phone', 'anon-1'],
  });
  for (const name of [ada.id, ada.id.toUpperCase(), 'ada-phone']) expect((await get(name)).json).toEqual(ada);
  expect((await get(ada.id)).text).toContain('"large":9007199254740993');
  expect((await get(encodeURIComponent('bob/ö'))).json.name).toBe('Bob 100%');
  const { json } = await service.call('POST', `${below}/query`, {
    body: {
      query: {
        kind: 'HogQLQuery',
        query: "select toString(person_id) from events where distinct_id = 'ada-phone'",
      },
    },
  });
  expect(json.results[0]).toEqual([ada.id]);
});

test('an absent person is not found, and one without events has no times', async () => {
  for (const name of ['nobody', '0190e5b5-7c4b-7a31-9b5e-000000000001'])
    expect((await get(name)).json.code).toBe('not_found');
  await send([{ event: 'gone', distinct_id: 'dora', timestamp: '2025-06-07T10:00:00Z' }]);
  await service.call('POST', `${below}/events/delete`, { body: { event: 'gone', wait: true } });
  expect((await get('dora')).json).toMatchObject({ name: 'dora', first_event: null, last_event: null });
});

test('a person goes by a distinct id of it', async () => {
  await send([{ event: 'see', distinct_id: 'eve', timestamp: '2025-06-08T10:00:00Z' }]);
  expect((await service.call('DELETE', `${below}/persons/eve/`)).status).toBe(204);
  expect((await get('eve')).status).toBe(404);
  expect((await service.call('DELETE', `${below}/persons/eve/`)).status).toBe(404);
});

test('persons of one project are nobody in another, and reading them needs query:read', async () => {
  const { json: ada } = await get('ada');
  const other = await makeProject(service);
  for (const name of [ada.id, 'ada'])
    expect((await service.call('GET', `/api/projects/${other.id}/persons/${name}`)).status).toBe(404);
  expect((await service.call('GET', `/api/projects/${other.id}/persons?search=ada`)).json.count).toBe(0);
  const { value: key } = await makeKey(service, { scopes: ['event:delete', 'endpoint:read'] });
  for (const path of ['', 'ada']) expect((await get(path, key)).status).toBe(403);
});

test('what is no bound is refused', async () => {
  for (const query of [
    '?limit=1001',
    '?search=',
    `?search=${'a'.repeat(201)}`,
    '?email=ada',
    '?distinct_id=',
  ])
    expect((await get(query)).status, query).toBe(400);
});

test('a page of large persons ends early, and the next goes on behind it', async () => {
  const { id, api_token } = await makeProject(service);
  const large = 'x'.repeat(900_000);
  for (let n = 0; n < 6; n += 1) {
    const $set = { name: `person ${n}`, large };
    const batch = [{ event: 'see', distinct_id: `p${n}`, properties: { $set } }];
    await service.call('POST', '/batch?wait=true', {
      body: writeJson({ api_key: api_token, batch }),
      key: null,
    });
  }
  const first = await service.call('GET', `/api/projects/${id}/persons/?limit=10`);
  expect([first.json.count, first.json.results.length]).toEqual([6, 5]);
  const second = await service.call('GET', first.json.next);
  expect([second.json.results.length, second.json.next]).toEqual([1, null]);
  const shown = [...first.json.results, ...second.json.results];
  expect(new Set(shown.map(({ name }: { name: string }) => name)).size).toBe(6);
  expect(shown[0].properties.large).toBe(large);
});
