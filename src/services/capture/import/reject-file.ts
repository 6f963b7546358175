import { constants, createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** A row of a file that is not taken. */
export interface RejectedRow {
  /** Number of the row in its file, from 1. */
  readonly rowNumber: number;
  readonly reason: string;
  /** The row, as the format reads it. */
  readonly row: string;
}

/**
 * Writes rejected rows behind the first `keptBytes` of the file, as JSON lines `{row_number, reason, row}`. Anything
 * that an earlier attempt wrote behind these bytes is removed. Without rows and kept bytes there is no file.
 * @returns the length of the file, which is on the disk
 */
export async function writeRejectedRows(
  path: string,
  keptBytes: number,
  rows: readonly RejectedRow[],
): Promise<number> {
  if (rows.length === 0) return keptBytes;
  const lines = rows.map(({ rowNumber, reason, row }) =>
    JSON.stringify({ row_number: rowNumber, reason, row }),
  );
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  const file: FileHandle = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    await file.truncate(keptBytes);
    await file.write(bytes, 0, bytes.length, keptBytes);
    await file.datasync();
  } finally {
    await file.close();
  }
  return keptBytes + bytes.length;
}

/** The first `bytes` of a file that `writeRejectedRows` wrote. */
export async function* readRejectedRows(path: string, bytes: number): AsyncIterable<Uint8Array> {
  if (bytes > 0) yield* createReadStream(path, { end: bytes - 1 });
}
