import { isAppError } from '../../../base/errors.ts';
import type { LoopSlices } from '../../../base/loop-slices.ts';
import { checkJsonSize } from './check-json-size.ts';
import { decodePayload } from './decode-payload.ts';
import { findKnownToken } from './find-known-token.ts';
import type { PackedPayload } from './packed-payload.ts';
import { statedSize, tokensInFront } from './tokens-in-front.ts';
import type { UnknownTokenBytes } from './unknown-token-bytes.ts';

/** A body up to this size is parsed before its token is looked at: that is no more work than looking for the token. */
export const SMALL_BODY_BYTES = 64 * 1024;

/** Characters of a body from which on parsing it gets a turn of the loop: less takes some milliseconds. */
export const LARGE_BODY = 1024 * 1024;

/** What looking for a token and unpacking behind it work with. */
export interface UnpackServices {
  readonly catalog: {
    /** The live project that a capture token writes to. */
    byCaptureToken(captureToken: string): Promise<number | undefined>;
  };
  readonly captureLimits: { readonly maxBodyBytes: number };
  readonly unknownTokenBytes: UnknownTokenBytes;
  readonly slices: LoopSlices;
}

interface SentBody {
  readonly payload: PackedPayload;
  readonly address: string;
  readonly signal?: AbortSignal;
}

/**
 * The JSON text of a request of the v0 protocol. A large one is unpacked only when a token that is known stands in it,
 * since 20 KB may stand for 20 MB; and it is parsed only when it is not built of very many values. Almost always the
 * token stands in front, and the body is unpacked once.
 * @throws AppError as `decodePayload`, `findKnownToken` and `checkJsonSize`
 */
export async function unpackBody(
  { catalog, captureLimits, unknownTokenBytes, slices }: UnpackServices,
  { payload, address, signal }: SentBody,
): Promise<string> {
  const { maxBodyBytes: maxBytes } = captureLimits;
  const small = await unpackSmall(payload, Math.min(SMALL_BODY_BYTES, maxBytes));
  if (small !== null) return small;
  const isKnown = async (token: string) => (await catalog.byCaptureToken(token)) !== undefined;
  if (!(await isAnyKnown(tokensInFront(payload), isKnown)))
    await findKnownToken(payload, {
      search: await unknownTokenBytes.open(address, signal),
      maxBytes,
      isKnown,
      signal,
    });
  const text = await decodePayload(payload, maxBytes);
  await slices.run(checkJsonSize(text), signal);
  return text;
}

async function isAnyKnown(
  tokens: readonly string[],
  isKnown: (token: string) => Promise<boolean>,
): Promise<boolean> {
  for (const token of tokens) if (await isKnown(token)) return true;
  return false;
}

/** Null when it is larger. */
async function unpackSmall(payload: PackedPayload, maxBytes: number): Promise<string | null> {
  const { body, data } = payload;
  if (data === '' && (statedSize(body) ?? body.byteLength) > maxBytes) return null;
  try {
    return await decodePayload(payload, maxBytes);
  } catch (error) {
    if (isAppError(error, 'payload_too_large')) return null;
    throw error;
  }
}
