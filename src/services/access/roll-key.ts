import { replaceSecret } from '../../adapters/store/key-store.ts';
import { AppError } from '../../base/errors.ts';
import type { KeyRoll, KeyWithSecret } from '../../schema/key.ts';
import type { AccessServices } from './access-services.ts';
import { toKeyAnswer } from './key-answer.ts';
import { manageableKey } from './manageable-key.ts';
import type { Principal } from './principal.ts';
import { recordKeyActivity } from './record-key-activity.ts';
import { hashSecret, newSecret, secretHint } from './secret.ts';

/**
 * Gives a key a new secret, answered this once. The old one works for `overlap_seconds` more.
 * @throws AppError permission_denied, not_found
 */
export async function rollKey(
  services: AccessServices,
  principal: Principal,
  keyId: string,
  request: KeyRoll,
): Promise<KeyWithSecret> {
  await manageableKey(services, principal, keyId);
  const secret = newSecret('slp_');
  const nowMs = services.clock.nowMs();
  const key = await services.database.transaction(async (transaction) => {
    const rolled = await replaceSecret(transaction, keyId, {
      secretHash: hashSecret(secret),
      hint: secretHint(secret),
      previousEndsAtMs: nowMs + request.overlap_seconds * 1000,
    });
    if (rolled !== undefined)
      await recordKeyActivity(transaction, principal, rolled, { activity: 'rolled', nowMs });
    return rolled;
  });
  services.principals.clear();
  if (key === undefined) throw new AppError('not_found', 'There is no such key.');
  return { ...toKeyAnswer(key), value: secret };
}
