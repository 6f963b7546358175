import type { Engine } from '../engine.ts';
import { parseRows } from '../parse-rows.ts';
import { LONG_WORK } from './import-rows.ts';
import { type ImportSource, readImportSource } from './import-source.ts';

/** Larger rows are left out: whoever looks at them holds the event loop. */
const MOST_BYTES = 16_384;

/** The first rows of a file with their numbers (from 0), each as an event in the form of an export. */
export async function readFirstLines(
  engine: Engine,
  file: ImportSource,
  limit: number,
): Promise<readonly (readonly [row: number, line: string])[]> {
  const { select, parameters } = readImportSource(file);
  const sql = `SELECT row_number, line FROM (${select}) WHERE length(line) BETWEEN 1 AND ${MOST_BYTES} LIMIT ${limit}`;
  // One thread reads from the beginning, and no further than it has to.
  const settings = {
    ...LONG_WORK.settings,
    max_threads: 1,
    input_format_parallel_parsing: 0,
    max_block_size: limit,
  };
  const answer = await engine.command(sql, parameters, { ...LONG_WORK, settings });
  // Border: the statement answers a number and a text per row.
  const rows = parseRows(answer) as readonly (readonly [number | string, string])[];
  return rows.map(([row, line]) => [Number(row), line]);
}
