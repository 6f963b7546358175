import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SigningKeyWithRevocations } from '../../../adapters/store/signing-key-store.ts';
import { AppError } from '../../../base/errors.ts';
import { type KnownState, Missing } from '../../catalog/known-state.ts';
import type { Principal, TokenGrant } from '../../catalog/principal.ts';
import { isSigned } from './public-keys.ts';
import { type ReadToken, readToken } from './read-token.ts';
import { tokenGrant } from './token-grant.ts';

/** Clocks of signers may differ from ours by so much. */
const TOLERANCE_SECONDS = 30;
const MAX_BYTES = 64 * 1024 * 1024;
/** Approximate bytes of a token with its grants, besides its letters. */
const TOKEN_BYTES = 4_000;

interface Verified {
  readonly token: ReadToken;
  /** The key as it was known when the signature was checked. Another object is checked anew. */
  readonly signer: SigningKeyWithRevocations;
  readonly principal: Principal;
}

/**
 * Tells whose token it is. The signature of a token is checked once for a key as it is; times and revocations are
 * looked at each time. What is remembered goes by the bytes of the token and is bounded; refused tokens are not.
 */
export class VerifiedTokens {
  readonly #verified = new LRUCache<string, Verified>({
    maxSize: MAX_BYTES,
  });

  /**
   * The holder of a token.
   * @throws AppError authentication_failed, the same for every fault; token_expired where only the time is wrong
   */
  identify(text: string, known: KnownState, nowMs: number): Principal | Missing {
    const place = hash('sha256', text, 'base64url');
    const before = this.#verified.get(place);
    const token = before?.token ?? readToken(text);
    if (token === undefined) throw refusal();
    const signer = known.signingKey(token.projectId, token.keyId);
    if (signer instanceof Missing) return signer;
    if (signer === null) throw refusal();
    const verified = before?.signer === signer ? before : verify(token, signer);
    checkTimes(verified, nowMs);
    if (verified !== before) this.#verified.set(place, verified, { size: TOKEN_BYTES + 4 * text.length });
    return verified.principal;
  }
}

function verify(token: ReadToken, signer: SigningKeyWithRevocations): Verified {
  const { key } = signer;
  const isOwn = key.algorithm === token.algorithm && key.projectId === token.projectId;
  if (!isOwn || !isSigned(key, token.signed, token.signature)) throw refusal();
  return { token, signer, principal: holderOf(token, signer) };
}

function holderOf({ payload, projectId }: ReadToken, { key }: SigningKeyWithRevocations): Principal {
  const grants = new Map<string, TokenGrant | undefined>();
  const { sub, exp, sluice } = payload;
  const grantOf = (name: string): TokenGrant | undefined => {
    const kept = grants.get(name);
    if (kept !== undefined) return kept;
    const grant = tokenGrant(sluice, key, name);
    // A token names a hundred endpoints at most; names that it does not name are not remembered.
    if (grant !== undefined) grants.set(name, grant);
    return grant;
  };
  return {
    keyId: `${key.id}/${sub}`,
    label: key.label,
    scopes: ['endpoint:run'],
    projectIds: [projectId],
    endpointIds: key.endpointIds,
    endsAtMs: (exp + TOLERANCE_SECONDS) * 1000,
    session: null,
    token: { signingKeyId: key.id, subject: sub, grantOf },
  };
}

/** What the time decides, at each use. */
function checkTimes({ token: { payload }, signer }: Verified, nowMs: number): void {
  const { key } = signer;
  const nowSeconds = nowMs / 1000;
  const { exp, nbf = 0, iat } = payload;
  const isKeyAlive = key.isActive && (key.expiresAtMs ?? nowMs + 1) > nowMs;
  const isTooLong =
    exp > nowSeconds + key.maxTtlSeconds + TOLERANCE_SECONDS ||
    (iat !== undefined && exp - iat > key.maxTtlSeconds);
  const isEarly = nbf > nowSeconds + TOLERANCE_SECONDS || (iat ?? 0) > nowSeconds + TOLERANCE_SECONDS;
  if (!isKeyAlive || isTooLong || isEarly || isRevoked(payload, signer, nowMs)) throw refusal();
  if (exp + TOLERANCE_SECONDS <= nowSeconds)
    throw new AppError('token_expired', 'The token has expired; ask its issuer for a new one.');
}

/** A token that does not say when it was issued counts as issued before every time. */
function isRevoked(
  { sub, jti, iat }: ReadToken['payload'],
  { revocations }: SigningKeyWithRevocations,
  nowMs: number,
): boolean {
  const issuedMs = (iat ?? 0) * 1000;
  return revocations.some(({ kind, what, untilMs }) => {
    if (untilMs !== null && untilMs <= nowMs) return false;
    switch (kind) {
      case 'sub':
        return what === sub;
      case 'jti':
        return what === jti;
      case 'issued_before':
        return issuedMs < Number(what);
      default:
        return kind satisfies never;
    }
  });
}

function refusal(): AppError {
  return new AppError(
    'authentication_failed',
    'Send a valid personal API key as `Authorization: Bearer <key>`.',
  );
}
