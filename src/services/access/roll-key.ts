import { replaceSecret } from '../../adapters/store/key-store.ts';
import { AppError } from '../../base/errors.ts';
import type { KeyRoll, KeyWithSecret } from '../../schema/key.ts';
import type { Principal } from '../catalog/principal.ts';
import type { AccessServices } from './access-services.ts';
import { checkStillValid } from './check-still-valid.ts';
import { keyAnswer } from './key-answer.ts';
import { outlasts } from './key-reach.ts';
import { manageableKey } from './manageable-key.ts';
import { recordKeyChange } from './record-key-change.ts';
import { hashSecret, newSecret, secretHint } from './secret.ts';

/**
 * Gives a key a new secret, which only this answer holds. The old secret works for `overlap_seconds` more. The key ends
 * no later than the caller's secret: otherwise a caller could make its own access last longer.
 * @throws AppError permission_denied, not_found
 */
export async function rollKey(
  services: AccessServices,
  principal: Principal,
  keyId: string,
  request: KeyRoll,
): Promise<KeyWithSecret> {
  const present = await manageableKey(services, principal, keyId);
  if (outlasts(present.expiresAtMs, principal)) throw rollRefusal(principal, keyId);
  const secret = newSecret('slp_');
  const nowMs = services.clock.nowMs();
  const key = await services.database.transaction(async (transaction) => {
    await checkStillValid(transaction, principal);
    const rolled = await replaceSecret(transaction, keyId, {
      secretHash: hashSecret(secret),
      hint: secretHint(secret),
      previousEndsAtMs: nowMs + request.overlap_seconds * 1000,
    });
    const change = { before: rolled, activity: 'rolled', nowMs } as const;
    if (rolled !== undefined) await recordKeyChange(transaction, principal, rolled, change);
    return rolled;
  });
  if (key === undefined) throw new AppError('not_found', 'There is no such key.');
  return { ...(await keyAnswer(services.database.query, key)), value: secret };
}

function rollRefusal(principal: Principal, keyId: string): AppError {
  const detail =
    keyId === principal.keyId
      ? 'This secret was replaced; only the new secret can roll the key.'
      : 'A key cannot roll a key that ends later than itself.';
  return new AppError('permission_denied', detail);
}
