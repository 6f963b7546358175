import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { AppError } from '../../../base/errors.ts';

interface WholeOptions {
  readonly maxOutputLength: number;
  readonly chunkSize: number;
}

type Callback = (error: Error | null, bytes: Buffer) => void;

/** Unpacks what was packed in one way. */
export interface ContentCoding {
  readonly whole: (bytes: Uint8Array, options: WholeOptions, callback: Callback) => void;
  readonly inPieces: (options: { readonly chunkSize: number }) => Transform;
}

const GZIP: ContentCoding = { whole: zlib.gunzip, inPieces: zlib.createGunzip };

/** Codings by the name in `Content-Encoding`. */
const CODINGS: ReadonlyMap<string, ContentCoding> = new Map<string, ContentCoding>([
  ['deflate', { whole: zlib.inflate, inPieces: zlib.createInflate }],
  ['br', { whole: zlib.brotliDecompress, inPieces: zlib.createBrotliDecompress }],
  // Node has zstd since 22.15.
  ...('createZstdDecompress' in zlib
    ? [['zstd', { whole: zlib.zstdDecompress, inPieces: zlib.createZstdDecompress }] as const]
    : []),
]);

/**
 * How bytes are packed; null when they are not. Gzip is recognised by its first bytes, because browsers send it without
 * saying so. A body that claims to be gzip and does not begin like it was unpacked on its way.
 * @param first two bytes or more
 * @param contentEncoding the header as sent; empty when absent
 * @throws AppError unsupported_media_type
 */
export function contentCodingOf(first: Uint8Array, contentEncoding: string): ContentCoding | null {
  if (isGzip(first)) return GZIP;
  const name = contentEncoding.trim().toLowerCase();
  if (PLAIN.has(name)) return null;
  const coding = CODINGS.get(name);
  if (coding === undefined)
    throw new AppError('unsupported_media_type', `Content-Encoding "${name}" is not supported.`);
  return coding;
}

const PLAIN: ReadonlySet<string> = new Set(['', 'identity', 'gzip', 'x-gzip']);

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
