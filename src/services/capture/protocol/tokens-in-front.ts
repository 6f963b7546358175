import { constants, gunzipSync } from 'node:zlib';
import { isGzip } from './content-coding.ts';
import { isForm, type PackedPayload } from './packed-payload.ts';
import { MAX_TOKENS, TokenScanner } from './token-scanner.ts';

/** Of a body as it was sent. Clients write their token in front, or into their first event. */
const FRONT_BYTES = 1024;
const MAX_UNPACKED_BYTES = 64 * 1024;

/**
 * Capture tokens that stand in the first bytes of a body, plain or gzip: so little that it is unpacked at once, 50 µs
 * of work at most. Empty for a body that is packed in another way, or begins like nothing that clients send.
 */
export function tokensInFront(packed: PackedPayload): readonly string[] {
  const { body, data } = packed;
  if (data !== '' || isForm(packed) || isDense(body)) return [];
  const front = body.subarray(0, FRONT_BYTES);
  const tokens = new TokenScanner().push(isGzip(body) ? unpackedFront(front) : front);
  return [...new Set(tokens)].slice(0, MAX_TOKENS);
}

/** What a gzip body of one member says of its size when it is unpacked, bytes; null for others. */
export function statedSize(body: Uint8Array): number | null {
  if (!isGzip(body) || body.byteLength < 18) return null;
  return new DataView(body.buffer, body.byteOffset, body.byteLength).getUint32(body.byteLength - 4, true);
}

/** Says that it stands for so much that its front would not be unpacked at once either; many such may come together. */
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
    // Broken, or it stands for so much that whoever searches piece by piece may have it.
    return new Uint8Array();
  }
}
