import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { importTables, insertChunk } from '../../src/adapters/engine/statements/import-rows.ts';
import { newUuid } from '../../src/base/ids.ts';
import { startTestEngine } from '../fixtures/start-engine.ts';
import { readRows } from './capture-fixture.ts';
import { stageLines } from './stage-lines.ts';

// An attempt that was cut off may have inserted any of a chunk's months. Where the lines of the import lie on the disk,
// and in how many pieces they are read, must not matter. [ENG-7.5], [CAP-7.7].

const LINES = 20_000;
const COUNTS = `SELECT count(), uniqExact(uuid), (SELECT count() FROM app.event_ids), (SELECT uniqExact(uuid) FROM app.event_ids)
  FROM app.events`;
const ONCE = [[LINES, LINES, LINES, LINES]];

async function stagedChunk() {
  const { engine, close } = await startTestEngine();
  const tables = importTables(newUuid(), 1);
  await stageLines(engine, tables, { chunks: 1, linesPerChunk: LINES, parts: 4 });
  const insert = (isRepeated: boolean) =>
    insertChunk(engine, tables, { chunk: 0, createdAt: '2024-05-01 00:00:00.000000', isRepeated });
  return { engine, tables, insert, [Symbol.asyncDispose]: close };
}

test('a chunk that is inserted again adds nothing, also when the lines are read in other pieces', async () => {
  await using chunk = await stagedChunk();
  await chunk.insert(false);
  await chunk.insert(true);
  expect(await readRows(chunk.engine, COUNTS)).toEqual(ONCE);
  await chunk.engine.command(`OPTIMIZE TABLE ${chunk.tables.lines} FINAL`);
  await chunk.insert(true);
  expect(await readRows(chunk.engine, COUNTS)).toEqual(ONCE);
});

test('a repeated chunk adds what the first attempt has left out: some months, or the ids', async () => {
  await using chunk = await stagedChunk();
  await chunk.insert(false);
  await chunk.engine.command('ALTER TABLE app.events DROP PARTITION 202402');
  await chunk.engine.command('TRUNCATE TABLE app.event_ids');
  await chunk.insert(true);
  expect(await readRows(chunk.engine, COUNTS)).toEqual(ONCE);
});

test('nothing is inserted again while the first attempt is under way', async () => {
  await using chunk = await stagedChunk();
  const slow = chunk.engine.command(
    'INSERT INTO app.events (project_id, uuid) SELECT 1, generateUUIDv4() FROM numbers(0, 3) WHERE NOT ignore(sleepEachRow(1))',
  );
  await delay(500);
  await expect(chunk.insert(true)).rejects.toMatchObject({ code: 'engine_unavailable' });
  await slow;
  await chunk.insert(true);
  expect(await readRows(chunk.engine, COUNTS)).toEqual([[LINES + 3, LINES + 3, LINES, LINES]]);
});
