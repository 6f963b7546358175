import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** A row of a file that is not taken. */
export interface RejectedRow {
  /** Number of the row in its file, from 1. */
  readonly rowNumber: number;
  readonly reason: string;
  /** The row in the form of an export, until `giveBackRows`. */
  readonly row: string;
}

/** Rows as lines of a reject file: JSON lines `{row_number, reason, row}`. */
export function rejectedLines(rows: readonly RejectedRow[]): Uint8Array {
  const lines = rows.map(
    ({ rowNumber, reason, row }) => `${JSON.stringify({ row_number: rowNumber, reason, row })}\n`,
  );
  return Buffer.from(lines.join(''));
}

/**
 * Writes lines behind the first `keptBytes` of a reject file. Anything that an earlier attempt wrote behind these bytes
 * is removed. Without lines and kept bytes there is no file.
 * @returns the length of the file, which is on the disk
 */
export async function writeRejectedLines(
  path: string,
  keptBytes: number,
  lines: Uint8Array,
): Promise<number> {
  if (lines.length === 0) return keptBytes;
  const file: FileHandle = await open(path, 'a', 0o600);
  try {
    await file.truncate(keptBytes);
    // Not `write`, which may stop early when the disk is nearly full.
    await file.writeFile(lines);
    await file.datasync();
  } finally {
    await file.close();
  }
  return keptBytes + lines.length;
}

/** The first `bytes` of a file that `writeRejectedRows` wrote. */
export async function* readRejectedRows(path: string, bytes: number): AsyncIterable<Uint8Array> {
  if (bytes > 0) yield* createReadStream(path, { end: bytes - 1 });
}
