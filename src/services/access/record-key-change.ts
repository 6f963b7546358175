import type { Queryable } from '../../adapters/store/database.ts';
import type { KeyRow } from '../../adapters/store/key-store.ts';
import type { Principal } from '../catalog/principal.ts';
import { recordChange, type Subject } from '../record-change.ts';
import { toKeyAnswer } from './key-answer.ts';

/** Records a change of a key in the log of each project that it reaches. */
export async function recordKeyChange(
  transaction: Queryable,
  { keyId, label }: Principal,
  { projectIds }: KeyRow,
  change: Parameters<typeof recordChange<KeyRow>>[3],
): Promise<void> {
  for (const projectId of projectIds ?? [null])
    await recordChange(transaction, { projectId, author: { keyId, label } }, KEY, change);
}

/** Keys in the activity log, without the secret and its hash. */
const KEY: Subject<KeyRow> = {
  kind: 'key',
  show: (key) => {
    const { id, label, scopes, projects, expires_at } = toKeyAnswer(key);
    return { id, name: label, members: { label, scopes, projects, expires_at } };
  },
};
