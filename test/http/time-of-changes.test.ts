import { beforeAll, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// [SPEC-9.1]

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
});

const query = (text: string) => ({ kind: 'HogQLQuery', query: text });
const at = (minute: number) => `2026-02-03T04:0${minute}:00Z`;

test('what is made and changed has the time of its request', async () => {
  const call = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, minute: number, body: object = {}) =>
    (await service.call(method, path, { body, now: at(minute) })).json;
  const kept = async (path: string) => (await service.call('GET', path)).json;

  const made = await call('POST', 'endpoints', 1, { name: 'timed', query: query('select 1') });
  expect([made.created_at, made.updated_at]).toEqual([at(1), at(1)]);
  const changed = await call('PATCH', 'endpoints/timed', 2, { query: query('select 2') });
  expect([changed.created_at, changed.updated_at]).toEqual([at(1), at(2)]);
  expect((await call('POST', 'endpoints/timed/rollback', 3, { version: 1 })).updated_at).toBe(at(3));
  const { results: versions } = await kept('endpoints/timed/versions');
  expect(versions.map((version: { readonly created_at: string }) => version.created_at)).toEqual(
    [3, 2, 1].map(at),
  );
  expect((await call('POST', 'endpoints/timed/rename', 4, { name: 'timely' })).updated_at).toBe(at(4));
  await call('DELETE', 'endpoints/timely', 5);
  expect((await call('POST', 'endpoints/timely/restore', 6)).updated_at).toBe(at(6));

  const action = await call('POST', 'actions', 7, { name: 'Timed', steps: [] });
  expect(action.created_at).toBe(at(7));
  expect((await call('PATCH', `actions/${action.id}`, 8, { name: 'Timely' })).updated_at).toBe(at(8));

  const cohort = await call('POST', 'cohorts', 1, { name: 'Timed', is_static: true });
  expect(cohort.created_at).toBe(at(1));
  expect((await call('PATCH', `cohorts/${cohort.id}`, 2, { name: 'Timely' })).updated_at).toBe(at(2));
});

test.each([
  ['POST', 'endpoints'],
  ['POST', 'endpoints/validate'],
  ['POST', 'actions'],
] as const)('%s %s refuses a time that is none', async (method, path) => {
  const body =
    path === 'actions'
      ? { name: 'late', steps: [] }
      : { query: query('select 1'), ...(path === 'endpoints' && { name: 'late' }) };
  const answer = await service.call(method, path, { body, now: 'yesterday' });
  expect([answer.status, answer.json.attr]).toEqual([400, 'X-Test-Now']);
});
