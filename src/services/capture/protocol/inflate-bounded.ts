import * as zlib from 'node:zlib';
import { AppError } from '../../../base/errors.ts';

interface Bound {
  readonly maxOutputLength: number;
  readonly chunkSize: number;
}

/** Output that is unpacked at once. Node's 16 KiB cost a turn of its thread pool each. */
const CHUNK_BYTES = 128 * 1024;

type Callback = (error: Error | null, bytes: Buffer) => void;
type Inflate = (bytes: Uint8Array, bound: Bound, callback: Callback) => void;

/** Decoders by the name of their `Content-Encoding`. Node has zstd since 22.15; an older one refuses it. */
const INFLATERS: ReadonlyMap<string, Inflate | undefined> = new Map<string, Inflate | undefined>([
  ['gzip', zlib.gunzip],
  ['x-gzip', zlib.gunzip],
  ['deflate', zlib.inflate],
  ['br', zlib.brotliDecompress],
  ['zstd', zlib.zstdDecompress],
]);

/**
 * The bytes of a body that may be compressed. Gzip is recognised by its first bytes, because browsers send it without
 * saying so; a body that claims to be gzip and is not was unpacked on its way. Never allocates more than `maxBytes`
 * for the result.
 * @param contentEncoding the header as sent; empty when absent
 * @throws AppError payload_too_large, unsupported_media_type, invalid_json (does not unpack)
 */
export async function inflateBounded(
  bytes: Uint8Array,
  contentEncoding: string,
  maxBytes: number,
): Promise<Buffer> {
  const coding = contentEncoding.trim().toLowerCase();
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip && PLAIN.has(coding)) {
    if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  const inflate = INFLATERS.get(isGzip ? 'gzip' : coding);
  if (inflate === undefined)
    throw new AppError('unsupported_media_type', `Content-Encoding "${coding}" is not supported.`);
  return run(inflate, bytes, maxBytes);
}

const PLAIN: ReadonlySet<string> = new Set(['', 'identity', 'gzip', 'x-gzip']);

function run(inflate: Inflate, bytes: Uint8Array, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    inflate(bytes, { maxOutputLength: maxBytes, chunkSize: CHUNK_BYTES }, (error, inflated) => {
      if (error === null) resolve(inflated);
      else if ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') reject(tooLarge(maxBytes));
      else reject(new AppError('invalid_json', 'The body cannot be unpacked.', { cause: error }));
    });
  });
}

/** The refusal of a body whose content is larger than allowed; clients halve their batch and send again. */
export function tooLarge(maxBytes: number): AppError {
  return new AppError('payload_too_large', `The unpacked body is larger than ${maxBytes} bytes.`);
}
