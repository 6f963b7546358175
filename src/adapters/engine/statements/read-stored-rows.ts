import type { EngineParameters } from '../../../base/engine-parameter.ts';
import { FORMATS, type StreamFormat } from '../../../schema/output-format.ts';
import { type Engine, type EngineRows, type EngineStream, laneOf, type QueryLimits } from '../engine.ts';
import { limitSettings } from '../query-settings.ts';
import { rowsOfFile, type StoredFile, whereAll } from './stored-file.ts';

/** A column of a stored file. */
export interface StoredColumn {
  readonly name: string;
  /** Type of the values in the file, as the engine named it when it wrote them. */
  readonly storedType: string;
  /** Type of the column in an answer: decides how text formats spell it. */
  readonly type: string;
}

/** Rows of a Parquet file that the engine wrote. */
export interface StoredRows {
  readonly file: StoredFile;
  readonly columns: readonly StoredColumn[];
  readonly limit: number;
  readonly offset: number;
}

export interface StoredRead {
  readonly limits: QueryLimits;
  readonly form: { readonly int64AsString: boolean };
}

/** Reads a page of a stored file, spelled for JSON as the compiler spells a direct answer. */
export async function readStoredRows(
  engine: Engine,
  rows: StoredRows,
  read: StoredRead,
): Promise<EngineRows> {
  const { sql, parameters } = statement(rows, 'ndjson');
  const { timeoutMs, priority } = read.limits;
  return engine.command(sql, parameters, { timeoutMs, settings: settingsOf(read), lane: laneOf(priority) });
}

/** Hands the rows of a stored file on in a format, as they come. */
export async function streamStoredRows(
  engine: Engine,
  rows: StoredRows,
  format: StreamFormat,
  read: StoredRead & { readonly runId: string; readonly signal: AbortSignal },
): Promise<EngineStream> {
  const { runId, signal, limits } = read;
  const { timeoutMs } = limits;
  const options = { timeoutMs, settings: settingsOf(read), runId, signal };
  const { engineName } = FORMATS[format];
  return engine.streamCommand({ ...statement(rows, format), format: engineName }, options);
}

/** Rows of a stored file, counted from its own head. */
export async function countStoredRows(engine: Engine, file: StoredFile): Promise<number> {
  const { from, conditions, parameters } = rowsOfFile(file, { format: 'Parquet' });
  const answer = await engine.command(`SELECT count() FROM ${from}${whereAll(conditions)}`, parameters);
  const [count] = JSON.parse(Buffer.from(answer.rows).toString());
  return Number(count);
}

/** One thread keeps the order of the file. */
function settingsOf({ limits, form }: StoredRead): Readonly<Record<string, string | number>> {
  return {
    ...limitSettings({ ...limits, maxThreads: 1 }),
    input_format_parquet_preserve_order: 1,
    input_format_parquet_verify_checksums: 1,
    // The engine makes such types by itself, as for the length of an event's name.
    allow_suspicious_low_cardinality_types: 1,
    output_format_json_quote_64bit_integers: form.int64AsString ? 1 : 0,
  };
}

/** Names that users chose travel as parameters, and types are checked: no word of a user stands in the statement. */
function statement(
  { file, columns, limit, offset }: StoredRows,
  format: StreamFormat,
): { readonly sql: string; readonly parameters: EngineParameters } {
  const outputs = columns.map((column, at) => {
    const name = `{n${at}:Identifier}`;
    return `${spelled(`t1.${name}`, column, format)} AS ${name}`;
  });
  const names = columns.map(({ name }, at) => [`n${at}`, { type: 'Identifier', value: name }] as const);
  const source = rowsOfFile(file, { format: 'Parquet', structure: '{structure:String}' });
  return {
    sql: `SELECT ${outputs.join(', ')} FROM ${source.from} AS t1${whereAll(source.conditions)}
      LIMIT {limit:Int64} OFFSET {offset:Int64}`,
    parameters: {
      ...Object.fromEntries(names),
      ...source.parameters,
      structure: { type: 'String', value: structureOf(columns) },
      limit: { type: 'Int64', value: BigInt(limit) },
      offset: { type: 'Int64', value: BigInt(offset) },
    },
  };
}

const ZONED = /^(?:Nullable\()?DateTime(?:64\((\d), )?\(?'([^']+)'\)/;
const FLOAT = /^(?:Nullable\()?(?:B?Float\d+)/;

/**
 * The spelling of `query/compiler/passes/spelling.ts` for a stored value. Texts of UUIDs and wide integers were stored
 * as texts.
 */
function spelled(value: string, { type }: StoredColumn, format: StreamFormat): string {
  if (format === 'csv' && FLOAT.test(type)) return `if(isFinite(${value}), ${value}, NULL)`;
  const [zoned, precision, zone] = ZONED.exec(type) ?? [];
  if (FORMATS[format].isBinary || zoned === undefined || zone === 'UTC') return value;
  const pattern = Number(precision ?? 0) > 0 ? '%FT%T.%f%z' : '%FT%T%z';
  return `replaceRegexpOne(formatDateTime(${value}, '${pattern}'), '(..)$', ':\\\\1')`;
}

function structureOf(columns: readonly StoredColumn[]): string {
  return columns.map(({ name, storedType }) => `${quoteName(name)} ${storedType}`).join(', ');
}

function quoteName(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}
