import type { EngineParameters } from '../../../base/engine-parameter.ts';
import { isParquet, packingOf } from '../../../base/file-start.ts';
import { invariant, unreachable } from '../../../base/invariant.ts';
import type { CsvDelimiter, CsvForm } from '../../../schema/csv-form.ts';
import type { ImportFormat } from '../../../schema/import.ts';
import type { ImportMapping } from '../../../schema/import-mapping.ts';
import { amplitudeRow } from './import-formats/amplitude.ts';
import { exportColumns } from './import-formats/export-columns.ts';
import { ga4Row } from './import-formats/ga4.ts';
import { CSV_MEMBERS, CSV_NAMES, mappedRow } from './import-formats/mapped.ts';
import { mixpanelRow } from './import-formats/mixpanel.ts';
import { eventJson, objectOf, type RowSql } from './import-formats/row-sql.ts';
import { segmentRow } from './import-formats/segment.ts';
import { rowsOfFile, type StoredFile } from './stored-file.ts';

/** A file and how it is to be read. */
export interface ImportSource {
  readonly file: StoredFile;
  /** The first bytes, which tell how the file is packed, and never its name. */
  readonly start: Buffer;
  readonly format: ImportFormat;
  /** What the columns of a `jsonl`, `csv` or `parquet` file mean. */
  readonly mapping: ImportMapping | null;
  /** How a `csv` file is to be read; other formats have none. */
  readonly csv?: CsvForm;
}

interface SourceSelect {
  readonly select: string;
  readonly parameters: EngineParameters;
}

/** A SELECT of `row_number` (from 0) and `raw`, a row as it came: a line, or an object of its columns. */
export function readRawRows(source: ImportSource): SourceSelect {
  const { rows, parameters } = rawRows(source);
  return { select: `SELECT _row_number AS row_number, ${rows}`, parameters };
}

/** A SELECT of `row_number` (from 0) and `line`, a row in the form of a PostHog export as JSON text. */
export function readImportSource(source: ImportSource): SourceSelect {
  const { format, start } = source;
  const { select: rows, parameters: file } = readRawRows(source);
  // Already in this form: nothing is built anew.
  if (format === 'posthog' && !isParquet(start))
    return { select: `SELECT row_number, raw AS line FROM (${rows})`, parameters: file };
  const row = rowSql(source);
  const line = row === null ? exportColumns : eventJson(format, row);
  return {
    select: `SELECT row_number, ${source.csv === undefined ? ofObject(line) : line} AS line FROM (${rows})`,
    parameters: { ...file, ...row?.parameters },
  };
}

/** A row that is no object stands as a text: a text is no event either, and the reason of the refusal says so. */
function ofObject(line: string): string {
  return `multiIf(raw = '', '', isValidJSON(raw) AND JSONType(raw) = 'Object', ${line}, toJSONString(raw))`;
}

/** Null for the form of an export. */
function rowSql({ format, mapping, csv }: ImportSource): RowSql | null {
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
      return mapping === null ? null : mappedRow(mapping, csv?.columns);
    default:
      return unreachable(format);
  }
}

/** The rows of a file, each as the text of a JSON object, and where they come from. */
function rawRows({ file, start, format, mapping, csv }: ImportSource): {
  readonly rows: string;
  readonly parameters: EngineParameters;
} {
  if (isParquet(start)) {
    const { from, parameters } = rowsOfFile(file, { format: 'Parquet' });
    return { rows: `formatRowNoNewline('JSONEachRow', *) AS raw FROM ${from}`, parameters };
  }
  const packing = packingOf(start) ?? 'none';
  if (format !== 'csv') {
    const { from, parameters } = rowsOfFile(file, {
      format: 'LineAsString',
      structure: "'line String'",
      packing,
    });
    return { rows: `line AS raw FROM ${from}`, parameters };
  }
  invariant(csv !== undefined, 'a CSV file was looked at before it is read');
  const columns = csv.columns.map((_, place) => `c${place}`);
  const structure = `'${columns.map((name) => `${name} Nullable(String)`).join(', ')}'`;
  const { from, parameters } = rowsOfFile(file, { format: 'CSV', structure, packing });
  return {
    rows: `${typedCells(columns, mapping?.decimal === 'comma')} AS cells, ${objectOf(CSV_MEMBERS)} AS raw
    FROM ${from}
    SETTINGS ${csvSettings(csv)}`,
    // Names that a file or a caller chose are parameters, and never text.
    parameters: { ...parameters, [CSV_NAMES]: { type: 'Array(String)', value: csv.columns } },
  };
}

const DELIMITERS: Readonly<Record<CsvDelimiter, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\\t',
  pipe: '|',
};

/** The engine's settings of one file: the header is skipped, because its names are known. */
function csvSettings({ delimiter, skippedLines }: CsvForm): string {
  return `format_csv_delimiter = '${DELIMITERS[delimiter]}', input_format_csv_skip_first_lines = ${skippedLines},
    input_format_csv_detect_header = 0, input_format_csv_skip_trailing_empty_lines = 1,
    format_csv_allow_single_quotes = 0, input_format_csv_empty_as_default = 1,
    input_format_csv_trim_whitespaces = ${delimiter === 'tab' ? 0 : 1},
    input_format_csv_allow_whitespace_or_tab_as_delimiter = ${delimiter === 'tab' ? 1 : 0}`;
}

/**
 * The cells of a row as JSON texts. A cell is a text; what is exactly a number, true or false as JSON writes it becomes
 * that value.
 */
function typedCells(columns: readonly string[], hasDecimalCommas: boolean): string {
  const number = (point: string) => `^-?(0|[1-9]\\\\d{0,14})(${point}\\\\d{1,15})?$`;
  const commas = `match(c, '${number(',')}'), replaceOne(c, ',', '.'), `;
  return `arrayMap(cell -> arrayMap(c -> multiIf(isNull(cell), 'null',
      match(c, '${number('[.]')}') OR c IN ('true', 'false'), c, ${hasDecimalCommas ? commas : ''}
      toJSONString(toValidUTF8(c))), [ifNull(cell, '')])[1], [${columns.join(', ')}])`;
}
