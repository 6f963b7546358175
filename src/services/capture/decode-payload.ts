import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { AppError } from '../../base/errors.ts';

/** The body of a capture request as it came, with everything that says how it is packed. */
export interface PackedPayload {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly contentEncoding: string;
  /** Query parameters `data` and `compression`; empty when absent. */
  readonly data: string;
  readonly compression: string;
}

type Inflate = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;

const INFLATERS: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ['deflate', promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate)],
  ['br', promisify<Uint8Array, { maxOutputLength: number }, Buffer>(brotliDecompress)],
]);
const gunzipBytes: Inflate = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip);

/**
 * The JSON text of a capture request. The payload is the query parameter `data`, else the form field `data`, else the
 * body; gzip is recognised by its first bytes, because browsers send it as text/plain without saying so. Never
 * allocates more than `maxBytes` for inflated data.
 * @throws AppError payload_too_large, unsupported_media_type, invalid_json (does not unpack)
 */
export async function decodePayload(packed: PackedPayload, maxBytes: number): Promise<string> {
  const unpacked = await unpack(findPayload(packed), packed, maxBytes);
  const text = Buffer.from(unpacked.buffer, unpacked.byteOffset, unpacked.byteLength).toString('utf8').trim();
  if (text.startsWith('{') || text.startsWith('[')) return text;
  if (!BASE64.test(text)) return text;
  return (await unpack(Buffer.from(text, 'base64'), NOT_PACKED, maxBytes)).toString();
}

const NOT_PACKED = { contentEncoding: '', compression: '' };
/** Old clients send base64, with `+` sometimes turned into a space by form decoding. */
const BASE64 = /^[A-Za-z0-9+/_\s-]+={0,2}$/;

function findPayload(packed: PackedPayload): Uint8Array {
  if (packed.data !== '') return Buffer.from(packed.data);
  if (!packed.contentType.startsWith('application/x-www-form-urlencoded')) return packed.body;
  const text = Buffer.from(packed.body).toString('utf8');
  // Some clients say form and send JSON.
  if (text.startsWith('{') || text.startsWith('[') || isGzip(packed.body)) return packed.body;
  return Buffer.from(new URLSearchParams(text).get('data') ?? '');
}

async function unpack(
  bytes: Uint8Array,
  { contentEncoding, compression }: Pick<PackedPayload, 'contentEncoding' | 'compression'>,
  maxBytes: number,
): Promise<Buffer> {
  if (isGzip(bytes)) return inflateBounded(gunzipBytes, bytes, maxBytes);
  const inflateBytes = INFLATERS.get(contentEncoding);
  if (inflateBytes !== undefined) return inflateBounded(inflateBytes, bytes, maxBytes);
  if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
  if (compression === 'lz64')
    throw new AppError('unsupported_media_type', 'lz64 is not supported; send gzip or plain JSON.');
  if (!PLAIN_ENCODINGS.has(contentEncoding))
    throw new AppError('unsupported_media_type', `Content-Encoding "${contentEncoding}" is not supported.`);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Without the magic bytes, a body that claims to be gzip was unpacked on its way and is plain. */
const PLAIN_ENCODINGS: ReadonlySet<string> = new Set(['', 'identity', 'gzip']);

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function inflateBounded(inflateBytes: Inflate, bytes: Uint8Array, maxBytes: number): Promise<Buffer> {
  try {
    return await inflateBytes(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge(maxBytes);
    throw new AppError('invalid_json', 'The body cannot be unpacked.', { cause: error });
  }
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('payload_too_large', `The unpacked body is larger than ${maxBytes} bytes.`);
}
