import { type KeyRow, updateKey } from '../../adapters/store/key-store.ts';
import { AppError } from '../../base/errors.ts';
import type { Key, KeyChange } from '../../schema/key.ts';
import type { Principal } from '../catalog/principal.ts';
import type { AccessServices } from './access-services.ts';
import { checkStillValid } from './check-still-valid.ts';
import { endpointsOfKey } from './endpoints-of-key.ts';
import { keyAnswer } from './key-answer.ts';
import { outlasts } from './key-reach.ts';
import { manageableKey } from './manageable-key.ts';
import { recordKeyChange } from './record-key-change.ts';

/**
 * Changes label, endpoints and end of a key that the caller may manage; what is not given stays.
 * @throws AppError permission_denied for the own end and endpoints, and for an end beyond the caller's own;
 *   invalid_value for a past end and for endpoints that the key cannot name; not_found
 */
export async function changeKey(
  services: AccessServices,
  principal: Principal,
  keyId: string,
  { label, endpoints, expires_at }: KeyChange,
): Promise<Key> {
  const before = await manageableKey(services, principal, keyId);
  const nowMs = services.clock.nowMs();
  const change = {
    ...(label !== undefined && { label }),
    ...(endpoints !== undefined && {
      endpointIds: await givenEndpoints(services, principal, before, endpoints),
    }),
    ...(expires_at !== undefined && { expiresAtMs: givenEnd(principal, keyId, expires_at, nowMs) }),
  };
  if (Object.keys(change).length === 0) return keyAnswer(services.database.query, before);
  const after = await services.database.transaction(async (transaction) => {
    await checkStillValid(transaction, principal);
    const changed = await updateKey(transaction, keyId, change);
    if (changed !== undefined)
      await recordKeyChange(transaction, principal, changed, { before, after: changed, nowMs });
    return changed;
  });
  if (after === undefined) throw new AppError('not_found', 'There is no such key.');
  return keyAnswer(services.database.query, after);
}

async function givenEndpoints(
  { database }: AccessServices,
  principal: Principal,
  key: KeyRow,
  names: readonly string[] | null,
): Promise<readonly string[] | null> {
  if (key.id === principal.keyId) throw refusal('No key changes its own endpoints.', 'endpoints');
  return endpointsOfKey(database.query, key, names);
}

/** The new end in milliseconds since 1970; null = never. */
function givenEnd(principal: Principal, keyId: string, text: string | null, nowMs: number): number | null {
  const endMs = text === null ? null : Date.parse(text);
  if (keyId === principal.keyId) throw refusal('No key changes its own end.', 'expires_at');
  if (outlasts(endMs, principal))
    throw refusal('A key cannot let another one end later than itself.', 'expires_at');
  if (endMs !== null && endMs <= nowMs)
    throw new AppError('invalid_value', 'expires_at must be in the future.', { attr: 'expires_at' });
  return endMs;
}

function refusal(detail: string, attr: 'expires_at' | 'endpoints'): AppError {
  return new AppError('permission_denied', detail, { attr });
}
