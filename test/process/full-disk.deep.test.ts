import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { addPropertyReads } from '../../src/adapters/store/property-read-store.ts';
import { newUuid } from '../../src/base/ids.ts';
import { fillDisk, mountDisk } from '../fixtures/small-disk.ts';
import { startTestService, type TestAnswer, type TestService } from '../fixtures/start-service.ts';

// [CAP-6.5]. The data folder lies on a small disk of its own, for which this process must be allowed to mount one.

const DISK = '300m';
const FULL_MS = 20_000;
const COUNT = { kind: 'HogQLQuery', query: 'select count() from events' };
const DAY_MS = 86_400_000;
const PATIENT = { timeout: 90_000, interval: 250 };

test('on a full disk writers refuse or wait, runs go on, and all recover without a restart', async () => {
  const disk = mountDisk(DISK);
  const folding = { foldAtOverrides: 3, foldAfterMs: 1_000 };
  const service = await startTestService({ dataDir: path.join(disk, 'data'), ...folding });
  onTestFinished(() => service.close({ keepData: true }));
  let events = 200;
  await service.capture(eventsOf(events));
  for (const name of ['cached', 'built']) await store(service, name);
  const { promoter, eventExpirer, database, engine } = service.services;
  // Work behind the answers: a property that is read much, old events to expire, and others to delete.
  const read = { projectId: 1, name: 'n', dayMs: Math.floor(Date.now() / DAY_MS) * DAY_MS, rowsRead: 1e9 };
  await addPropertyReads(database.query, [read]);
  await service.capture([...oldEvents(2024), ...oldEvents(2023)]);
  // Visitors before the merges of the full disk.
  const visitors = Array.from({ length: 5 }, (_, n) => ({ ...eventsOf(1)[0], distinct_id: `visitor-${n}` }));
  await service.capture(visitors);
  await service.capture(visitors.map((visitor, n) => identify(visitor, n)));
  events += 10;
  const importing = await sendImport(service, 20_000);
  expect(importing.status, importing.text).toBe(202);
  const imports = new Map<string, number>([[importing.json.id, 20_000]]);
  const filling = new AbortController();
  const filled = fillDisk(path.join(disk, 'ballast'), filling.signal);
  const seen = new Map<string, Set<string>>();
  const states = new Set<string>();
  let rounds = 0;
  const waiting: Promise<unknown>[] = [];
  const removal = { body: { before: '2024-01-01T00:00:00Z', wait: true } };
  const removeOld = () => service.call('POST', 'events/delete', removal);
  const note = (what: string, { status, json }: TestAnswer) => {
    const answers = seen.get(what) ?? new Set();
    seen.set(what, answers.add(`${status} ${status < 300 ? '' : (json?.code ?? '')}`.trim()));
  };
  for (const endMs = Date.now() + FULL_MS; Date.now() < endMs; await delay(100)) {
    const body = { api_key: service.captureToken, batch: eventsOf(20, 'x'.repeat(5_000)) };
    const captured = await service.call('POST', '/batch', { body, key: null });
    if (captured.status === 200) events += 20;
    note('capture', captured);
    const another = await sendImport(service, 500);
    if (another.status === 202) imports.set(another.json.id, 500);
    note('import', another);
    note('create', await create(service, newUuid(), `select '${'x'.repeat(60_000)}'`));
    note('build', await service.call('POST', 'endpoints/built/materialize'));
    states.add((await service.call('GET', 'endpoints/built/materialization_status/')).json.state);
    // These may wait until there is room.
    if (rounds++ === 0) waiting.push(removeOld(), promoter.look(), eventExpirer.expire());
    note('keep', await service.call('PATCH', '/api/projects/1', { body: { event_retention_days: 600 } }));
    note('backup', await backUp(service));
    for (const refresh of ['blocking', 'force_blocking'])
      note('run', await service.call('POST', 'endpoints/cached/run', { body: { refresh } }));
  }
  expect.soft(seen.get('capture')).toContain('503');
  expect.soft(seen.get('import')).toContain('503 capture_capacity');
  expect.soft(seen.get('create')).toContain('503 store_unavailable');
  expect.soft([...(seen.get('run') ?? [])]).toEqual(['200']);
  const known = /^(20\d|503( (capture_capacity|store_unavailable|engine_unavailable))?)$/;
  for (const [what, answers] of seen)
    expect
      .soft(
        [...answers].filter((answer) => !known.test(answer)),
        what,
      )
      .toEqual([]);
  expect.soft([...states]).not.toContain('Failed');
  filling.abort();
  await filled;
  const stateOf = async (id: string) => (await service.call('GET', `imports/${id}`)).json;
  for (const [id, inserted] of imports) {
    await expect.poll(async () => (await stateOf(id)).state, PATIENT).not.toBe('running');
    expect.soft(await stateOf(id)).toMatchObject({ state: 'completed', inserted });
    events += inserted;
  }
  await expect.poll(async () => (await create(service, newUuid(), 'select 1')).status, PATIENT).toBe(201);
  await service.capture(eventsOf(10));
  events += 10;
  const isBuilt = async () => (await service.call('GET', 'endpoints/built/materialization_status/')).json;
  await expect.poll(async () => (await isBuilt()).state, PATIENT).toBe('Completed');
  // All of it recovers by itself or at the next call.
  await Promise.allSettled(waiting);
  await expect.poll(async () => (await removeOld()).status, PATIENT).toBe(200);
  const keep = { body: { event_retention_days: 600 } };
  await expect
    .poll(async () => (await service.call('PATCH', '/api/projects/1', keep)).status, PATIENT)
    .toBe(200);
  const counted = await service.call('POST', 'endpoints/cached/run', { body: { refresh: 'force_blocking' } });
  expect.soft(counted.json.results).toEqual([[events]]);
  await eventExpirer.expire();
  const old = `SELECT count() FROM app.events WHERE timestamp < toDateTime64('2025-01-01', 3)`;
  await expect
    .poll(async () => Buffer.from((await engine.command(old)).rows).toString(), PATIENT)
    .toMatch(/^\["?0/);
  await promoter.look();
  expect.soft(promoter.current.events.size).toBe(1);
  const persons = await service.call('POST', 'query', {
    body: { query: { ...COUNT, query: 'select uniq(person_id) from events' } },
  });
  expect.soft(persons.json.results).toEqual([[9]]);
  expect.soft((await backUp(service)).status).toBe(201);
  const logged = async (): Promise<unknown[]> => {
    const { json } = await service.call('GET', 'endpoints/cached/logs?limit=10');
    return json.results.map(({ request_id }: { request_id?: string }) => request_id);
  };
  const lastRun = (await service.call('POST', 'endpoints/cached/run', { body: { nope: 1 } })).json.request_id;
  // Behind it may stand what the judge of stored queries, which waited for room too, has to say.
  await expect.poll(logged, PATIENT).toContain(lastRun);
  await service.services.engine.command('OPTIMIZE TABLE app.events FINAL');
});

function eventsOf(count: number, text = ''): readonly object[] {
  return Array.from({ length: count }, (_, n) => ({
    uuid: newUuid(),
    event: 'tick',
    distinct_id: `user-${n % 9}`,
    timestamp: '2026-01-05T08:00:00Z',
    properties: { n, text },
  }));
}

/** Twenty events of users who are there, in the March of that year. */
const oldEvents = (year: number) =>
  eventsOf(20).map((event) => ({ ...event, timestamp: `${year}-03-05T08:00:00Z` }));

/** The sign-in of a visitor as one of the users. */
const identify = (visitor: object, n: number): object => ({
  ...visitor,
  uuid: newUuid(),
  event: '$identify',
  distinct_id: `user-${n}`,
  properties: { $anon_distinct_id: `visitor-${n}` },
});

/** Holds a moment, as `sluice backup` does, and lets it go. */
async function backUp(service: TestService): Promise<TestAnswer> {
  const moment = await service.call('POST', '/api/backup_moments');
  if (moment.status < 300) await service.call('DELETE', `/api/backup_moments/${moment.json.id}`);
  return moment;
}

const create = (service: TestService, name: string, query: string) =>
  service.call('POST', 'endpoints', { body: { name: `e-${name}`, query: { ...COUNT, query } } });

async function store(service: TestService, name: string): Promise<void> {
  const { status, text } = await service.call('POST', 'endpoints', {
    body: { name, query: COUNT, is_materialized: name === 'built' },
  });
  expect(status, text).toBe(201);
}

const sendImport = (service: TestService, count: number) =>
  service.call('POST', 'imports?format=posthog&file_name=x.jsonl', {
    body: eventsOf(count, 'y'.repeat(100))
      .map((event) => JSON.stringify(event))
      .join('\n'),
  });
