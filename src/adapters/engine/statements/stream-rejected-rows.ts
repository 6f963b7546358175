import { newRandomUuid } from '../../../base/ids.ts';
import type { Engine, EngineStream } from '../engine.ts';
import { LONG_WORK } from './import-rows.ts';
import { type ImportSource, readRawRows } from './import-source.ts';
import { rowsOfFile, type StoredFile } from './stored-file.ts';

const TIMEOUT_MS = 24 * 3_600_000;

/** Rejected rows may be as many as the file has: what does not fit into this memory waits on the disk. */
const SETTINGS = {
  ...LONG_WORK.settings,
  join_algorithm: 'grace_hash',
  max_bytes_in_join: 100_000_000,
  max_bytes_before_external_sort: 100_000_000,
};

/**
 * The lines of a reject file in the order of the rows, each row as it came: a line of a text, or the cells of a table
 * by their columns.
 * @param rejected the lines whose rows have the form of an export
 */
export async function streamRejectedRows(
  engine: Engine,
  file: ImportSource,
  rejected: StoredFile,
): Promise<EngineStream> {
  const { select, parameters } = readRawRows(file);
  const lines = rowsOfFile(rejected, {
    format: 'JSONEachRow',
    structure: "'row_number Int64, reason String'",
    parameter: 'rejected',
  });
  const sql = `SELECT concat('{"row_number":', toString(row_number), ',"reason":', toJSONString(reason),
      ',"row":', toJSONString(raw), '}')
    FROM (SELECT assumeNotNull(row_number) + 1 AS row_number, raw FROM (${select})) AS came
    INNER JOIN (SELECT row_number, reason
      FROM ${lines.from}) AS refused USING (row_number)
    ORDER BY row_number`;
  return engine.streamCommand(
    { sql, parameters: { ...parameters, ...lines.parameters }, format: 'TSVRaw' },
    { settings: SETTINGS, timeoutMs: TIMEOUT_MS, runId: newRandomUuid() },
  );
}
