import type { Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import type { StoredFile } from '../../../adapters/engine/statements/stored-file.ts';
import { AppError } from '../../../base/errors.ts';
import { type Packing, packingOf } from '../../../base/file-start.ts';
import type { ImportBytes } from './import-bytes.ts';

/** What a file begins with, unpacked. */
export interface FileHead {
  readonly bytes: Buffer;
  /** True when there is nothing behind these bytes. */
  readonly isWhole: boolean;
}

const HEAD_BYTES = 64 * 1024;

/** What unpacks a file; null where this Node does not. Node has zstd since 22.15. */
const UNPACKERS: Readonly<Record<Packing, (() => zlib.Gunzip) | null>> = {
  gzip: zlib.createGunzip,
  zstd: 'createZstdDecompress' in zlib ? zlib.createZstdDecompress : null,
};

/**
 * The beginning of a file, unpacked; null where this Node cannot unpack it, but the engine can.
 * @throws AppError invalid_value when the beginning cannot be unpacked
 */
export async function readFileHead(bytesOf: ImportBytes, file: StoredFile): Promise<FileHead | null> {
  const pieces: Buffer[] = [];
  let length = 0;
  const unpacked = await unpack(bytesOf, file);
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
export async function unpack(bytesOf: ImportBytes, file: StoredFile): Promise<AsyncIterable<Buffer> | null> {
  const packing = packingOf(await bytesOf.startOf(file));
  if (packing === undefined) return bytesOf.open(file);
  const create = UNPACKERS[packing];
  return create === null ? null : unpacked(await bytesOf.open(file), packing, create());
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
