import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { makeProject } from './operation-calls.ts';

// [CAP-7.12].

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const PATIENT = { timeout: 30_000, interval: 50 };
const KEPT = ['persons', 'merges', 'definitions'];

/** An event of a file, of the day of its number. */
const row = (number: number, more: object = {}) => ({
  uuid: `0190e5b5-7c4b-7a31-9b5e-${String(number).padStart(12, '0')}`,
  event: `e${number}`,
  distinct_id: 'ada',
  timestamp: `2025-06-${String(number).padStart(2, '0')}T10:00:00Z`,
  properties: { n: number },
  ...more,
});

/** A project with an endpoint and a materialized one that tell which events there are. */
async function startProject() {
  const { id, api_token } = await makeProject(service);
  const below = `/api/projects/${id}`;
  const query = { kind: 'HogQLQuery', query: 'select event from events order by event' };
  for (const name of ['all', 'built'])
    await service.call('POST', `${below}/endpoints`, { body: { name, query } });
  const get = async (path: string) => (await service.call('GET', `${below}${path}`)).json;
  const run = async (name: string, body: object = {}) => {
    const { json } = await service.call('POST', `${below}/endpoints/${name}/run`, { body });
    return { events: json.results?.flat(), from: json.served_from };
  };
  return {
    id,
    below,
    get,
    run,
    events: async () => (await run('all', { refresh: 'force_blocking' })).events,
    send: (batch: readonly object[]) =>
      service.call('POST', '/batch?wait=true', {
        body: { api_key: api_token, historical_migration: true, batch },
        key: null,
      }),
    bring: async (rows: readonly object[], query = '?wait=true'): Promise<string> => {
      const answer = await fetch(`${service.url}${below}/imports/${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.rootKey}`, 'content-type': 'application/octet-stream' },
        body: rows.map((each) => JSON.stringify(each)).join('\n'),
      });
      return JSON.parse(await answer.text()).id;
    },
    dry: async (importId: string) =>
      (await service.call('DELETE', `${below}/imports/${importId}/?dry_run=true`)).json,
    undo: async (importId: string) => {
      const { status, json } = await service.call('DELETE', `${below}/imports/${importId}/`);
      expect(status).toBe(202);
      const path = `/events/delete/${json.deletion.id}/`;
      await expect.poll(async () => (await get(path)).state, PATIENT).toBe('completed');
      return get(path);
    },
  };
}

test('what an import brought goes, and what others brought too stays', async () => {
  const { send, bring, dry, undo, events, get } = await startProject();
  await send([row(1), row(2)]);
  const first = await bring([row(2), row(3), row(4), row(5)]);
  const second = await bring([row(4), row(6)]);
  const undoneAt = async (id: string) => (await get(`/imports/${id}/`)).undone_at;
  await send([row(5)]);
  const found = { events: 1, first: '2025-06-03T10:00:00Z', last: '2025-06-03T10:00:00Z' };
  expect(await dry(first)).toEqual(found);
  expect(await events()).toEqual(['e1', 'e2', 'e3', 'e4', 'e5', 'e6']);
  expect(await undoneAt(first)).toBeNull();
  const { updated_at: endedAt, ...undone } = await undo(first);
  expect(undone).toMatchObject({ events: 1, deleted: 1, kept: KEPT });
  expect([await undoneAt(first), await undoneAt(second)]).toEqual([endedAt, null]);
  expect(await events()).toEqual(['e1', 'e2', 'e4', 'e5', 'e6']);
  // The first one no longer counts as a source.
  expect(await dry(second)).toEqual({
    events: 2,
    first: '2025-06-04T10:00:00Z',
    last: '2025-06-06T10:00:00Z',
  });
  await undo(second);
  expect(await events()).toEqual(['e1', 'e2', 'e5']);
  const before = await undoneAt(second);
  expect(await undo(second)).toMatchObject({ events: 0, deleted: 0 });
  expect(await undoneAt(second)).toBe(before);
  const { results } = await get('/activity?subject=data');
  expect(results.at(-1)).toMatchObject({ activity: 'deleted', subject_name: `events of import ${first}` });
});

test('an import that was undone may come again, with the counts of a new one', async () => {
  const { bring, undo, events, get } = await startProject();
  const rows = [row(1), row(2, { uuid: undefined }), row(3, { properties: { $set: { plan: 'pro' } } })];
  await undo(await bring(rows));
  expect(await events()).toEqual([]);
  const again = await bring(rows);
  expect(await get(`/imports/${again}/`)).toMatchObject({ inserted: 3, duplicate: 0 });
  expect(await events()).toEqual(['e1', 'e2', 'e3']);
});

test('persons, merges and definitions stay', async () => {
  const { bring, undo, below, get } = await startProject();
  await undo(await bring([row(1, { properties: { $set: { plan: 'pro' }, size: 4 } })]));
  const query = { kind: 'HogQLQuery', query: 'select properties.plan from persons' };
  const { json } = await service.call('POST', `${below}/query`, { body: { query } });
  expect(json.results).toEqual([['pro']]);
  expect((await get('/event_definitions/')).results).toEqual([expect.objectContaining({ name: 'e1' })]);
});

test('cached answers and snapshots follow', async () => {
  const { below, bring, undo, run, get } = await startProject();
  const id = await bring([row(1), row(2)]);
  const daily = { is_materialized: true, data_freshness_seconds: 86_400 };
  await service.call('PATCH', `${below}/endpoints/built`, { body: daily });
  const built = async () => (await get('/endpoints/built/materialization_status')).rows;
  await expect.poll(built, PATIENT).toBe(2);
  await run('all');
  expect(await run('all')).toEqual({ events: ['e1', 'e2'], from: 'cache' });
  expect(await run('built')).toEqual({ events: ['e1', 'e2'], from: 'materialized' });
  await undo(id);
  expect(await run('all')).toEqual({ events: [], from: 'direct' });
  expect((await run('built')).events).toEqual([]);
});

test('another project keeps its events, also those of the same file', async () => {
  const [one, other] = [await startProject(), await startProject()];
  const rows = [row(1), row(2)];
  const id = await one.bring(rows);
  const others = await other.bring(rows);
  expect(await other.dry(id)).toMatchObject({ code: 'not_found' });
  await one.undo(id);
  expect(await other.events()).toEqual(['e1', 'e2']);
  expect(await other.dry(others)).toMatchObject({ events: 2 });
});

test('a running import stops, and what it has brought goes when it is undone again', async () => {
  const { below, bring, dry, undo, get, events } = await startProject();
  // Long enough that it runs when the next call comes.
  const many = Array.from({ length: 60_000 }, (_, n) =>
    row(1 + (n % 28), { uuid: undefined, distinct_id: `d${n}` }),
  );
  const id = await bring(many, '');
  const { status, json } = await service.call('DELETE', `${below}/imports/${id}/`);
  expect([status, json.deletion]).toEqual([202, null]);
  await expect.poll(async () => (await get(`/imports/${id}/`)).state, PATIENT).toBe('stopped');
  const stopped = await get(`/imports/${id}/`);
  expect(stopped.inserted).toBeLessThan(many.length);
  expect(await dry(id)).toMatchObject({ events: stopped.inserted });
  expect(await undo(id)).toMatchObject({ events: stopped.inserted, deleted: stopped.inserted });
  expect(await events()).toEqual([]);
});

test('an import that waits for another one never begins', async () => {
  const { below, bring, get } = await startProject();
  const many = Array.from({ length: 20_000 }, (_, n) =>
    row(1 + (n % 28), { uuid: undefined, distinct_id: `d${n}` }),
  );
  const first = await bring(many, '');
  const second = await bring([row(1)], '');
  const { json } = await service.call('DELETE', `${below}/imports/${second}/`);
  expect(json.import).toMatchObject({ state: 'stopped', total: null, inserted: 0 });
  await expect.poll(async () => (await get(`/imports/${first}/`)).state, PATIENT).toBe('completed');
  expect(await get(`/imports/${second}/`)).toMatchObject({ state: 'stopped', inserted: 0 });
});

test('an import of an earlier version cannot be undone', async () => {
  const { below, bring } = await startProject();
  const id = await bring([row(1)]);
  const { query } = service.services.database;
  await query.updateTable('imports').set({ number: null }).where('id', '=', id).execute();
  for (const dry of ['', '?dry_run=true']) {
    const { status, json } = await service.call('DELETE', `${below}/imports/${id}/${dry}`);
    expect([status, json.code]).toEqual([400, 'not_undoable']);
  }
});

test('an import that was stopped does not go on at the next start', async () => {
  const dataDir = temporaryFolder();
  const before = await startTestService({ dataDir });
  const body = JSON.stringify(row(1));
  const sent = await fetch(`${before.url}/api/projects/1/imports/?wait=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${before.rootKey}`, 'content-type': 'application/octet-stream' },
    body,
  });
  const { id } = JSON.parse(await sent.text());
  // As a crash right behind the stop leaves it, with the row not yet taken.
  const left = {
    state: 'running',
    outcome: 'stopped',
    total: null,
    doneAtUs: -1,
    doneRow: -1,
    inserted: 0,
  } as const;
  await before.services.database.query.updateTable('imports').set(left).where('id', '=', id).execute();
  await before.close({ keepData: true });
  const after = await startTestService({ dataDir, rootKey: before.rootKey });
  const found = async () => (await after.call('GET', `imports/${id}/`)).json;
  await expect.poll(async () => (await found()).state, PATIENT).toBe('stopped');
  expect(await found()).toMatchObject({ total: null, inserted: 0 });
  await after.close();
});
