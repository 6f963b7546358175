import type { Engine, EngineStream, StreamOptions } from '../engine.ts';

/** Writes texts as a Parquet file of one column, `result`, in their order. */
export async function streamTexts(
  engine: Engine,
  texts: readonly string[],
  options: StreamOptions,
): Promise<EngineStream> {
  const parameters = { texts: { type: 'Array(String)', value: texts } };
  const sql = 'SELECT arrayJoin({texts:Array(String)}) AS result';
  return engine.streamCommand({ sql, parameters, format: 'Parquet' }, options);
}
