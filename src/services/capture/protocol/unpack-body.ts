import { checkJsonSize } from '../../../base/check-json-size.ts';
import { isAppError } from '../../../base/errors.ts';
import type { LoopSlices } from '../../../base/loop-slices.ts';
import { hasLongIntegers } from '../event/canonical-json.ts';
import { CAPTURE_JSON_LIMITS } from './capture-json-limits.ts';
import { decodePayload } from './decode-payload.ts';
import { findKnownToken } from './find-known-token.ts';
import { inflateBounded } from './inflate-bounded.ts';
import type { PackedPayload } from './packed-payload.ts';
import { statedSize, tokensInFront } from './tokens-in-front.ts';
import type { UnknownTokenBytes } from './unknown-token-bytes.ts';

/** A body up to this size is parsed before its token is looked up, because parsing is no more work than a search. */
const SMALL_BODY_BYTES = 64 * 1024;

/**
 * A body up to this size is parsed and judged on the event loop. Half a megabyte is parsed in 3 to 6 ms and judged in
 * slices; a message to a thread and back costs half a millisecond.
 */
const MEDIUM_BODY_BYTES = 512 * 1024;

/** What searching for a token and unpacking work with. */
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
 * The JSON text of a body; or `large` for a body that holds a known token and is to be unpacked and parsed by a thread.
 */
type UnpackedBody =
  | ({ readonly kind: 'text' } & UnpackedText)
  | { readonly kind: 'large'; readonly token: string };

export interface UnpackedText {
  readonly text: string;
  /** The answer of `hasLongIntegers`, when it is known already. */
  readonly isExact?: boolean;
}

/**
 * Unpacks the body of a request of the v0 protocol. A body that is not small is unpacked only when it holds a known
 * token, since 20 KB may stand for 20 MB, and is parsed only when it does not hold very many values. Almost always the
 * token stands in front, and the body is unpacked once.
 * @throws AppError as `decodePayload`, `findKnownToken` and `checkJsonSize`
 */
export async function unpackBody(
  { catalog, captureLimits, unknownTokenBytes, slices }: UnpackServices,
  { payload, address, signal }: SentBody,
): Promise<UnpackedBody> {
  const { maxBodyBytes: maxBytes } = captureLimits;
  const small = await unpackUpTo(payload, Math.min(SMALL_BODY_BYTES, maxBytes));
  if (small !== null) return { kind: 'text', text: small };
  const isKnown = async (token: string) => (await catalog.byCaptureToken(token)) !== undefined;
  const token =
    (await firstKnown(tokensInFront(payload), isKnown)) ??
    (await findKnownToken(payload, {
      search: await unknownTokenBytes.open(address, signal),
      maxBytes,
      isKnown,
      signal,
    }));
  const text = await unpackUpTo(payload, Math.min(MEDIUM_BODY_BYTES, maxBytes));
  if (text === null || hasLongIntegers(text)) return { kind: 'large', token };
  await slices.run(checkJsonSize(text, CAPTURE_JSON_LIMITS), signal);
  return { kind: 'text', text, isExact: false };
}

/**
 * Unpacks a body of the v1 protocol; null when a thread is to unpack and parse it.
 * @throws AppError as `inflateBounded` and `checkJsonSize`
 */
export async function unpackBatch(
  { captureLimits, slices }: UnpackServices,
  body: Uint8Array,
  {
    contentEncoding,
    signal,
  }: { readonly contentEncoding: string; readonly signal?: AbortSignal | undefined },
): Promise<UnpackedText | null> {
  if (sizeOf(body) > MEDIUM_BODY_BYTES) return null;
  const maxBytes = Math.min(MEDIUM_BODY_BYTES, captureLimits.maxBodyBytes);
  const inflated = await nullIfLarger(inflateBounded(body, contentEncoding, maxBytes));
  if (inflated === null) return null;
  const text = inflated.toString('utf8');
  if (text.length <= SMALL_BODY_BYTES) return { text };
  if (hasLongIntegers(text)) return null;
  await slices.run(checkJsonSize(text, CAPTURE_JSON_LIMITS), signal);
  return { text, isExact: false };
}

async function firstKnown(
  tokens: readonly string[],
  isKnown: (token: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const token of tokens) if (await isKnown(token)) return token;
  return undefined;
}

/** The unpacked text; null when it is larger than `maxBytes`. */
async function unpackUpTo(payload: PackedPayload, maxBytes: number): Promise<string | null> {
  const { body, data } = payload;
  if (data === '' && sizeOf(body) > maxBytes) return null;
  return nullIfLarger(decodePayload(payload, maxBytes));
}

/** The unpacked size of a body, as far as the body states it. */
function sizeOf(body: Uint8Array): number {
  return statedSize(body) ?? body.byteLength;
}

async function nullIfLarger<Unpacked>(unpacking: Promise<Unpacked>): Promise<Unpacked | null> {
  try {
    return await unpacking;
  } catch (error) {
    if (isAppError(error, 'payload_too_large')) return null;
    throw error;
  }
}
