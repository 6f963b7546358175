import type { Engine, EngineStream, StreamOptions } from '../engine.ts';

/** An answer of an insight in a file on the engine's machine. */
export interface AnswerLines {
  readonly file: string;
  /** How many results stand in its list, each on a line of its own from the second one on; null = it is one line. */
  readonly items: number | null;
}

/** Writes the results of an answer as a Parquet file of one column, `result`, in their order. */
export async function streamLines(
  engine: Engine,
  { file, items }: AnswerLines,
  options: StreamOptions,
): Promise<EngineStream> {
  const path = { type: 'String', value: file };
  const from = "FROM file({path:String}, 'LineAsString', 'line String')";
  const settings = { ...options.settings, max_threads: 1 };
  if (items === null) {
    // They are the last member, and nothing before them holds a text of a user.
    const sql = `SELECT substring(line, position(line, '"results":') + 10, -1) AS result ${from}`;
    return engine.streamCommand({ sql, parameters: { path }, format: 'Parquet' }, { ...options, settings });
  }
  const sql = `SELECT trimRight(line, ',') AS result ${from}
    WHERE rowNumberInAllBlocks() BETWEEN 1 AND {items:UInt64}`;
  const parameters = { path, items: { type: 'UInt64', value: items } };
  return engine.streamCommand({ sql, parameters, format: 'Parquet' }, { ...options, settings });
}
