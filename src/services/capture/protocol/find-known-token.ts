import { AppError } from '../../../base/errors.ts';
import type { PackedPayload } from './packed-payload.ts';
import { MAX_TOKENS, TokenScanner } from './token-scanner.ts';
import type { TokenSearch } from './unknown-token-bytes.ts';
import { unpackedChunks } from './unpacked-chunks.ts';

interface Search {
  readonly search: TokenSearch;
  readonly maxBytes: number;
  isKnown(token: string): Promise<boolean>;
  /** Aborts when nobody waits for the answer. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The first known capture token somewhere in the body; the search goes no further. A body with such a token is worth
 * unpacking and parsing, and the parser then decides whether the token counts. The body is searched in pieces and never
 * held as a whole.
 * @throws AppError authentication_failed, payload_too_large, unsupported_media_type, throttled, capture_capacity,
 *   query_cancelled
 */
export async function findKnownToken(
  packed: PackedPayload,
  { search, maxBytes, isKnown, signal }: Search,
): Promise<string> {
  const scanner = new TokenScanner();
  const unknown = new Set<string>();
  const admit = async (more: number): Promise<void> => {
    await search.admit(more);
    signal?.throwIfAborted();
  };
  let known = false;
  try {
    for await (const piece of unpackedChunks(packed, { maxBytes, admit })) {
      for (const token of new Set(scanner.push(piece))) {
        if (unknown.has(token)) continue;
        known = await isKnown(token);
        if (known) return token;
        unknown.add(token);
        if (unknown.size > MAX_TOKENS) throw refusal();
      }
    }
    throw refusal();
  } finally {
    search.close(known);
  }
}

function refusal(): AppError {
  return new AppError('authentication_failed', 'Send exactly one valid capture token as `api_key`.');
}
