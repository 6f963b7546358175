import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** Bytes that are read at once. */
const PIECE_BYTES = 1024 * 1024;

export interface CopiedFile {
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
}

/** What a file holds. @param onBytes called with the number of bytes that each step has read */
export async function sumOfFile(file: string, onBytes: (bytes: number) => void): Promise<CopiedFile> {
  const sum = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(file, { highWaterMark: PIECE_BYTES })) {
    sum.update(piece);
    bytes += piece.length;
    onBytes(piece.length);
  }
  return { bytes, sha256: sum.digest('hex') };
}

/**
 * Copies a file to a new one that only its owner may read; `syncEntries` brings it to the disk.
 * @param onBytes called with the number of bytes that each step has copied
 */
export async function copyFile(
  from: string,
  to: string,
  onBytes: (bytes: number) => void,
): Promise<CopiedFile> {
  const source = await open(from, 'r');
  try {
    const target = await open(to, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      const buffer = Buffer.allocUnsafe(PIECE_BYTES);
      let bytes = 0;
      for (;;) {
        const { bytesRead } = await source.read(buffer, 0, PIECE_BYTES);
        if (bytesRead === 0) break;
        const piece = buffer.subarray(0, bytesRead);
        hash.update(piece);
        await target.writeFile(piece);
        bytes += bytesRead;
        onBytes(bytesRead);
      }
      return { bytes, sha256: hash.digest('hex') };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
