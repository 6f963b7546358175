/** The columns and rows of an answer. */
export interface ResultRows {
  readonly columns: readonly ResultColumn[];
  /** One list of values per row, in the order of `columns`. */
  readonly rows: readonly (readonly unknown[])[];
}

/** A column: its name, and its type as the engine names it, such as `Nullable(UInt64)`. */
export interface ResultColumn {
  readonly name: string;
  readonly type: string;
}

/** What a cell shows. `text` is never shortened. */
export interface ShownCell {
  readonly kind: 'null' | 'empty' | 'figure' | 'text' | 'json' | 'time';
  readonly text: string;
}

const FIGURE = /^(?:Nullable\()?(?:U?Int|Float|Decimal)/;
const WHOLE = /^(?:Nullable\()?U?Int/;
const TIME = /^(?:Nullable\()?Date/;
const INTEGER = /^-?\d+$/;

/** Whether a column holds numbers, which stand at the right. */
export function isFigure({ type }: ResultColumn): boolean {
  return FIGURE.test(type);
}

/**
 * How a value is shown. Whole numbers get separators and keep every digit, also when they came as text; fractions are
 * shown as they came.
 */
export function showCell(value: unknown, column: ResultColumn): ShownCell {
  if (value === null || value === undefined) return { kind: 'null', text: 'NULL' };
  if (value === '') return { kind: 'empty', text: '""' };
  if (typeof value === 'object') return { kind: 'json', text: JSON.stringify(value) };
  const text = String(value);
  if (isFigure(column)) return { kind: 'figure', text: WHOLE.test(column.type) ? separated(text) : text };
  return { kind: TIME.test(column.type) ? 'time' : 'text', text };
}

/** A value as it is copied: without separators, lists and objects as JSON, NULL as nothing. */
export function copyText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** All rows as CSV (RFC 4180) with the names of the columns first. */
export function csvOfRows(columns: readonly ResultColumn[], rows: ResultRows['rows']): string {
  const lines = [columns.map(({ name }) => name), ...rows].map((cells) => cells.map(csvCell).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

/** Rows as text between tabs, as spreadsheets paste them; tabs and line ends inside of a value become spaces. */
export function tabbedText(rows: ResultRows['rows']): string {
  return rows
    .map((cells) => cells.map((cell) => copyText(cell).replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}

/**
 * The order of rows by one column: their places. Numbers by size (64-bit ones exactly), texts by code point, NULL at the
 * end in both directions; rows that are equal keep their order.
 */
export function sortedPlaces(table: ResultRows, column: number, isDescending: boolean): number[] {
  const isNumeric = table.columns[column] !== undefined && isFigure(table.columns[column]);
  const keys = table.rows.map((row) => sortKey(row[column], isNumeric));
  const sign = isDescending ? -1 : 1;
  return Array.from(keys.keys()).sort((one, other) => {
    const a = keys[one] ?? null;
    const b = keys[other] ?? null;
    if (a === null || b === null) return a === b ? one - other : a === null ? 1 : -1;
    return a < b ? -sign : a > b ? sign : one - other;
  });
}

function sortKey(value: unknown, isNumeric: boolean): number | bigint | string | null {
  if (value === null || value === undefined) return null;
  if (!isNumeric) return copyText(value);
  if (typeof value === 'string' && INTEGER.test(value)) return BigInt(value);
  const number = Number(value);
  return Number.isNaN(number) ? null : number;
}

function separated(text: string): string {
  return INTEGER.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, ',') : text;
}

function csvCell(value: unknown): string {
  const text = copyText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
