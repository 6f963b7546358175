import type { Sliced } from '../../base/loop-slices.ts';

const PIECE_BYTES = 64 * 1024;
const LINE_BREAK = 0x0a;

/**
 * Parses rows as `EngineRows` has them: JSON lists with commas between, each row on a line of its own. Line breaks
 * never stand inside a JSON text, so that pieces of the bytes can be parsed one after the other.
 */
export function* parseRows(rows: Uint8Array): Sliced<readonly (readonly unknown[])[]> {
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
  const parsed: (readonly unknown[])[] = [];
  for (let start = 0; start < bytes.length; ) {
    const lineBreak = bytes.indexOf(LINE_BREAK, start + PIECE_BYTES);
    const end = lineBreak === -1 ? bytes.length : lineBreak;
    const text = bytes.toString('utf8', start, end).trimEnd();
    const piece: readonly (readonly unknown[])[] = JSON.parse(
      `[${text.endsWith(',') ? text.slice(0, -1) : text}]`,
    );
    for (const row of piece) parsed.push(row);
    start = end + 1;
    yield;
  }
  return parsed;
}
