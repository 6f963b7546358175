import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// [SPEC-2.2.4].

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const ONE = { kind: 'HogQLQuery', query: 'select 1' };
const TWO = { kind: 'HogQLQuery', query: 'select 2' };

interface Entry {
  readonly activity: string;
  readonly subject: string;
  readonly subject_name: string;
  readonly actor: { readonly label: string };
  readonly changes: readonly { readonly member: string; readonly before: unknown; readonly after: unknown }[];
}

async function log(query: string, key?: string): Promise<readonly Entry[]> {
  const answer = await service.call('GET', `activity${query}`, key === undefined ? {} : { key });
  expect(answer.status).toBe(200);
  return answer.json.results;
}

describe('the activity log', () => {
  test('tells who did what to an endpoint, with the members that changed before and after', async () => {
    await service.call('POST', 'endpoints', { body: { name: 'daily', query: ONE } });
    const change = { query: TWO, cache_age_seconds: 600, tags: [] };
    await service.call('PATCH', 'endpoints/daily', { body: change });
    await service.call('POST', 'endpoints/daily/rename', { body: { name: 'weekly' } });
    await service.call('POST', 'endpoints/weekly/rollback', { body: { version: 1 } });
    await service.call('DELETE', 'endpoints/weekly');
    await service.call('POST', 'endpoints/weekly/restore');
    const entries = await log('?subject=endpoint');
    expect(entries.map(({ activity, subject_name }) => [activity, subject_name])).toEqual([
      ['restored', 'weekly'],
      ['deleted', 'weekly'],
      ['changed', 'weekly'],
      ['changed', 'weekly'],
      ['changed', 'daily'],
      ['created', 'daily'],
    ]);
    expect(new Set(entries.map(({ actor }) => actor.label))).toEqual(new Set(['root']));
    expect(entries[4]?.changes).toEqual([
      { member: 'version', before: 1, after: 2 },
      { member: 'query', before: ONE, after: TWO },
      { member: 'cache_age_seconds', before: null, after: 600 },
    ]);
    expect(entries[3]?.changes).toEqual([{ member: 'name', before: 'daily', after: 'weekly' }]);
    expect(entries[2]?.changes.map(({ member }) => member)).toEqual(['version', 'query']);
    expect(await log('?subject_is=weekly&limit=1&offset=1')).toMatchObject([{ activity: 'deleted' }]);
  });

  // [CON-17.1]
  test('is filtered by who did it and when', async () => {
    const all = await log('?limit=1000');
    const { json: key } = await service.call('GET', '/api/personal_api_keys/@current');
    expect(await log('?actor=root&limit=1000')).toEqual(all);
    expect(await log(`?actor=${key.id}&limit=1000`)).toEqual(all);
    expect(await log('?actor=nobody')).toEqual([]);
    const at = new Date().toISOString();
    expect(await log(`?after=${at}`)).toEqual([]);
    expect(await log(`?before=${at}&limit=1000`)).toEqual(all);
    expect((await service.call('GET', 'activity?after=yesterday')).status).toBe(400);
  });

  test('a change that is refused leaves no entry', async () => {
    const before = (await service.call('GET', 'activity')).json.count;
    await service.call('POST', 'endpoints', { body: { name: 'weekly', query: ONE } });
    await service.call('PATCH', 'endpoints/weekly', { body: { query: { ...ONE, query: 'select nothing' } } });
    await service.call('PATCH', 'endpoints/weekly', {
      body: { tags: ['a'] },
      headers: { 'if-match': '"1"' },
    });
    expect((await service.call('GET', 'activity')).json.count).toBe(before);
  });

  test('actions, property types, settings and the capture token', async () => {
    const { json } = await service.call('POST', 'actions', {
      body: { name: 'Bought', steps: [{ event: 'buy' }] },
    });
    await service.call('PATCH', `actions/${json.id}`, { body: { name: 'Paid' } });
    await service.call('DELETE', `actions/${json.id}`);
    await service.call('PATCH', 'property_definitions/event/price', { body: { property_type: 'Numeric' } });
    await service.call('PATCH', '/api/projects/1', { body: { timezone: 'Asia/Tokyo' } });
    await service.call('POST', '/api/projects/1/capture_token/roll');
    const entries = (await log('?limit=6')).map(({ activity, subject, subject_name, changes }) => [
      `${subject} ${activity}`,
      subject_name,
      changes.map(({ member, before, after }) => [member, before, after]),
    ]);
    expect(entries).toEqual([
      ['capture_token rolled', 'Default project', []],
      ['project changed', 'Default project', [['timezone', 'UTC', 'Asia/Tokyo']]],
      ['property_type created', 'price', [['property_type', null, 'Numeric']]],
      ['action deleted', 'Paid', expect.arrayContaining([['name', 'Paid', null]])],
      ['action changed', 'Paid', [['name', 'Bought', 'Paid']]],
      ['action created', 'Bought', expect.arrayContaining([['name', null, 'Bought']])],
    ]);
  });

  test('keys stand in the logs of the projects that they reach, and their secrets nowhere', async () => {
    const issue = async (projects: readonly number[] | null) =>
      (
        await service.call('POST', '/api/personal_api_keys', {
          body: { label: 'ci', scopes: ['project:read'], projects },
        })
      ).json;
    const [bound, unbound] = [await issue([1]), await issue(null)];
    const rolled = (await service.call('POST', `/api/personal_api_keys/${bound.id}/roll`, { body: {} })).json;
    const seenByRoot = await log('?subject=key');
    expect(seenByRoot.map(({ activity }) => activity)).toEqual(['rolled', 'created', 'created']);
    // A key of one project does not see what happens to keys that reach further.
    expect((await log('?subject=key', rolled.value)).length).toBe(2);
    await service.call('DELETE', `/api/personal_api_keys/${bound.id}`);
    expect(await log('?subject=key&limit=1')).toMatchObject([{ activity: 'deleted' }]);
    const stored = await service.services.database.query.selectFrom('activity').selectAll().execute();
    const text = JSON.stringify(stored);
    for (const secret of [bound.value, unbound.value, rolled.value, service.captureToken, 'slp_', 'slc_'])
      expect(text).not.toContain(secret);
  });
});
