import { AppError } from './errors.ts';
import { joinedBytes } from './joined-bytes.ts';
import type { Sliced } from './loop-slices.ts';

/** A value of a csv file. */
export type CsvCell = string | number | boolean | null;

/** Lines are joined to pieces of this size, so that a file that is too large is refused before it is complete. */
const PIECE_CHARACTERS = 16 * 1024;

/**
 * RFC 4180 as the engine writes it for SQL: a header line, lines end in CR LF, every text in quotes, numbers as in
 * JSON. null, and a number that JSON has no text for, is an empty field; an empty text is `""`. Texts are never
 * changed, not even texts that a spreadsheet takes for formulas.
 * @param rows cells in the order of `columns`
 * @throws AppError query_too_large when the file gets longer than `maxBytes`
 */
export function* writeCsv(
  columns: readonly string[],
  rows: Iterable<readonly CsvCell[]>,
  maxBytes: number,
): Sliced<Buffer> {
  const pieces: Buffer[] = [];
  let byteLength = 0;
  const keep = (text: string): void => {
    const piece = Buffer.from(text);
    byteLength += piece.length;
    if (byteLength > maxBytes)
      throw new AppError('query_too_large', `The answer is larger than ${maxBytes} bytes.`);
    pieces.push(piece);
  };
  let text = lineOf(columns);
  for (const row of rows) {
    text += lineOf(row);
    if (text.length < PIECE_CHARACTERS) continue;
    keep(text);
    text = '';
    yield;
  }
  keep(text);
  return yield* joinedBytes(pieces);
}

function lineOf(cells: readonly CsvCell[]): string {
  return `${cells.map(fieldOf).join(',')}\r\n`;
}

function fieldOf(cell: CsvCell): string {
  if (typeof cell === 'string') return `"${cell.replaceAll('"', '""')}"`;
  const text = JSON.stringify(cell);
  return text === 'null' ? '' : text;
}
