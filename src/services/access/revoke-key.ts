import { deleteKey } from '../../adapters/store/key-store.ts';
import type { Principal } from '../catalog/principal.ts';
import type { AccessServices } from './access-services.ts';
import { manageableKey } from './manageable-key.ts';
import { recordKeyChange } from './record-key-change.ts';

/**
 * Ends a key for ever: in this process with the next call, in other replicas within 2 s.
 * @throws AppError permission_denied, not_found
 */
export async function revokeKey(
  services: AccessServices,
  principal: Principal,
  keyId: string,
): Promise<void> {
  const key = await manageableKey(services, principal, keyId);
  await services.database.transaction(async (transaction) => {
    if (!(await deleteKey(transaction, keyId))) return;
    const nowMs = services.clock.nowMs();
    await recordKeyChange(transaction, principal, key, { before: key, nowMs });
  });
}
