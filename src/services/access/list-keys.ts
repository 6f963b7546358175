import { listKeys as listStoredKeys } from '../../adapters/store/key-store.ts';
import type { Key } from '../../schema/key.ts';
import { checkScope, type Principal } from '../catalog/principal.ts';
import type { AccessServices } from './access-services.ts';
import { keyAnswers } from './key-answer.ts';
import { covers } from './key-reach.ts';

/** The keys with no more scopes and projects than the caller's own, oldest first. */
export async function listKeys(services: AccessServices, principal: Principal): Promise<readonly Key[]> {
  checkScope(principal, 'key:write');
  const keys = await listStoredKeys(services.database.query);
  const within = keys.filter((key) => covers(principal, key));
  return keyAnswers(services.database.query, within);
}
