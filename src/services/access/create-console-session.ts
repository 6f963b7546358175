import { holdKey, insertSession, takeCode } from '../../adapters/store/console-store.ts';
import type { Queryable } from '../../adapters/store/database.ts';
import type { KeyRow } from '../../adapters/store/key-store.ts';
import { AppError } from '../../base/errors.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { ConsoleSession } from '../../schema/console.ts';
import type { AccessServices } from './access-services.ts';
import { endOfUnused } from './end-of-unused.ts';
import { keyAnswer } from './key-answer.ts';
import { type PersonalKey, personalKey } from './personal-key.ts';
import { hashSecret, newSecret } from './secret.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a session lasts: unused, and in all. */
const SHORT = { idleMs: 12 * HOUR_MS, totalMs: 7 * DAY_MS };
/** As `SHORT`, for who stays signed in on his computer. */
const LONG = { idleMs: 30 * DAY_MS, totalMs: 90 * DAY_MS };

/** Who wants a session: the owner of a key, by his header `Authorization`, or who has a code. */
export type SignIn =
  | { readonly authorization: string | undefined; readonly stay: boolean }
  | { readonly code: string; readonly stay: boolean };

/**
 * Begins a session of the console that stands for a key; only this answer holds its token. A code is used up with that.
 * @throws AppError authentication_failed, also for a replaced secret; permission_denied for a session in place of a key
 */
export async function createConsoleSession(
  services: AccessServices,
  signIn: SignIn,
): Promise<ConsoleSession> {
  const nowMs = services.clock.nowMs();
  const token = newSecret('sls_');
  const { idleMs, totalMs } = signIn.stay ? LONG : SHORT;
  const given = 'code' in signIn ? undefined : await personalKey(services, signIn.authorization);
  const made = await services.database.transaction(async (transaction) => {
    const { keyId, secretHash } = given ?? (await keyOfCode(transaction, signIn, nowMs));
    const key = await presentKey(transaction, { keyId, secretHash }, nowMs);
    const session = {
      tokenHash: hashSecret(token),
      keyId,
      secretHash,
      idleMs,
      createdAtMs: nowMs,
      endsAtMs: nowMs + totalMs,
      lastUsedAtMs: nowMs,
    };
    await insertSession(transaction, session);
    return { key, session };
  });
  const expires_at = isoTime(endOfUnused(made.session, made.key.expiresAtMs, nowMs));
  const key = await keyAnswer(services.database.query, { ...made.key, lastUsedAtMs: nowMs });
  return { token, expires_at, key };
}

async function keyOfCode(transaction: Queryable, signIn: SignIn, nowMs: number): Promise<PersonalKey> {
  const code = 'code' in signIn ? await takeCode(transaction, hashSecret(signIn.code), nowMs) : undefined;
  if (code === undefined) throw unusableCode();
  return code;
}

/** The key, held for this transaction, while it is as it was when its owner showed the secret. */
export async function presentKey(
  transaction: Queryable,
  { keyId, secretHash }: PersonalKey,
  nowMs: number,
): Promise<KeyRow> {
  const key = await holdKey(transaction, keyId, nowMs);
  const isPresent = key?.secretHash === secretHash && (key.expiresAtMs ?? nowMs + 1) > nowMs;
  if (key !== undefined && isPresent) return key;
  throw new AppError('authentication_failed', 'The key was revoked, replaced, or has expired.');
}

function unusableCode(): AppError {
  const detail = 'The code was used, is older than 10 minutes, or its key has ended. Run `sluice console`.';
  return new AppError('authentication_failed', detail, { attr: 'code' });
}
