import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import {
  countListedMonths,
  deleteListedMonth,
  type EventList,
  eventListOf,
  forgetListedEvents,
} from '../../src/adapters/engine/statements/listed-events.ts';
import {
  type DeletionSource,
  type EventDeletionKey,
  findEventDeletion,
} from '../../src/adapters/store/event-deletion-store.ts';
import { AppError } from '../../src/base/errors.ts';
import { newUuid } from '../../src/base/ids.ts';
import { Lanes } from '../../src/services/admission/lanes.ts';
import { beginEventDeletion } from '../../src/services/capture/deletion/create-event-deletion.ts';
import type { DeletionServices } from '../../src/services/capture/deletion/deletion-services.ts';
import { EventDeletions } from '../../src/services/capture/deletion/event-deletions.ts';
import { listEvents } from '../../src/services/capture/deletion/list-events.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { startTwoShards } from '../fixtures/start-two-shards.ts';
import { type CaptureFixture, startCapture } from './capture-fixture.ts';
import { deletionServices } from './deletion-fixture.ts';
import { importLines } from './import-fixture.ts';
import { Interruption } from './interruption.ts';

// [CAP-9.1], [CAP-9.3], [CAP-9.4].

const STAYS = '0190e5b5-7c4b-7a31-9b5e-0000000000aa';
const GOING = ['2024-05-01', '2024-06-01'].map((timestamp) => ({
  uuid: newUuid(),
  event: 'goes',
  distinct_id: 'a',
  timestamp,
}));
const STAYING = { uuid: STAYS, event: 'stays', distinct_id: 'a', timestamp: '2024-06-01' };

/** Brings two events that go, of two months, and one that stays; answers what names the two. */
const BRINGS: Readonly<Record<string, (capture: CaptureFixture) => Promise<DeletionSource>>> = {
  'a deletion by name': async (capture) => {
    await capture.send({ api_key: 'slc_test', batch: [...GOING, STAYING] });
    return { kind: 'bounds', bounds: { event: 'goes' } };
  },
  'undoing an import': async (capture) => {
    await capture.send({ api_key: 'slc_test', batch: [STAYING] });
    await importLines(capture, [...GOING, STAYING]);
    const [[source] = []] = await capture.rows('SELECT max(source) FROM app.event_ids');
    return { kind: 'import', source: Number(source) };
  },
};

test.each(Object.entries(BRINGS))(
  '%s that is cut off at any call goes on, and nothing else goes',
  async (name, bring) => {
    const interruption = new Interruption();
    interruption.errorOf = (message) => new AppError('engine_unavailable', message);
    const capture = await startCapture((engine) => interruption.wrap(engine));
    onTestFinished(() => capture.close());
    await capture.services.engine.ensureProject(capture.project.id);
    const { id: projectId } = capture.project;
    const left = () =>
      capture.rows(`SELECT (SELECT count() FROM app.events), (SELECT count() FROM app.event_ids),
      (SELECT count() FROM system.tables WHERE startsWith(name, 'deletion_'))`);
    const begin = async () => {
      const source = await bring(capture);
      return capture.services.database.transaction((transaction) =>
        beginEventDeletion(capture.services, transaction, { projectId, source }),
      );
    };
    const stateOf = (key: EventDeletionKey) => findEventDeletion(capture.services.database.query, key);
    const start = async (): Promise<EventDeletions> => {
      const deletions = new EventDeletions(deletionServices(capture));
      await deletions.start();
      return deletions;
    };
    const first = await begin();
    interruption.arm(Number.POSITIVE_INFINITY, false);
    await new EventDeletions(deletionServices(capture)).add(first);
    const calls = interruption.calls;
    expect(await left()).toEqual([[1, 1, 0]]);
    expect(calls).toBeGreaterThanOrEqual(7);
    for (let call = 1; call <= calls; call += 1) {
      const key = await begin();
      interruption.arm(call, call % 2 === 0);
      const cutOff = new EventDeletions(deletionServices(capture));
      const working = cutOff.add(key);
      await expect.poll(() => interruption.calls, PATIENT).toBeGreaterThanOrEqual(call);
      await cutOff.close();
      await working;
      interruption.disarm();
      await capture.reopen();
      const deletions = await start();
      await expect
        .poll(() => stateOf(key), PATIENT)
        .toMatchObject({
          state: 'completed',
          // Filters may hold values of persons.
          source: name === 'undoing an import' ? { kind: 'import' } : null,
          total: 2,
          deleted: 2,
        });
      await expect.poll(left, PATIENT).toEqual([[1, 1, 0]]);
      await deletions.close();
    }
  },
  120_000,
);

/** For `expect.poll`. */
const PATIENT = { timeout: 20_000, interval: 20 };

/** Rows of the events that are left, by a column of theirs. */
async function texts(engine: Pick<Engine, 'command'>, sql: string): Promise<unknown> {
  return JSON.parse(`[${Buffer.from((await engine.command(sql)).rows).toString()}]`);
}

test('events go from two shards and promoted columns too', async () => {
  const shards = await startTwoShards(['plan']);
  onTestFinished(() => shards.close());
  const { engine } = shards;
  await engine.ensureProject(1);
  const column = await texts(
    engine,
    `SELECT name FROM system.columns WHERE table = 'events' AND startsWith(name, 'property_')`,
  );
  await engine.insert({
    table: 'events',
    columns: ['project_id', 'uuid', 'event', 'distinct_id', 'person_id', 'timestamp', 'properties'],
    format: 'JSONEachRow',
    body: Buffer.from(
      Array.from({ length: 20 }, (_, n) =>
        JSON.stringify({
          project_id: 1,
          uuid: newUuid(),
          event: 'e',
          distinct_id: `d${n}`,
          person_id: newUuid(),
          timestamp: `2025-0${(n % 2) + 1}-01 00:00:00`,
          properties: JSON.stringify({ plan: n < 5 ? 'free' : 'pro' }),
        }),
      ).join('\n'),
    ),
  });
  const promoted = {
    events: new Map([['plan', String((column as string[][])[0]?.[0])]]),
    revision: 'one',
  };
  const project = testProject({ promoted });
  const list: EventList = eventListOf({ id: newUuid(), projectId: 1 });
  const lanes = new Lanes({ reads: { all: 2, ofGroup: 2, ofMember: 2 }, streams: 1, builds: 1, waiting: 8 });
  const services = {
    engine,
    catalog: { context: async () => project },
    admission: { lanes },
    runLimits: { executionTimeoutMs: 60_000, memoryBytes: 1024 ** 3 },
  } as unknown as DeletionServices;
  const bounds = { properties: [{ key: 'plan', value: 'pro', type: 'event' as const }] };
  const { signal } = new AbortController();
  await listEvents(services, list, { source: { kind: 'bounds', bounds }, nowMs: 0, signal });
  const months = await countListedMonths(engine, list);
  expect(months.map(({ month }) => month)).toEqual([202501, 202502]);
  for (const { month } of months) await deleteListedMonth(engine, list, month);
  await forgetListedEvents(engine, list);
  expect(await texts(engine, "SELECT count(), countIf(properties LIKE '%free%') FROM app.events")).toEqual([
    [5, 5],
  ]);
});
