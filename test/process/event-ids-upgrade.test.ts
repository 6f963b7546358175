import path from 'node:path';
import { expect, test } from 'vitest';
import { type EmbeddedEngine, startEmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { rowsOf } from '../fixtures/engine-rows-of.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { unpackBuild } from '../upgrade/unpack-build.ts';

// Tables of earlier builds are ordered anew at the start, and a start may be cut off at any step. [ENG-11.4], decision
// 0041.

const EARLIER = `CREATE TABLE app.event_ids (project_id UInt64, uuid UUID)
  ENGINE = MergeTree ORDER BY (project_id, uuid) SETTINGS index_granularity = 256`;
const IDS = 'SELECT 1 + number % 2, reinterpretAsUUID(SHA1(toString(number)))';

async function restarted(before: (engine: EmbeddedEngine) => Promise<void>, folder = temporaryFolder()) {
  const first = await startEmbeddedEngine({ folder, allowedFunctions: 'all' });
  await before(first);
  await first.close();
  const second = await startEmbeddedEngine({ folder, allowedFunctions: 'all' });
  const ids = await second.command('SELECT count(), sum(cityHash64(project_id, uuid)) FROM app.event_ids');
  const tables = await second.command(
    "SELECT name, sorting_key FROM system.tables WHERE database = 'app' AND name LIKE 'event_ids%'",
  );
  await second.close();
  return { ids: rowsOf(ids)[0], tables: rowsOf(tables) };
}

async function toEarlier(engine: EmbeddedEngine): Promise<void> {
  await engine.command('DROP TABLE app.event_ids SYNC');
  await engine.command(EARLIER);
  await engine.command(`INSERT INTO app.event_ids ${IDS} FROM numbers(100000)`);
}

const CUT_OFF: readonly (readonly [string, readonly string[]])[] = [
  ['not begun', []],
  [
    'while the other table was filled',
    [
      `CREATE TABLE app.event_ids_other_order (project_id UInt64, uuid UUID)
         ENGINE = MergeTree ORDER BY (project_id, toUInt128(uuid))`,
      `INSERT INTO app.event_ids_other_order ${IDS} FROM numbers(30000)`,
    ],
  ],
  [
    'after the exchange',
    [
      'RENAME TABLE app.event_ids TO app.event_ids_other_order',
      `CREATE TABLE app.event_ids (project_id UInt64, uuid UUID)
         ENGINE = MergeTree ORDER BY (project_id, toUInt128(uuid)) SETTINGS index_granularity = 256`,
      'INSERT INTO app.event_ids SELECT project_id, uuid FROM app.event_ids_other_order',
    ],
  ],
];

test.each(CUT_OFF)('a start that was cut off goes on: %s', async (_when, statements) => {
  let before: unknown;
  const { ids, tables } = await restarted(async (engine) => {
    await toEarlier(engine);
    for (const statement of statements) await engine.command(statement);
    const sum = await engine.command('SELECT count(), sum(cityHash64(project_id, uuid)) FROM app.event_ids');
    before = rowsOf(sum)[0];
  });
  expect(ids).toEqual(before);
  expect(tables).toEqual([['event_ids', 'project_id, toUInt128(uuid)']]);
});

test('the ids of a folder of 0.1.0 are those of its events', async () => {
  const folder = path.join(unpackBuild('0.1.0').dataDir, 'engine');
  let events: unknown;
  const { ids, tables } = await restarted(async (engine) => {
    const sum = await engine.command('SELECT count(), sum(cityHash64(project_id, uuid)) FROM app.events');
    events = rowsOf(sum)[0];
  }, folder);
  expect(ids).toEqual(events);
  expect(tables).toEqual([['event_ids', 'project_id, toUInt128(uuid)']]);
});
