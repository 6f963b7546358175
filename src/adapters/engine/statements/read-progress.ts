import type { Engine } from '../engine.ts';
import { parseRows } from '../parse-rows.ts';
import { RUN_ID_SETTING } from './session-statements.ts';

/** What queries have read so far. */
export interface QueryProgress {
  readonly rowsRead: number;
  readonly bytesRead: number;
  /** Rows that they will read, about; 0 = the engine does not know. */
  readonly totalRows: number;
}

/** The parts of a query that other machines do are in the figures of the query itself. */
const READ_PROGRESS = `SELECT toFloat64(sum(read_rows)), toFloat64(sum(read_bytes)), toFloat64(sum(total_rows_approx)) FROM system.processes WHERE is_initial_query AND (has({run_ids:Array(String)}, query_id) OR has({run_ids:Array(String)}, Settings['${RUN_ID_SETTING}']))`;

/** Nobody waits longer for figures that are old a moment later. */
const TIMEOUT_MS = 2_000;

/**
 * What the running queries of these runs have read so far; zeros for those that wait or have ended.
 * @throws AppError engine_unavailable, query_timeout
 */
export async function readProgress(
  engine: Pick<Engine, 'command'>,
  runIds: readonly string[],
): Promise<QueryProgress> {
  const parameters = { run_ids: { type: 'Array(String)', value: runIds } } as const;
  const answer = await engine.command(READ_PROGRESS, parameters, { lane: 'control', timeoutMs: TIMEOUT_MS });
  const [[rowsRead, bytesRead, totalRows] = []] = parseRows(answer);
  return { rowsRead: Number(rowsRead), bytesRead: Number(bytesRead), totalRows: Number(totalRows) };
}
