import { open } from 'node:fs/promises';
import type { EngineParameters } from '../../../base/engine-parameter.ts';
import { unreachable } from '../../../base/invariant.ts';
import type { ImportFormat } from '../../../schema/import.ts';
import type { ImportMapping } from '../../../schema/import-mapping.ts';
import { amplitudeRow } from './import-formats/amplitude.ts';
import { exportColumns } from './import-formats/export-columns.ts';
import { ga4Row } from './import-formats/ga4.ts';
import { mappedRow } from './import-formats/mapped.ts';
import { mixpanelRow } from './import-formats/mixpanel.ts';
import { eventJson, type RowSql } from './import-formats/row-sql.ts';
import { segmentRow } from './import-formats/segment.ts';

/** A file and how it is to be read. */
export interface ImportSource {
  /** Absolute path. */
  readonly path: string;
  readonly format: ImportFormat;
  /** What the columns of a `jsonl`, `csv` or `parquet` file mean. */
  readonly mapping: ImportMapping | null;
}

/** A SELECT of `row_number` (from 0) and `line`, a row in the form of a PostHog export as JSON text. */
interface SourceSelect {
  readonly select: string;
  readonly parameters: EngineParameters;
}

/** A SELECT of the rows of a file as texts of JSON objects: `raw`. */
export async function readRawRows({ path, format }: ImportSource): Promise<SourceSelect> {
  const parameters = { path: { type: 'String', value: path } } as const;
  return { select: `SELECT ${rawRow(format, await firstBytes(path))}`, parameters };
}

/** How the engine reads the file: the first bytes tell how the file is packed, and never its name. */
export async function readImportSource({ path, format, mapping }: ImportSource): Promise<SourceSelect> {
  const start = await firstBytes(path);
  const file = { path: { type: 'String', value: path } } as const;
  const rows = `SELECT _row_number AS row_number, ${rawRow(format, start)}`;
  // Already in this form: nothing is built anew.
  if (format === 'posthog' && !isParquet(start))
    return { select: `SELECT row_number, raw AS line FROM (${rows})`, parameters: file };
  const row = rowSql(format, mapping);
  const line = row === null ? exportColumns : eventJson(format, row);
  return {
    // A row that is no object stands as a text: a text is no event either, and the reason of the refusal says so.
    select: `SELECT row_number, multiIf(raw = '', '', isValidJSON(raw) AND JSONType(raw) = 'Object', ${line},
        toJSONString(raw)) AS line
      FROM (${rows})`,
    parameters: { ...file, ...row?.parameters },
  };
}

/** Null for the form of an export. */
function rowSql(format: ImportFormat, mapping: ImportMapping | null): RowSql | null {
  switch (format) {
    case 'posthog':
      return null;
    case 'mixpanel':
      return mixpanelRow;
    case 'amplitude':
      return amplitudeRow;
    case 'segment':
      return segmentRow;
    case 'ga4':
      return ga4Row;
    case 'jsonl':
    case 'csv':
    case 'parquet':
      return mapping === null ? null : mappedRow(mapping);
    default:
      return unreachable(format);
  }
}

/** The rows of a file, each as the text of a JSON object, and where they come from. */
function rawRow(format: ImportFormat, start: string): string {
  if (isParquet(start))
    return `formatRowNoNewline('JSONEachRow', *) AS raw FROM file({path:String}, 'Parquet')`;
  const compression = PACKED.find(([, magic]) => start.startsWith(magic))?.[0] ?? 'none';
  if (format !== 'csv')
    return `line AS raw FROM file({path:String}, 'LineAsString', 'line String', '${compression}')`;
  return `${TYPED_CELLS} AS raw FROM file({path:String}, 'CSVWithNames', 'auto', '${compression}')`;
}

/** Cells are texts; a cell that is exactly a number, true or false as JSON writes it becomes that value. */
const TYPED_CELLS = `concat('{', arrayStringConcat(arrayMap(m -> concat(toJSONString(m.1), ':',
    if(match(JSONExtractString(m.2), '^(-?(0|[1-9]\\\\d{0,14})(\\\\.\\\\d{1,15})?|true|false)$'), JSONExtractString(m.2), m.2)),
  JSONExtractKeysAndValuesRaw(formatRowNoNewline('JSONEachRow', *))), ','), '}')`;

const PACKED = [
  ['gzip', '1f8b'],
  ['zstd', '28b52ffd'],
] as const;

/** `PAR1` */
function isParquet(start: string): boolean {
  return start === '50415231';
}

/** The first four bytes in hexadecimal digits. */
async function firstBytes(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead).toString('hex');
  } finally {
    await file.close();
  }
}
