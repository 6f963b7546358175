import { beforeAll, describe, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';
import { deleteEvents, email, PURCHASES, startProject } from './deletion-project.ts';
import { makeKey } from './operation-calls.ts';

// [SPEC-2.2.5], [CAP-9.1], [CAP-9.2], [CAP-9.3].

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
});

test('a person goes with all its ids and events at once, and no cached answer shows them', async () => {
  const { below, send, run, persons } = await startProject(service);
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
    subject_name: 'person',
  });
  expect(JSON.stringify(entry)).not.toContain(ada);
  // The same id later is somebody new: not what it was merged into, and without the old properties.
  await send([{ event: 'e', distinct_id: 'anon-1' }]);
  const sql = `select person_id, person.properties.secret from events where event = 'e'`;
  const again = await service.call('POST', `${below}/query`, {
    body: { query: { kind: 'HogQLQuery', query: sql } },
  });
  expect(again.json.results).toEqual([[expect.not.stringMatching(ada), null]]);
});

test('events before a time go, the others and the persons stay, and they may come again', async () => {
  const { below, send, run, persons } = await startProject(service);
  const uuid = '0190e5b5-7c4b-7a31-9b5e-0000000000aa';
  const old = { uuid, event: 'old', distinct_id: 'ada', timestamp: '2024-12-31T23:59:59.999999Z' };
  await send([old, { event: 'young', distinct_id: 'ada', timestamp: '2025-01-01T00:00:00Z' }]);
  await run();
  expect(await deleteEvents(service, below, { before: '2025-01-01T01:00:00+01:00' })).toMatchObject({
    status: 200,
    state: 'completed',
    events: 1,
    deleted: 1,
    kept: ['persons', 'merges', 'definitions'],
    error: null,
  });
  expect(await run()).toEqual({ rows: [['young', 'ada']], from: 'direct' });
  expect((await persons()).length).toBe(1);
  const [entry] = (await service.call('GET', `${below}/activity?subject=data`)).json.results;
  expect(entry).toMatchObject({
    activity: 'deleted',
    subject_name: 'events before 2025-01-01T00:00:00Z',
  });
  await send([old]);
  await service.call('POST', `${below}/endpoints/all/run`, { body: { refresh: 'force_blocking' } });
  expect((await run()).rows).toEqual([
    ['old', 'ada'],
    ['young', 'ada'],
  ]);
});

test('without wait the answer is an id, by which the deletion can be followed', async () => {
  const { below, send, run } = await startProject(service);
  await send(PURCHASES);
  const { status, json } = await service.call('POST', `${below}/events/delete/`, { body: { event: 'buy' } });
  expect([status, json.state, json.events, json.deleted]).toEqual([202, 'running', null, 0]);
  await expect
    .poll(async () => (await service.call('GET', `${below}/events/delete/${json.id}/`)).json, {
      timeout: 30_000,
    })
    .toMatchObject({ id: json.id, state: 'completed', events: 3, deleted: 3 });
  expect((await run()).rows.length).toBe(2);
  const list = await service.call('GET', `${below}/events/delete/`);
  expect(list.json.results.map(({ id }: { id: string }) => id)).toEqual([json.id]);
  expect((await service.call('GET', `${below}/events/delete/absent/`)).status).toBe(404);
});

test('nothing to find is nothing to delete', async () => {
  const { below } = await startProject(service);
  const body = { event: 'absent', dry_run: true };
  const dry = await service.call('POST', `${below}/events/delete/`, { body });
  expect(dry.json).toEqual({ events: 0, first: null, last: null });
  expect(await deleteEvents(service, below, { event: 'absent' })).toMatchObject({
    state: 'completed',
    events: 0,
  });
});

describe('what is refused', () => {
  let project: Awaited<ReturnType<typeof startProject>>;
  beforeAll(async () => {
    project = await startProject(service);
    await project.send(PURCHASES);
  });

  test.each<[object, string, string | null]>([
    [{}, 'invalid_value', null],
    [{ dry_run: true }, 'invalid_value', null],
    [{ properties: [] }, 'invalid_value', null],
    [{ properties: [{ type: 'AND', values: [] }] }, 'invalid_filter', 'properties.0.values'],
    [
      { properties: [{ type: 'OR', values: [email, { type: 'AND', values: [] }] }] },
      'invalid_filter',
      'properties.0.values.1.values',
    ],
    [{ properties: [{ ...email, value: [] }] }, 'invalid_filter', 'properties.0.value'],
    // Every text holds the empty one.
    [
      { properties: [{ ...email, operator: 'icontains', value: '' }] },
      'invalid_filter',
      'properties.0.value',
    ],
    [
      { properties: [{ type: 'AND', values: [{ ...email, operator: 'regex', value: ['x', ''] }] }] },
      'invalid_filter',
      'properties.0.values.0.value',
    ],
    [{ before: '2030-01-01T00:00:00.123456Z' }, 'invalid_value', 'before'],
    [{ after: '2020-01-01T00:00:00.0001Z', event: 'buy' }, 'invalid_value', 'after'],
    [{ properties: [{ type: 'hogql', key: 'nonsense(' }] }, 'syntax_error', 'properties.0.key'],
    [{ properties: [{ type: 'cohort', value: 9999 }] }, 'invalid_value', 'properties.0.value'],
    [{ properties: [{ key: 'a', operator: 'regex', value: '(' }] }, 'invalid_filter', 'properties.0.value'],
    [{ event: '' }, 'invalid_value', 'event'],
    [{ event: null, before: '2030-01-01T00:00:00Z' }, 'invalid_value', 'event'],
    [{ before: '2030-01-01T00:00:00Z', properties: null }, 'invalid_value', 'properties'],
    [{ events: 'buy' }, 'unknown_member', 'events'],
  ])('%j is refused, and nothing goes', async (bounds, code, attr) => {
    const { below, run } = project;
    const { status, json } = await service.call('POST', `${below}/events/delete`, { body: bounds });
    expect([status, json.code, json.attr]).toEqual([400, code, attr]);
    expect((await run()).rows.length).toBe(PURCHASES.length);
    expect((await service.call('GET', `${below}/events/delete`)).json.count).toBe(0);
  });
});

test('a key that may not query sends no SQL in filters', async () => {
  const { below } = await startProject(service);
  const { value: key } = await makeKey(service, { scopes: ['event:delete'] });
  const properties = [{ type: 'hogql', key: 'properties.price > 1' }];
  for (const dry_run of [true, false]) {
    const refused = await service.call('POST', `${below}/events/delete`, {
      body: { properties, dry_run },
      key,
    });
    expect([refused.status, refused.json.code]).toEqual([403, 'permission_denied']);
  }
  const taken = await service.call('POST', `${below}/events/delete`, { body: { properties: [email] }, key });
  expect(taken.status).toBe(202);
});

test('a time that is none is refused, and other projects are not touched', async () => {
  const one = await startProject(service);
  const other = await startProject(service);
  for (const project of [one, other])
    await project.send([{ event: 'a', distinct_id: 'ada', timestamp: '2024-01-01' }]);
  for (const before of ['yesterday', '2025-01-01', 5]) {
    const answer = await service.call('POST', `${one.below}/events/delete`, { body: { before } });
    expect([answer.status, answer.json.attr]).toEqual([400, 'before']);
  }
  const [[id]] = await one.persons();
  await deleteEvents(service, one.below, { before: '2025-01-01T00:00:00Z' });
  await service.call('DELETE', `${one.below}/persons/${id}`);
  expect((await one.run()).rows).toEqual([]);
  expect((await other.run()).rows).toEqual([['a', 'ada']]);
});
