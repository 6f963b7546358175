import { AppError } from '../../base/errors.ts';
import { type KnownKey, type KnownSession, type KnownState, Missing } from '../catalog/known-state.ts';
import type { Principal } from '../catalog/principal.ts';
import type { AccessServices } from './access-services.ts';
import { hashSecret, isDamagedSecret } from './secret.ts';

/** `Bearer slp_...`; one token and nothing else. */
const BEARER = /^bearer +([\x21-\x7e]{1,200})$/i;

/** What telling who calls needs. */
export type IdentityServices = Pick<AccessServices, 'clock' | 'keyUses' | 'sessionUses' | 'tokens'>;

/**
 * Who calls, by the value of the `Authorization` header.
 * @throws AppError authentication_failed, the same for a missing, malformed, unknown, revoked and expired key, and for
 *   such a session
 */
export async function authenticate(services: AccessServices, header: string | undefined): Promise<Principal> {
  return services.catalog.whenKnown((known) => identifyCaller(services, known, header));
}

/** `Bearer eyJ….eyJ….c2ln`: a signed token in its compact form. */
const TOKEN = /^bearer +([\w-]{1,4000}\.[\w-]{1,4000}\.[\w-]{1,1000})$/i;

/**
 * Who calls a route that takes tokens of customers besides keys.
 * @throws AppError as `authenticate`; token_expired
 */
export function identifyRunner(
  services: IdentityServices,
  known: KnownState,
  header: string | undefined,
): Principal | Missing {
  const token = tokenOf(header);
  if (token === undefined) return identifyCaller(services, known, header);
  return services.tokens.identify(token, known, services.clock.nowMs());
}

/** The signed token in a header `Authorization`; undefined when there is none, or something else. */
export function tokenOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : TOKEN.exec(header)?.[1];
}

/** As `authenticate`, but decides from the known state without waiting. */
export function identifyCaller(
  services: IdentityServices,
  known: KnownState,
  header: string | undefined,
): Principal | Missing {
  const secret = bearerOf(header);
  if (secret === undefined) throw refusal();
  const nowMs = services.clock.nowMs();
  const found = findSecret(services, known, { secret, nowMs });
  if (found instanceof Missing && !isDamagedSecret(secret)) return found;
  if (found instanceof Missing || found === null || hasEnded(found.principal, nowMs)) throw refusal();
  services.keyUses.note(found, nowMs);
  if (found.principal.session !== null) services.sessionUses?.note(found.principal.session, nowMs);
  return found.principal;
}

/** The secret in a header `Authorization`; undefined when there is none, or something else. */
export function bearerOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1];
}

function findSecret(
  services: IdentityServices,
  known: KnownState,
  { secret, nowMs }: { readonly secret: string; readonly nowMs: number },
): KnownKey | null | Missing {
  const hash = hashSecret(secret);
  return secret.startsWith('sls_') ? findLiveSession(services, known, { hash, nowMs }) : known.key(hash);
}

/** The session, unless it has ended. Before it counts as unused for too long, the uses of other services are read. */
function findLiveSession(
  { sessionUses }: IdentityServices,
  known: KnownState,
  { hash, nowMs }: { readonly hash: string; readonly nowMs: number },
): KnownSession | null | Missing {
  if (sessionUses === null) return null;
  const isLive = (found: KnownSession): boolean => sessionUses.isLive(found.session, nowMs);
  const kept = known.session(hash);
  if (kept === null || kept instanceof Missing || isLive(kept)) return kept;
  if (kept.session.endsAtMs <= nowMs) return null;
  const latest = known.sessionNow(hash);
  return latest === null || latest instanceof Missing || isLive(latest) ? latest : null;
}

function hasEnded({ endsAtMs }: Principal, nowMs: number): boolean {
  return endsAtMs !== null && endsAtMs <= nowMs;
}

function refusal(): AppError {
  return new AppError(
    'authentication_failed',
    'Send a valid personal API key as `Authorization: Bearer <key>`.',
  );
}
