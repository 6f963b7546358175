import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

let service: TestService;
let otherKey: string;

/** Project 1 has one event that must never be seen; project 2 has none. */
beforeAll(async () => {
  service = await startTestService();
  const secret = { event: 'secret', distinct_id: 'victim', properties: { word: 'xyzzy' } };
  await service.capture([secret]);
  await service.call('POST', 'cohorts', { body: { name: 'Theirs', is_static: true } });
  await service.call('POST', 'cohorts/1/members', { body: { distinct_ids: ['victim'] } });
  await service.call('POST', 'endpoints', {
    body: { name: 'mine', query: { kind: 'HogQLQuery', query: 'select event from events' } },
  });
  expect((await service.call('POST', 'endpoints/mine/run')).json.results).toEqual([['secret']]);

  expect((await service.call('POST', '/api/projects', { body: { name: 'Other' } })).json.id).toBe(2);
  const key = { label: 'other', scopes: ['endpoint:read', 'endpoint:write', 'query:read'], projects: [2] };
  const made = await service.call('POST', '/api/personal_api_keys', { body: key });
  otherKey = made.json.value;
});
afterAll(() => service.close());

/** SQL that tries to see rows of another project. Each is refused, or answers what an empty project answers. */
const ATTEMPTS = [
  'select count() from events',
  'select event from events union all select event from events',
  'with events as (select * from events) select event from events',
  'with e as (select event from events) select * from e',
  'select event, 1 as project_id from events',
  'select 1 as project_id, event from events where project_id = 1',
  'select event from events where project_id = 1',
  'select event from events where team_id = 1 or 1 = 1',
  'select event from (select event from events) where 1 = 1 or event = event',
  'select event from app.events',
  'select event from p_1.events',
  'select engine from system.tables',
  'select name from system.actions',
  'select name from system.cohorts',
  'select name from system.endpoints',
  'select query from system.query_log',
  "select * from file('/etc/passwd', 'LineAsString')",
  "select file('/etc/passwd')",
  "select * from url('http://127.0.0.1/', 'LineAsString')",
  "select * from remote('127.0.0.1', app.events)",
  "select * from merge('app', 'events')",
  'select * from numbers(1) settings readonly = 0',
  'select event from events; select 1',
  'select (select max(event) from events) as m',
  'select event in (select event from events) from events',
  'select e.event from events as e join events as f on e.event = f.event',
  'select person.properties from events',
  'select id from persons',
  'select distinct_id from person_distinct_ids',
  'select distinct_id from cohort_members',
  'select count() from persons where id in cohort 1',
  "select count() from events where person_id not in cohort 'Theirs'",
  "select dictGet('app.events', 'event', 1)",
  'select /*{team:UInt64}*/ event from events',
  "select event from events where event = '\\') or 1=1 -- '",
] as const;

describe('a key of project 2 sees nothing of project 1', () => {
  test.each(ATTEMPTS)('%s', async (query) => {
    const calls = [
      await service.call('POST', '/api/projects/2/query', {
        key: otherKey,
        body: { query: { kind: 'HogQLQuery', query } },
      }),
      await service.call('POST', '/api/projects/2/query', { body: { query: { kind: 'HogQLQuery', query } } }),
    ];
    for (const { status, text, json } of calls) {
      expect([200, 400]).toContain(status);
      expect(text).not.toMatch(/xyzzy|victim|secret|root:/);
      if (status === 200) expect(isEmptyAnswer(json.results), text).toBe(true);
      else expect(json.code).not.toBe('internal_error');
    }
  });

  test.each([
    ['POST', '/api/projects/1/query'],
    ['POST', '/api/projects/1/endpoints/mine/run'],
    ['GET', '/api/projects/1/endpoints'],
    ['GET', '/api/projects/1/endpoints/mine'],
    ['GET', '/api/environments/1/endpoints/mine/run'],
  ] as const)('%s %s is answered 403', async (method, path) => {
    const answer = await service.call(method, path, { key: otherKey });
    expect(answer).toMatchObject({ status: 403, json: { code: 'permission_denied' } });
  });

  test('an endpoint of the same name and text has its own answer', async () => {
    const body = { name: 'mine', query: { kind: 'HogQLQuery', query: 'select event from events' } };
    await service.call('POST', '/api/projects/2/endpoints', { key: otherKey, body });
    const own = await service.call('POST', '/api/projects/2/endpoints/mine/run', { key: otherKey });
    expect(own.json).toMatchObject({ results: [], is_cached: false });
    expect((await service.call('POST', 'endpoints/mine/run')).json).toMatchObject({
      results: [['secret']],
      is_cached: true,
    });
    const again = await service.call('POST', '/api/projects/@current/endpoints/mine/run', { key: otherKey });
    expect(again.json).toMatchObject({ results: [], is_cached: true });
  });
});

/** No rows, or rows that hold only what aggregates and constants say of nothing. */
function isEmptyAnswer(results: readonly (readonly unknown[])[]): boolean {
  return results.every((row) => row.every((value) => value === null || value === 0 || value === ''));
}
