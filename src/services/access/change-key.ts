import { updateKey } from '../../adapters/store/key-store.ts';
import { AppError } from '../../base/errors.ts';
import type { Key, KeyChange } from '../../schema/key.ts';
import type { Principal } from '../catalog/principal.ts';
import type { AccessServices } from './access-services.ts';
import { checkStillValid } from './check-still-valid.ts';
import { toKeyAnswer } from './key-answer.ts';
import { outlasts } from './key-reach.ts';
import { manageableKey } from './manageable-key.ts';
import { recordKeyChange } from './record-key-change.ts';

/**
 * Changes label and end of a key that the caller may manage; what is not given stays.
 * @throws AppError permission_denied for the own end, and for an end beyond the caller's own; invalid_value for a past
 *   end; not_found
 */
export async function changeKey(
  services: AccessServices,
  principal: Principal,
  keyId: string,
  { label, expires_at }: KeyChange,
): Promise<Key> {
  const before = await manageableKey(services, principal, keyId);
  const nowMs = services.clock.nowMs();
  const change = {
    ...(label !== undefined && { label }),
    ...(expires_at !== undefined && { expiresAtMs: givenEnd(principal, keyId, expires_at, nowMs) }),
  };
  if (Object.keys(change).length === 0) return toKeyAnswer(before);
  const after = await services.database.transaction(async (transaction) => {
    await checkStillValid(transaction, principal);
    const changed = await updateKey(transaction, keyId, change);
    if (changed !== undefined)
      await recordKeyChange(transaction, principal, changed, { before, after: changed, nowMs });
    return changed;
  });
  if (after === undefined) throw new AppError('not_found', 'There is no such key.');
  return toKeyAnswer(after);
}

/** The new end in milliseconds since 1970; null = never. */
function givenEnd(principal: Principal, keyId: string, text: string | null, nowMs: number): number | null {
  const endMs = text === null ? null : Date.parse(text);
  if (keyId === principal.keyId) throw refusal('No key changes its own end.');
  if (outlasts(endMs, principal)) throw refusal('A key cannot let another one end later than itself.');
  if (endMs !== null && endMs <= nowMs)
    throw new AppError('invalid_value', 'expires_at must be in the future.', { attr: 'expires_at' });
  return endMs;
}

function refusal(detail: string): AppError {
  return new AppError('permission_denied', detail, { attr: 'expires_at' });
}
