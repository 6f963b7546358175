import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DiskObjectStore } from '../../src/adapters/objects/disk-object-store.ts';
import { findHalfWritten } from '../../src/adapters/store/capture-progress-store.ts';
import { findEventDeletion } from '../../src/adapters/store/event-deletion-store.ts';
import { deleteProject, findUnpurgedProjectIds } from '../../src/adapters/store/project-store.ts';
import { setLanes } from '../../src/adapters/store/write-lease-store.ts';
import { changeLanes } from '../../src/app/change-lanes.ts';
import { newUuid } from '../../src/base/ids.ts';
import { Lane } from '../../src/services/admission/lane.ts';
import { ONE_AT_A_TIME } from '../../src/services/admission/lanes.ts';
import { beginEventDeletion } from '../../src/services/capture/deletion/create-event-deletion.ts';
import { deletePerson } from '../../src/services/capture/deletion/delete-person.ts';
import { EventDeletions } from '../../src/services/capture/deletion/event-deletions.ts';
import { ProjectPurger } from '../../src/services/projects/project-purger.ts';
import { RandomSource } from '../fixtures/random-source.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import {
  NOW_MS,
  SHORT_TERM,
  type SharedWriters,
  startSharedWriters,
  type WriterService,
} from './shared-writers.ts';
import { standStillAt } from './stand-still.ts';

// Several services write into one engine. [CAP-10.1], [CAP-10.2], [CAP-10.3].

let writers: SharedWriters;
beforeAll(async () => {
  writers = await startSharedWriters();
});
afterAll(() => writers.close());

const NAMES = ['a', 'b', 'c'];
let services: WriterService[];
beforeEach(async () => {
  services = await Promise.all(NAMES.map((name) => writers.open(name)));
});
afterEach(async () => {
  await Promise.all(services.map((service) => service.close()));
  await writers.rows('TRUNCATE TABLE app.events');
  await writers.rows('TRUNCATE TABLE app.event_ids');
});

const [a, b] = [() => services[0] as WriterService, () => services[1] as WriterService];
const COUNTS = 'SELECT count(), uniqExact(uuid), (SELECT count() FROM app.event_ids) FROM app.events';
const TIMESTAMP = '2026-01-05T11:00:00Z';

const eventOf = (distinct_id: string, more: object = {}) => ({
  uuid: newUuid(),
  event: 'e',
  distinct_id,
  timestamp: TIMESTAMP,
  ...more,
});

const eventsOf = (count: number) => Array.from({ length: count }, (_, n) => eventOf(`d${n % 7}`));

describe.each([1, 3])('in %i lanes', (lanes) => {
  let tokens: readonly string[];
  beforeAll(async () => {
    tokens = ['slc_test', ...[0, 1, 2, 3].map((n) => `slc_${lanes}_${n}`)];
    for (const token of tokens.slice(1)) await writers.addProject(token);
  });
  beforeEach(() => setLanes(a().services.database.query, lanes));

  test('events that come through all services at once are stored once', async () => {
    let sent = 0;
    for (let round = 0; round < scaled(10); round += 1) {
      const batches = tokens.map((token) => ({ token, events: eventsOf(20) }));
      sent += 20 * tokens.length;
      await Promise.all(
        services.flatMap((service) => batches.map(({ token, events }) => service.send(events, true, token))),
      );
    }
    expect(await writers.rows(COUNTS)).toEqual([[sent, sent, sent]]);
  });

  test('services that are killed and started again lose and double nothing', async () => {
    const random = new RandomSource(seed());
    const sent: (readonly object[])[] = [];
    for (let round = 0; round < scaled(8); round += 1) {
      const killed = random.below(NAMES.length);
      const victim = services[killed] as WriterService;
      const lastCall = 1 + random.below(24);
      let calls = 0;
      const dead = new Promise<void>((resolve) => {
        victim.fault = async () => {
          calls += 1;
          if (calls < lastCall) return;
          resolve();
          await new Promise(() => undefined);
        };
      });
      const events = eventsOf(30);
      sent.push(events);
      const token = tokens[round % tokens.length] ?? '';
      for (const service of services) await service.send(events, false, token);
      await Promise.race([dead, delay(3_000)]);
      victim.fault = null;
      await victim.kill();
      services[killed] = await writers.open(NAMES[killed] ?? '');
      await Promise.all(
        services.map(({ services: { captureWriter, spool } }) =>
          captureWriter.whenWritten(spool.end, 60_000),
        ),
      );
    }
    const all = 30 * sent.length;
    expect(await writers.rows(COUNTS)).toEqual([[all, all, all]]);
    expect(await findHalfWritten(a().services.database.query)).toEqual([]);
  });
});

describe('in one lane', () => {
  beforeEach(() => setLanes(a().services.database.query, 1));

  test('a holder that stands still beyond its lease writes nothing late', async () => {
    await a().close();
    // It stands still as a whole, and so it does not renew.
    const frozen = await writers.open('a', { leaseTimes: { ...SHORT_TERM, renewMs: 600_000 } });
    services[0] = frozen;
    const events = eventsOf(50);
    const { reached, open } = standStillAt(frozen, /^insert events$/);
    await frozen.send(events, false);
    await reached;
    await b().send(events);
    open();
    await frozen.services.captureWriter.whenWritten(frozen.services.spool.end, 60_000);
    expect(await writers.rows(COUNTS)).toEqual([[50, 50, 50]]);
  });

  test('a holder that lost its lease before it changes the store changes nothing', async () => {
    await a().close();
    const frozen = await writers.open('a', { leaseTimes: { ...SHORT_TERM, renewMs: 600_000 } });
    services[0] = frozen;
    const volumeOf = async () => {
      const rows = await frozen.services.database.query
        .selectFrom('eventDefinitions')
        .select('volume')
        .where('name', '=', 'frozen')
        .execute();
      return rows.map(({ volume }) => volume);
    };
    const events = [eventOf('d', { event: 'frozen' })];
    // The answer which events are known comes, and the service stands still with it.
    const { reached, open } = standStillAt(frozen, /FROM app.event_ids[\s\S]* answered$/);
    await frozen.send(events, false);
    await reached;
    await b().send(events);
    open();
    await frozen.services.captureWriter.whenWritten(frozen.services.spool.end, 60_000);
    expect(await volumeOf()).toEqual([1]);
  });

  test('what a killed service has begun to delete is deleted before anybody writes', async () => {
    const person = `person-${newUuid()}`;
    await a().send([eventOf(person), eventOf(person), eventOf('other')]);
    const { reached } = standStillAt(a(), /^ALTER TABLE app.events DELETE/);
    const deleting = deletePerson(a().services, callerOf(writers), person);
    deleting.catch(() => undefined);
    await reached;
    void a().kill();
    await b().send([eventOf('later')]);
    const left = await writers.rows('SELECT distinct_id FROM app.events ORDER BY distinct_id');
    expect(left).toEqual([['later'], ['other']]);
    expect(await b().services.database.query.selectFrom('deletions').selectAll().execute()).toEqual([]);
  });

  test('[CAP-10.4]: a deleted person has no events that another service had accepted before', async () => {
    const other = await waitingService(writers, services);
    const person = `person-${newUuid()}`;
    await a().send([eventOf(person)]);
    await other.send([eventOf(person), eventOf('stays')], false);
    await deletePerson(a().services, callerOf(writers), person);
    other.services.clock.set(NOW_MS + 10_000);
    await other.send([eventOf(person, { event: 'again' })]);
    const left = await writers.rows('SELECT distinct_id, event FROM app.events ORDER BY event');
    expect(left).toEqual([
      [person, 'again'],
      ['stays', 'e'],
    ]);
  });

  test('[CAP-10.4]: events by bounds go, also those that another service had accepted before', async () => {
    const other = await waitingService(writers, services);
    const early = [eventOf('x', { event: 'goes' }), eventOf('x', { event: 'stays' })];
    await a().send([eventOf('x', { event: 'goes' })]);
    await other.send(early, false);
    const deletion = await a().services.database.transaction((transaction) =>
      beginEventDeletion(a().services, transaction, {
        projectId: writers.project.id,
        source: { kind: 'bounds', bounds: { event: 'goes' } },
      }),
    );
    await new EventDeletions(a().services).add(deletion);
    expect(await findEventDeletion(a().services.database.query, deletion)).toMatchObject({
      state: 'completed',
      source: null,
      deleted: 1,
    });
    other.services.clock.set(NOW_MS + 10_000);
    await other.send([eventOf('x', { event: 'goes', properties: { isLater: true } })]);
    const left = await writers.rows('SELECT event, properties FROM app.events ORDER BY event');
    expect(left).toEqual([
      ['goes', '{"isLater":true}'],
      ['stays', '{}'],
    ]);
    // What has gone may come again.
    await other.send(early);
    expect(await writers.rows('SELECT count() FROM app.events')).toEqual([[3]]);
  });
});

test('[CAP-10.2]: the number of lanes changes while services write, and not while a block is half written', async () => {
  const { database } = a().services;
  const half = standStillAt(b(), /^insert events$/);
  await b().send(eventsOf(10), false);
  await half.reached;
  await b().kill();
  const waiting = changeLanes({ databaseUrl: writers.url }, 3);
  await delay(3 * SHORT_TERM.termMs);
  expect(await changeLanes({ databaseUrl: writers.url }, null)).not.toBe(3);
  services[1] = await writers.open('b');
  const sent = eventsOf(40);
  const sending = Promise.all(services.map((service) => service.send(sent)));
  expect(await waiting).toBe(3);
  await sending;
  await a().send(eventsOf(10));
  expect(await writers.rows(COUNTS)).toEqual([[60, 60, 60]]);
  expect(await findHalfWritten(database.query)).toEqual([]);
  expect(await changeLanes({ databaseUrl: writers.url }, 1)).toBe(1);
});

test('[CAP-10.5]: a project is purged when no service has a half written block', async () => {
  const { id } = await writers.addProject('slc_going');
  const half = standStillAt(b(), /^insert events$/);
  await b().send(eventsOf(10), false, 'slc_going');
  await half.reached;
  await b().kill();
  const { database } = a().services;
  await database.transaction((transaction) => deleteProject(transaction, id, NOW_MS));
  const purger = new ProjectPurger({
    ...a().services,
    objects: new DiskObjectStore(temporaryFolder()),
    upkeepLane: new Lane(ONE_AT_A_TIME),
  });
  purger.start();
  await delay(2 * SHORT_TERM.termMs);
  expect(await findUnpurgedProjectIds(database.query)).toEqual([id]);
  services[1] = await writers.open('b');
  await expect
    .poll(() => findUnpurgedProjectIds(database.query), { timeout: 60_000, interval: 100 })
    .toEqual([]);
  await purger.close();
  expect(await writers.rows(`SELECT count() FROM app.events WHERE project_id = ${id}`)).toEqual([[0]]);
});

/** A service whose events wait in its spool until somebody wants to see them. */
async function waitingService(writers: SharedWriters, services: WriterService[]): Promise<WriterService> {
  await services[1]?.close();
  const waiting = await writers.open('b', { flushAfterMs: 600_000 });
  services[1] = waiting;
  return waiting;
}

function callerOf({ project }: SharedWriters) {
  return { projectId: project.id, author: { keyId: 'test', label: 'test' } };
}
