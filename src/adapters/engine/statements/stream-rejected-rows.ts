import { newRandomUuid } from '../../../base/ids.ts';
import type { Engine, EngineStream } from '../engine.ts';
import { LONG_WORK } from './import-rows.ts';
import { type ImportSource, readRawRows } from './import-source.ts';

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
 * @param rejectPath absolute path of the lines whose rows have the form of an export
 */
export async function streamRejectedRows(
  engine: Engine,
  file: ImportSource,
  rejectPath: string,
): Promise<EngineStream> {
  const { select, parameters } = await readRawRows(file);
  const sql = `SELECT concat('{"row_number":', toString(row_number), ',"reason":', toJSONString(reason),
      ',"row":', toJSONString(raw), '}')
    FROM (SELECT assumeNotNull(row_number) + 1 AS row_number, raw FROM (${select})) AS came
    INNER JOIN (SELECT row_number, reason
      FROM file({rejected:String}, 'JSONEachRow', 'row_number Int64, reason String')) AS refused USING (row_number)
    ORDER BY row_number`;
  const rejected = { type: 'String', value: rejectPath } as const;
  return engine.streamCommand(
    { sql, parameters: { ...parameters, rejected }, format: 'TSVRaw' },
    { settings: SETTINGS, timeoutMs: TIMEOUT_MS, runId: newRandomUuid() },
  );
}
