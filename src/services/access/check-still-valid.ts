import { findSession } from '../../adapters/store/console-store.ts';
import type { Queryable } from '../../adapters/store/database.ts';
import { findKey } from '../../adapters/store/key-store.ts';
import { AppError } from '../../base/errors.ts';
import type { Principal } from '../catalog/principal.ts';

/**
 * Looks in the store whether the caller's key, or session, is still valid. Call it before a secret is given away: the
 * known state of keys may be a second old, and what a revoked key makes in this second would stay.
 * @throws AppError authentication_failed
 */
export async function checkStillValid(db: Queryable, { keyId, session }: Principal): Promise<void> {
  const found = session === null ? await findKey(db, keyId) : await findSession(db, session.tokenHash);
  if (found !== undefined) return;
  throw new AppError('authentication_failed', 'The key was revoked.');
}
