import { constants, gunzipSync } from 'node:zlib';
import { isGzip } from './content-coding.ts';
import { isForm, type PackedPayload } from './packed-payload.ts';
import { MAX_TOKENS, TokenScanner } from './token-scanner.ts';

/** Bytes of a body, as sent, that are looked at. Clients write their token in front or into their first event. */
const FRONT_BYTES = 1024;
const MAX_UNPACKED_BYTES = 64 * 1024;

/**
 * Capture tokens in the first bytes of a body, plain or gzip. So few bytes are unpacked at once: 50 µs of work at most.
 * Empty for a body that is packed in another way, or that begins like nothing that clients send.
 */
export function tokensInFront(packed: PackedPayload): readonly string[] {
  const { body, data } = packed;
  if (data !== '' || isForm(packed) || isDense(body)) return [];
  const front = body.subarray(0, FRONT_BYTES);
  const tokens = new TokenScanner().push(isGzip(body) ? unpackedFront(front) : front);
  return [...new Set(tokens)].slice(0, MAX_TOKENS);
}

/** The unpacked size in bytes that a gzip body of one member states; null for other bodies. */
export function statedSize(body: Uint8Array): number | null {
  if (!isGzip(body) || body.byteLength < 18) return null;
  return new DataView(body.buffer, body.byteOffset, body.byteLength).getUint32(body.byteLength - 4, true);
}

/**
 * True when a gzip body states such a size that even its front unpacks to very much. Such a body is not unpacked here,
 * because many may come together.
 */
function isDense(body: Uint8Array): boolean {
  return (statedSize(body) ?? 0) > (MAX_UNPACKED_BYTES / FRONT_BYTES) * body.byteLength;
}

function unpackedFront(front: Uint8Array): Uint8Array {
  try {
    return gunzipSync(front, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: MAX_UNPACKED_BYTES,
      chunkSize: MAX_UNPACKED_BYTES,
    });
  } catch {
    // The front is broken, or unpacks to more than the limit: then the search in pieces looks at the body.
    return new Uint8Array();
  }
}
