import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type DeletionSource,
  type EventDeletionKey,
  findEventDeletion,
} from '../../src/adapters/store/event-deletion-store.ts';
import type { ProjectRow } from '../../src/adapters/store/project-store.ts';
import { reportReplica } from '../../src/adapters/store/replica-store.ts';
import { newUuid } from '../../src/base/ids.ts';
import { beginEventDeletion } from '../../src/services/capture/deletion/create-event-deletion.ts';
import { EventDeletions } from '../../src/services/capture/deletion/event-deletions.ts';
import {
  NOW_MS,
  SHORT_TERM,
  type SharedWriters,
  startSharedWriters,
  type WriterService,
} from './shared-writers.ts';
import { standStillAt } from './stand-still.ts';

// What a service leaves of deletions of events another one on its engine finishes. [CAP-10.8].

let writers: SharedWriters;
beforeAll(async () => {
  writers = await startSharedWriters();
});
afterAll(() => writers.close());

/** Of one test: what spools may still hold is deleted again, and all clocks stand. */
let project: ProjectRow;
let token: string;
let asked: WriterService;
let other: WriterService;
let begun: EventDeletions[];
beforeEach(async () => {
  [asked, other] = await Promise.all([
    writers.open(`asked-${newUuid()}`),
    writers.open(`other-${newUuid()}`),
  ]);
  token = `slc_${newUuid()}`;
  project = await writers.addProject(token);
  begun = [];
});
afterEach(async () => {
  await Promise.all(begun.map((deletions) => deletions.close()));
  await Promise.all([asked.close(), other.close()]);
  await writers.rows('TRUNCATE TABLE app.events');
  await writers.rows('TRUNCATE TABLE app.event_ids');
});

function deletionsOf(service: WriterService): EventDeletions {
  const deletions = new EventDeletions(service.services, { lease: SHORT_TERM, lookMs: 100 });
  begun.push(deletions);
  return deletions;
}

/** Deletions of a service that renews nothing until it is thawed. */
function frozenAt({ services }: WriterService, opened: Promise<void>): EventDeletions {
  const { leases } = services.database;
  if (leases === undefined) throw new Error('the services share a store');
  const database = {
    ...services.database,
    leases: { ...leases, renew: () => opened.then(() => undefined) },
  };
  const deletions = new EventDeletions({ ...services, database }, { lease: SHORT_TERM, lookMs: 100 });
  begun.push(deletions);
  return deletions;
}

const PATIENT = { timeout: 30_000, interval: 50 };
const GOING = ['2025-05-01', '2025-06-01'].map((timestamp) => ({
  ...{ uuid: newUuid(), event: 'goes', distinct_id: 'a', timestamp },
}));
const STAYING = { ...GOING[0], uuid: newUuid(), event: 'stays' };
const SOURCE: DeletionSource = { kind: 'bounds', bounds: { event: 'goes' } };

const LEFT = `SELECT (SELECT count() FROM app.events), (SELECT count() FROM app.event_ids),
  (SELECT count() FROM system.tables WHERE database = 'app' AND startsWith(name, 'deletion_'))`;

function begin({ services }: WriterService): Promise<EventDeletionKey> {
  const wanted = { projectId: project.id, source: SOURCE };
  return services.database.transaction((transaction) => beginEventDeletion(services, transaction, wanted));
}

const rowOf = (key: EventDeletionKey) => findEventDeletion(other.services.database.query, key);

test.each([
  ['when it makes the list', /^CREATE TABLE app\.deletion_/],
  ['with half a list', /^insert deletion_/],
  ['when the list stands', /^ALTER TABLE app\.events DELETE IN PARTITION ID '202505'.* answered$/s],
  ['between two months', /^ALTER TABLE app\.events DELETE IN PARTITION ID '202506'/],
  ['when it forgets the ids', /^ALTER TABLE app\.event_ids DELETE/],
])('%s a service is killed, and the deletion is finished once by another one', async (_, statement) => {
  await asked.send([...GOING, STAYING], true, token);
  const key = await begin(asked);
  const still = standStillAt(asked, statement);
  const cutOff = deletionsOf(asked).add(key);
  await still.reached;
  await asked.kill();
  still.open();
  await Promise.all([deletionsOf(other).start(), begun[0]?.close(), cutOff]);
  await expect.poll(() => rowOf(key), PATIENT).toMatchObject({ state: 'completed', total: 2, deleted: 2 });
  await expect.poll(() => writers.rows(LEFT), PATIENT).toEqual([[1, 1, 0]]);
});

test('a list that a service has left after its deletion had ended goes too', async () => {
  await asked.send([...GOING, STAYING], true, token);
  const key = await begin(asked);
  let isOver = false;
  const never = new Promise<void>(() => undefined);
  asked.fault = async ({ name }) => {
    isOver ||= /^ALTER TABLE app\.event_ids DELETE.* answered$/s.test(name);
    if (!isOver || !name.startsWith('DROP TABLE')) return;
    void asked.kill();
    await never;
  };
  void deletionsOf(asked).add(key);
  await expect.poll(() => rowOf(key), PATIENT).toMatchObject({ state: 'completed' });
  await begun[0]?.close();
  expect(await writers.rows(LEFT)).toEqual([[1, 1, 1]]);
  await deletionsOf(other).start();
  await expect.poll(() => writers.rows(LEFT), PATIENT).toEqual([[1, 1, 0]]);
});

test('a service that was frozen changes nothing more when another one has finished', async () => {
  await asked.send([...GOING, STAYING], true, token);
  const key = await begin(asked);
  const still = standStillAt(asked, /^insert deletion_/);
  const thawed = frozenAt(asked, still.opened).add(key);
  await still.reached;
  await deletionsOf(other).start();
  await expect.poll(() => rowOf(key), PATIENT).toMatchObject({ state: 'completed', deleted: 2 });
  other.services.clock.set(NOW_MS + 10_000);
  await other.send(GOING, true, token);
  still.open();
  await thawed;
  expect(await rowOf(key)).toMatchObject({ state: 'completed', total: 2, deleted: 2 });
  expect(await writers.rows(LEFT)).toEqual([[3, 3, 0]]);
});

test('nobody takes the deletions of a service that is there', async () => {
  await asked.send([...GOING, STAYING], true, token);
  const { database, replica: name } = asked.services;
  await reportReplica(database.query, { name, version: '1', spoolBytes: 0 });
  const key = await begin(asked);
  await deletionsOf(other).start();
  await delay(1_000);
  expect(await rowOf(key)).toMatchObject({ state: 'running', total: null });
  await deletionsOf(asked).start();
  await expect.poll(() => rowOf(key), PATIENT).toMatchObject({ state: 'completed', deleted: 2 });
});
