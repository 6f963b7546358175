import { DATABASE } from '../ddl/engine-tables.ts';
import type { Engine } from '../engine.ts';
import { parseRows } from '../parse-rows.ts';
import { quoteText } from './session-statements.ts';

/** Links every part of every stored table into `shadow/<name>` of the engine's folder. Takes milliseconds a table. */
export async function freezeTables(engine: Pick<Engine, 'command'>, name: string): Promise<void> {
  for (const table of await storedTables(engine)) {
    try {
      await engine.command(`ALTER TABLE ${DATABASE}.\`${table}\` FREEZE WITH NAME ${quoteText(name)}`);
    } catch (error) {
      // The table of an import that ended a moment ago.
      if ((await storedTables(engine)).includes(table)) throw error;
    }
  }
}

/** Tables that keep their rows on disk; tables in memory are made again when needed. */
async function storedTables(engine: Pick<Engine, 'command'>): Promise<readonly string[]> {
  const answer = await engine.command(
    `SELECT name FROM system.tables WHERE database = '${DATABASE}' AND engine LIKE '%MergeTree' ORDER BY name`,
  );
  return parseRows(answer).map(([table]) => String(table));
}
