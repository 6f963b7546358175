import { beforeAll, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';
import { makeProject } from './operation-calls.ts';

// [SPEC-2.2.5].

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
});

interface Sent {
  readonly uuid?: string;
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp?: string;
  readonly properties?: object;
}

/** A project with an endpoint that counts what is left. */
async function startProject() {
  const { id, api_token } = await makeProject(service);
  const below = `/api/projects/${id}`;
  const query = {
    kind: 'HogQLQuery',
    query: 'select event, distinct_id from events order by event, distinct_id',
  };
  await service.call('POST', `${below}/endpoints`, { body: { name: 'all', query } });
  return {
    below,
    send: (batch: readonly Sent[], query = '?wait=true') =>
      service.call('POST', `/batch${query}`, { body: { api_key: api_token, batch }, key: null }),
    run: async () => {
      const { json } = await service.call('POST', `${below}/endpoints/all/run`, { body: {} });
      return { rows: json.results, from: json.served_from };
    },
    persons: async () => {
      const sql = 'select id, properties from persons order by created_at';
      const answer = await service.call('POST', `${below}/query`, {
        body: { query: { kind: 'HogQLQuery', query: sql } },
      });
      return answer.json.results;
    },
  };
}

test('a person goes with all its ids and events at once, and no cached answer shows them', async () => {
  const { below, send, run, persons } = await startProject();
  const at = (minute: number) => `2025-06-01T10:0${minute}:00Z`;
  await send([
    { event: 'a', distinct_id: 'anon-1', timestamp: at(0) },
    { event: 'b', distinct_id: 'ada', timestamp: at(1), properties: { $set: { secret: 1 } } },
    {
      event: '$identify',
      distinct_id: 'ada',
      timestamp: at(2),
      properties: { $anon_distinct_id: 'anon-1' },
    },
    { event: 'c', distinct_id: 'bob', timestamp: at(3) },
  ]);
  expect((await run()).rows.length).toBe(4);
  expect((await run()).from).toBe('cache');
  // Accepted, not visible yet.
  await send([{ event: 'd', distinct_id: 'anon-1' }], '');
  const [[ada], [bob]] = await persons();
  const deleted = await service.call('DELETE', `${below}/persons/${ada}/`);
  expect([deleted.status, deleted.text]).toEqual([204, '']);
  expect(await run()).toEqual({ rows: [['c', 'bob']], from: 'direct' });
  expect((await persons()).map(([id]: [string]) => id)).toEqual([bob]);
  expect((await service.call('DELETE', `${below}/persons/${ada}/`)).status).toBe(404);
  const [entry] = (await service.call('GET', `${below}/activity?subject=data`)).json.results;
  expect(entry).toMatchObject({
    activity: 'deleted',
    subject: 'data',
    subject_id: ada,
    subject_name: 'person',
  });
  // The same id later is somebody new: not what it was merged into, and without the old properties.
  await send([{ event: 'e', distinct_id: 'anon-1' }]);
  const sql = `select person_id, person.properties.secret from events where event = 'e'`;
  const again = await service.call('POST', `${below}/query`, {
    body: { query: { kind: 'HogQLQuery', query: sql } },
  });
  expect(again.json.results).toEqual([[expect.not.stringMatching(ada), null]]);
});

test('events before a time go, the others and the persons stay, and they may come again', async () => {
  const { below, send, run, persons } = await startProject();
  const uuid = '0190e5b5-7c4b-7a31-9b5e-0000000000aa';
  const old = { uuid, event: 'old', distinct_id: 'ada', timestamp: '2024-12-31T23:59:59.999999Z' };
  await send([old, { event: 'young', distinct_id: 'ada', timestamp: '2025-01-01T00:00:00Z' }]);
  await run();
  const body = { before: '2025-01-01T01:00:00+01:00' };
  expect((await service.call('POST', `${below}/events/delete/`, { body })).status).toBe(204);
  expect(await run()).toEqual({ rows: [['young', 'ada']], from: 'direct' });
  expect((await persons()).length).toBe(1);
  await send([old]);
  await service.call('POST', `${below}/endpoints/all/run`, { body: { refresh: 'force_blocking' } });
  expect((await run()).rows).toEqual([
    ['old', 'ada'],
    ['young', 'ada'],
  ]);
});

test('a time that is none is refused, and other projects are not touched', async () => {
  const one = await startProject();
  const other = await startProject();
  for (const project of [one, other])
    await project.send([{ event: 'a', distinct_id: 'ada', timestamp: '2024-01-01' }]);
  for (const before of ['yesterday', '2025-01-01', 5, undefined]) {
    const answer = await service.call('POST', `${one.below}/events/delete`, { body: { before } });
    expect([answer.status, answer.json.attr]).toEqual([400, 'before']);
  }
  const [[id]] = await one.persons();
  await service.call('POST', `${one.below}/events/delete`, { body: { before: '2025-01-01T00:00:00Z' } });
  await service.call('DELETE', `${one.below}/persons/${id}`);
  expect((await one.run()).rows).toEqual([]);
  expect((await other.run()).rows).toEqual([['a', 'ada']]);
});
