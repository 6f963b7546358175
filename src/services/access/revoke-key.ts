import { deleteKey } from '../../adapters/store/key-store.ts';
import type { AccessServices } from './access-services.ts';
import { manageableKey } from './manageable-key.ts';
import type { Principal } from './principal.ts';

/**
 * Ends a key for ever: in this process with the next call, in other replicas within 2 s.
 * @throws AppError permission_denied, not_found
 */
export async function revokeKey(
  services: AccessServices,
  principal: Principal,
  keyId: string,
): Promise<void> {
  await manageableKey(services, principal, keyId);
  await deleteKey(services.database.query, keyId);
  services.principals.clear();
}
