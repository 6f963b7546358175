import { findKey } from '../../adapters/store/key-store.ts';
import { AppError } from '../../base/errors.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { CurrentKey } from '../../schema/key.ts';
import type { Principal } from '../catalog/principal.ts';
import type { AccessServices } from './access-services.ts';
import { endOfUnused } from './end-of-unused.ts';
import { keyAnswer } from './key-answer.ts';

/**
 * The key that calls, and the session that stands for it.
 * @throws AppError authentication_failed when it was revoked a moment ago
 */
export async function getCurrentKey(
  { database, clock }: Pick<AccessServices, 'database' | 'clock'>,
  { keyId, session }: Principal,
): Promise<CurrentKey> {
  const key = await findKey(database.query, keyId);
  if (key === undefined) throw new AppError('authentication_failed', 'The key was revoked.');
  const endMs = session && endOfUnused(session, key.expiresAtMs, clock.nowMs());
  return {
    ...(await keyAnswer(database.query, key)),
    session: endMs === null ? null : { expires_at: isoTime(endMs) },
  };
}
