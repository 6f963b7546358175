import { AppError } from '../../base/errors.ts';
import { type KnownState, Missing } from '../catalog/known-state.ts';
import type { Principal } from '../catalog/principal.ts';
import type { AccessServices } from './access-services.ts';
import { hashSecret, isDamagedSecret } from './secret.ts';

/** `Bearer slp_...`; one token and nothing else. */
const BEARER = /^bearer +([\x21-\x7e]{1,200})$/i;

/**
 * Who calls, by the value of the `Authorization` header.
 * @throws AppError authentication_failed, the same for a missing, malformed, unknown, revoked and expired key
 */
export async function authenticate(services: AccessServices, header: string | undefined): Promise<Principal> {
  return services.catalog.whenKnown((known) => identifyCaller(services, known, header));
}

/** As `authenticate`, but decides from the known state without waiting. */
export function identifyCaller(
  { clock, keyUses }: Pick<AccessServices, 'clock' | 'keyUses'>,
  known: KnownState,
  header: string | undefined,
): Principal | Missing {
  const secret = header === undefined ? undefined : BEARER.exec(header)?.[1];
  if (secret === undefined) throw refusal();
  const key = known.key(hashSecret(secret));
  if (key instanceof Missing && !isDamagedSecret(secret)) return key;
  const nowMs = clock.nowMs();
  if (key instanceof Missing || key === null || hasEnded(key.principal, nowMs)) throw refusal();
  keyUses.note(key, nowMs);
  return key.principal;
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
