import { DATABASE } from '../ddl/engine-tables.ts';
import { wholeEngine } from '../ddl/server-tables.ts';
import type { Engine } from '../engine.ts';

const TABLE = 'sluice_engine';

/** Answers the id that an engine was given. An engine that has none does not know the table. */
export const READ_ENGINE_ID = `SELECT toString(engine_id) FROM ${DATABASE}.${TABLE}`;

/** Gives an engine its id, which stays with its data: by that an engine is known again. May be repeated. */
export async function giveEngineId(
  engine: Pick<Engine, 'command' | 'insert' | 'form'>,
  engineId: string,
): Promise<void> {
  const { form } = engine;
  const onCluster = form?.onCluster ?? '';
  const isServer = form !== undefined && form.cluster === undefined;
  await engine.command(
    `CREATE DATABASE IF NOT EXISTS ${DATABASE}${onCluster}${isServer ? '' : ' ENGINE = Atomic'}`,
  );
  // On a cluster every node has it.
  const kind = form?.cluster === undefined ? 'ReplacingMergeTree' : wholeEngine('ReplacingMergeTree');
  await engine.command(`CREATE TABLE IF NOT EXISTS ${DATABASE}.${TABLE}${onCluster} (engine_id UUID)
    ENGINE = ${kind} ORDER BY engine_id SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`);
  await engine.insert({
    table: TABLE,
    columns: ['engine_id'],
    format: 'JSONEachRow',
    body: Buffer.from(JSON.stringify({ engine_id: engineId })),
  });
}
