import { isAppError } from '../../base/errors.ts';
import type { CaptureServices } from './capture-services.ts';
import { checkJsonSize } from './check-json-size.ts';
import { decodePayload, type PackedPayload } from './decode-payload.ts';
import { findKnownToken } from './find-known-token.ts';

/** A body up to this size is parsed before its token is looked at: that is no more work than looking for the token. */
export const SMALL_BODY_BYTES = 64 * 1024;

interface SentBody {
  readonly payload: PackedPayload;
  readonly address: string;
  readonly signal?: AbortSignal;
}

/**
 * The JSON text of a request of the v0 protocol. A large one is unpacked only when a token that is known stands in it, since
 * 20 KB may stand for 20 MB; and it is parsed only when it is not built of very many values.
 * @throws AppError as `decodePayload`, `findKnownToken` and `checkJsonSize`
 */
export async function unpackBody(
  { projects, captureLimits, unknownTokenBytes }: CaptureServices,
  { payload, address, signal }: SentBody,
): Promise<string> {
  const { maxBodyBytes: maxBytes } = captureLimits;
  const small = await unpackSmall(payload, Math.min(SMALL_BODY_BYTES, maxBytes));
  if (small !== null) return small;
  await findKnownToken(payload, {
    search: unknownTokenBytes.open(address),
    maxBytes,
    isKnown: async (token) => (await projects.byCaptureToken(token)) !== undefined,
    signal,
  });
  const text = await decodePayload(payload, maxBytes);
  await checkJsonSize(text, signal);
  return text;
}

/** Null when it is larger. */
async function unpackSmall(payload: PackedPayload, maxBytes: number): Promise<string | null> {
  if (payload.data === '' && payload.body.byteLength > maxBytes) return null;
  try {
    return await decodePayload(payload, maxBytes);
  } catch (error) {
    if (isAppError(error, 'payload_too_large')) return null;
    throw error;
  }
}
