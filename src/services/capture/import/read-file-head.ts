import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import { AppError } from '../../../base/errors.ts';

/** What a file begins with, unpacked. */
export interface FileHead {
  readonly bytes: Buffer;
  /** True when there is nothing behind these bytes. */
  readonly isWhole: boolean;
}

const HEAD_BYTES = 64 * 1024;

/** The first bytes of packed files, and what unpacks them. Node has zstd since 22.15. */
const PACKED = [
  ['1f8b', 'gzip', zlib.createGunzip],
  ['28b52ffd', 'zstd', 'createZstdDecompress' in zlib ? zlib.createZstdDecompress : null],
] as const;

/**
 * The beginning of a file, unpacked; null where this Node cannot unpack it, but the engine can.
 * @throws AppError invalid_value when the beginning cannot be unpacked
 */
export async function readFileHead(path: string): Promise<FileHead | null> {
  const pieces: Buffer[] = [];
  let length = 0;
  const unpacked = await unpack(path);
  if (unpacked === null) return null;
  for await (const piece of unpacked) {
    pieces.push(piece);
    length += piece.length;
    if (length > HEAD_BYTES) break;
  }
  const bytes = Buffer.concat(pieces);
  return { bytes: bytes.subarray(0, HEAD_BYTES), isWhole: bytes.length <= HEAD_BYTES };
}

/**
 * The bytes of a file, unpacked; the first bytes tell how it is packed. Null where this Node cannot unpack it.
 * Reading throws invalid_value when the packed data are cut off or damaged.
 */
export async function unpack(path: string): Promise<AsyncIterable<Buffer> | null> {
  const start = await startOf(path);
  const packing = PACKED.find(([magic]) => start.startsWith(magic));
  if (packing === undefined) return createReadStream(path);
  const [, name, create] = packing;
  return create === null ? null : unpacked(createReadStream(path), name, create());
}

async function* unpacked(file: Readable, name: string, unpacker: zlib.Gunzip): AsyncIterable<Buffer> {
  file.once('error', (error) => unpacker.destroy(error));
  try {
    yield* file.pipe(unpacker);
  } catch (error) {
    if (!isPackingError(error)) throw error;
    const sentence = `Its ${name} data are cut off or damaged. Pack the file again, or send it whole.`;
    throw new AppError('invalid_value', sentence, { cause: error });
  } finally {
    file.destroy();
    unpacker.destroy();
  }
}

/** `Z_DATA_ERROR`, `ZSTD_error_corruption_detected` */
function isPackingError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z');
}

async function startOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead).toString('hex');
  } finally {
    await file.close();
  }
}
