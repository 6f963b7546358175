import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import { sameEngine } from '../../src/adapters/engine/same-engine.ts';
import { startTestEngine } from '../fixtures/start-engine.ts';
import { BlocksOfEvents } from './block-of-events.ts';
import { readRows } from './capture-fixture.ts';

// An attempt that was cut off may have inserted any of a block's months. [ENG-7.5], [CAP-7.7].

const EVENTS = 20_000;
const COUNTS = `SELECT count(), uniqExact(uuid), (SELECT count() FROM app.event_ids), (SELECT uniqExact(uuid) FROM app.event_ids)
  FROM app.events`;
const ONCE = [[EVENTS, EVENTS, EVENTS, EVENTS]];

/** An engine, and a block whose first attempt has failed at its end: at the insert of the ids. */
async function startCutOff(): Promise<{ readonly engine: Engine; write(): Promise<void> }> {
  const { engine, close } = await startTestEngine();
  const blocks = await BlocksOfEvents.open(EVENTS);
  onTestFinished(async () => {
    await blocks.close();
    await close();
  });
  const block = blocks.next();
  const failing = { ...sameEngine(engine), insert: insertAllBut('event_ids', engine) };
  await expect(block.write(failing)).rejects.toThrow('cut off');
  return { engine, write: () => block.write(engine) };
}

function insertAllBut(table: string, engine: Engine): Engine['insert'] {
  return async (insert) => {
    if (insert.table === table) throw new Error('cut off');
    await engine.insert(insert);
  };
}

test('a block that is written again adds nothing to its events', async () => {
  const { engine, write } = await startCutOff();
  await write();
  expect(await readRows(engine, COUNTS)).toEqual(ONCE);
  await write();
  expect(await readRows(engine, COUNTS)).toEqual(ONCE);
});

test('a repeated block adds what the first attempt has left out: some months, and the ids', async () => {
  const { engine, write } = await startCutOff();
  await engine.command('ALTER TABLE app.events DROP PARTITION 202402');
  await write();
  expect(await readRows(engine, COUNTS)).toEqual(ONCE);
});

test('nothing is inserted again while the first attempt is under way', async () => {
  const { engine, write } = await startCutOff();
  const slow = engine.command(
    'INSERT INTO app.events (project_id, uuid) SELECT 1, generateUUIDv4() FROM numbers(0, 3) WHERE NOT ignore(sleepEachRow(1))',
  );
  await delay(500);
  await expect(write()).rejects.toMatchObject({ code: 'engine_unavailable' });
  await slow;
  await write();
  expect(await readRows(engine, COUNTS)).toEqual([[EVENTS + 3, EVENTS + 3, EVENTS, EVENTS]]);
});
