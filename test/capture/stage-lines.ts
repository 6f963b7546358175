import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import {
  CHUNK_LINES,
  type ImportTables,
  stageFile,
} from '../../src/adapters/engine/statements/import-rows.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { line } from './import-fixture.ts';

interface Lines {
  readonly chunks: number;
  readonly linesPerChunk: number;
  /** Inserts that bring them into the table, each a part of it until the engine merges them. */
  readonly parts: number;
}

/** Makes the tables of an import with new events of the months 2024-01 to 2024-03 in each chunk, all found fresh. */
export async function stageLines(
  engine: Engine,
  tables: ImportTables,
  { chunks, linesPerChunk, parts }: Lines,
): Promise<void> {
  const file = path.join(temporaryFolder(), 'events.jsonl');
  writeFileSync(file, JSON.stringify(line()));
  await stageFile(engine, tables, { format: 'posthog', mapping: null, path: file, nowMs: Date.now() });
  await engine.command(`TRUNCATE TABLE ${tables.lines}`);
  const seconds = Math.floor((85 * 86_400) / linesPerChunk);
  for (let part = 0; part < parts; part += 1)
    await engine.command(`INSERT INTO ${tables.lines}
        (line_number, is_plain, uuid, event, distinct_id, timestamp, properties)
      SELECT intDiv(number, ${linesPerChunk}) * ${CHUNK_LINES} + number % ${linesPerChunk}, true, generateUUIDv4(number),
        'e', toString(number % 100),
        toDateTime64('2024-01-01', 6, 'UTC') + (number % ${linesPerChunk}) * ${seconds}, '{"n":1}'
      FROM numbers(${chunks * linesPerChunk}) WHERE number % ${parts} = ${part}`);
  await engine.command(
    `INSERT INTO ${tables.fresh} SELECT intDiv(line_number, ${CHUNK_LINES}), line_number FROM ${tables.lines}`,
    {},
    { settings: { max_partitions_per_insert_block: 0 } },
  );
}
