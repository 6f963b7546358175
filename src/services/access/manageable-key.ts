import { findKey, type KeyRow } from '../../adapters/store/key-store.ts';
import { AppError } from '../../base/errors.ts';
import { checkScope, type Principal } from '../catalog/principal.ts';
import type { AccessServices } from './access-services.ts';
import { covers } from './key-reach.ts';

/**
 * The key `keyId`, when the caller may roll and delete it: the caller's own key, or with `key:write` any key that
 * reaches no further than the caller's.
 * @throws AppError permission_denied; not_found, also for a key beyond the caller's reach
 */
export async function manageableKey(
  services: AccessServices,
  principal: Principal,
  keyId: string,
): Promise<KeyRow> {
  if (keyId !== principal.keyId) checkScope(principal, 'key:write');
  const key = await findKey(services.database.query, keyId);
  if (key !== undefined && (keyId === principal.keyId || covers(principal, key))) return key;
  throw new AppError('not_found', 'There is no such key.');
}
