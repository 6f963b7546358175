import type { Engine, EngineStream, StreamOptions } from '../engine.ts';
import { rowsOfFile, type StoredFile, whereAll } from './stored-file.ts';

/** An answer of an insight in a file. */
export interface AnswerLines {
  readonly file: StoredFile;
  /** How many results stand in its list, each on a line of its own from the second one on; null = it is one line. */
  readonly items: number | null;
}

/** Writes the results of an answer as a Parquet file of one column, `result`, in their order. */
export async function streamLines(
  engine: Engine,
  { file, items }: AnswerLines,
  options: StreamOptions,
): Promise<EngineStream> {
  const source = rowsOfFile(file, { format: 'LineAsString', structure: "'line String'" });
  const from = `FROM ${source.from}`;
  const settings = { ...options.settings, max_threads: 1 };
  if (items === null) {
    // They are the last member, and nothing before them holds a text of a user.
    const sql = `SELECT substring(line, position(line, '"results":') + 10, -1) AS result ${from}${whereAll(source.conditions)}`;
    return engine.streamCommand(
      { sql, parameters: source.parameters, format: 'Parquet' },
      { ...options, settings },
    );
  }
  const where = whereAll(['rowNumberInAllBlocks() BETWEEN 1 AND {items:UInt64}', ...source.conditions]);
  const sql = `SELECT trimRight(line, ',') AS result ${from}${where}`;
  const parameters = { ...source.parameters, items: { type: 'UInt64', value: items } };
  return engine.streamCommand({ sql, parameters, format: 'Parquet' }, { ...options, settings });
}
