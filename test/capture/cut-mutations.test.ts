import { expect, onTestFinished, test } from 'vitest';
import { deletePersonRows } from '../../src/adapters/engine/statements/delete-person-rows.ts';
import {
  deleteListedMonth,
  dropEventList,
  EVENT_LIST_COLUMNS,
  eventListOf,
  forgetListedEvents,
  keepOnlyEventLists,
  makeEventList,
} from '../../src/adapters/engine/statements/listed-events.ts';
import { underDeadline } from '../../src/adapters/engine/under-deadline.ts';
import { newUuid } from '../../src/base/ids.ts';
import { COUNT_HOMELESS_MUTATIONS } from '../fixtures/homeless-mutations.ts';
import { type CaptureFixture, startCapture } from './capture-fixture.ts';

// A mutation that takes longer than the lease under which it began: its statement ends, the engine goes on with it, and
// it is begun again. [CAP-10.7].

const CUT_MS = 1_000;
const PATIENCE = { timeout: 20_000, interval: 50 };
const COUNTS = `SELECT (SELECT count() FROM app.events WHERE event = 'goes'),
  (SELECT count() FROM app.events WHERE event = 'stays'),
  (SELECT count() FROM system.mutations WHERE NOT is_done)`;

const eventOf = (event: string, distinct_id: string) => ({
  ...{ uuid: newUuid(), event, distinct_id, timestamp: '2025-05-01T00:00:00Z' },
});

/** Capture with three events that go and one that stays, on an engine that does no mutation until `goOn`. */
async function startHeldUp() {
  const capture = await startCapture();
  const command = (sql: string) => capture.services.engine.command(sql);
  onTestFinished(async () => {
    await command('SYSTEM START MERGES app.events');
    await capture.close();
  });
  const going = [eventOf('goes', 'a'), eventOf('goes', 'a'), eventOf('goes', 'a')];
  await capture.send({ api_key: 'slc_test', batch: [...going, eventOf('stays', 'b')] });
  await command('SYSTEM STOP MERGES app.events');
  const goOn = () => command('SYSTEM START MERGES app.events');
  const { engine } = capture.services;
  const atMs = Date.now() + 60_000;
  return { capture, going, goOn, engine, cut: underDeadline(engine, { atMs, leftMs: () => CUT_MS }) };
}

test('a mutation that lost its list before is ended at the start', async () => {
  const { capture, going, goOn, engine } = await startHeldUp();
  const list = eventListOf({ id: newUuid(), projectId: capture.project.id });
  await makeEventList(engine, list);
  await engine.command(
    `ALTER TABLE app.events DELETE WHERE uuid IN (SELECT uuid FROM app.${list.table})`,
    {},
    { settings: { mutations_sync: 0 } },
  );
  await engine.command(`DROP TABLE app.${list.table} SYNC`);
  await goOn();
  expect(await capture.rows(COUNT_HOMELESS_MUTATIONS)).toEqual([[1]]);
  await keepOnlyEventLists(engine, async () => []);
  expect(await capture.rows(COUNT_HOMELESS_MUTATIONS)).toEqual([[0]]);
  expect(await capture.rows(COUNTS)).toEqual([[going.length, 1, 0]]);
});

const sendAgain = (capture: CaptureFixture, going: readonly object[]) =>
  capture.send({ api_key: 'slc_test', batch: [...going] });

test('a person is gone once, and comes again as somebody new', async () => {
  const { capture, going, goOn, engine, cut } = await startHeldUp();
  const { id } = capture.project;
  const [[person] = []] = await capture.rows(
    "SELECT toString(any(person_id)) FROM app.events WHERE event = 'goes'",
  );
  const persons = [String(person)];
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(deletePersonRows(cut, id, persons)).rejects.toThrow();
  await goOn();
  await deletePersonRows(engine, id, persons);
  // The engine ends the earlier attempts, too.
  await expect.poll(() => capture.rows(COUNTS), PATIENCE).toEqual([[0, 1, 0]]);
  await keepOnlyEventLists(engine, async () => []);
  expect(await capture.rows(COUNT_HOMELESS_MUTATIONS)).toEqual([[0]]);
  await sendAgain(capture, going);
  expect(await capture.rows(COUNTS)).toEqual([[3, 1, 0]]);
});

test('listed events are gone once, and may come again', async () => {
  const { capture, going, goOn, engine, cut } = await startHeldUp();
  const list = eventListOf({ id: newUuid(), projectId: capture.project.id });
  await makeEventList(engine, list);
  const body = Buffer.from(going.map(({ uuid }) => `["${uuid}",${Date.UTC(2025, 4) / 1_000}]\n`).join(''));
  await engine.insert({ table: list.table, columns: EVENT_LIST_COLUMNS, format: 'JSONCompactEachRow', body });
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(deleteListedMonth(cut, list, 202505)).rejects.toThrow();
  await goOn();
  await deleteListedMonth(engine, list, 202505);
  await forgetListedEvents(engine, list);
  // The engine ends the earlier attempts, too.
  await expect.poll(() => capture.rows(COUNTS), PATIENCE).toEqual([[0, 1, 0]]);
  await dropEventList(engine, list);
  expect(await capture.rows(COUNT_HOMELESS_MUTATIONS)).toEqual([[0]]);
  await sendAgain(capture, going);
  expect(await capture.rows(COUNTS)).toEqual([[3, 1, 0]]);
});
