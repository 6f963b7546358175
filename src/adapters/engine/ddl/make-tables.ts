import type { CommandOptions, Engine } from '../engine.ts';
import { parseRows } from '../parse-rows.ts';
import { DATABASE } from './engine-tables.ts';
import { schemaStatements, tableStatement } from './schema-statements.ts';

/** Makes the tables where they are missing, and brings those of earlier builds over. Nothing may write meanwhile. */
export async function makeTables(engine: Pick<Engine, 'command'>): Promise<void> {
  for (const statement of schemaStatements()) await engine.command(statement);
  await orderEventIds(engine);
  await engine.command(`ALTER TABLE ${EVENT_IDS} ADD COLUMN IF NOT EXISTS source UInt32`);
}

const EVENT_IDS = `${DATABASE}.event_ids`;
/** The table that is being filled; after the exchange, the one of the earlier build. */
const OTHER = 'event_ids_other_order';
/** A hundred million ids are written in about a minute. */
const LONG: CommandOptions = { timeoutMs: 24 * 3_600_000 };

/**
 * Until version 0.1.0 `event_ids` was ordered by `uuid` itself. The order of a table cannot be changed, so its rows are
 * written into another one, which then takes its place in one step: a start that is cut off leaves the table as it was,
 * or as it is to be, and the next start goes on.
 */
async function orderEventIds(engine: Pick<Engine, 'command'>): Promise<void> {
  const answer = await engine.command(
    `SELECT name, sorting_key FROM system.tables WHERE database = '${DATABASE}' AND name IN ('event_ids', '${OTHER}')`,
  );
  // Border: the statement answers these two columns.
  const found = parseRows(answer) as readonly (readonly [string, string])[];
  const keys = new Map(found);
  if (keys.has(OTHER)) await engine.command(`DROP TABLE ${DATABASE}.${OTHER} SYNC`);
  if (keys.get('event_ids') !== 'project_id, uuid') return;
  await engine.command(tableStatement('event_ids', OTHER));
  await engine.command(
    `INSERT INTO ${DATABASE}.${OTHER} (project_id, uuid) SELECT project_id, uuid FROM ${EVENT_IDS}`,
    {},
    LONG,
  );
  await engine.command(`EXCHANGE TABLES ${EVENT_IDS} AND ${DATABASE}.${OTHER}`);
  await engine.command(`DROP TABLE ${DATABASE}.${OTHER} SYNC`);
}
