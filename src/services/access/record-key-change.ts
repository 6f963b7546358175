import type { Queryable } from '../../adapters/store/database.ts';
import type { KeyRow } from '../../adapters/store/key-store.ts';
import type { Key } from '../../schema/key.ts';
import type { Principal } from '../catalog/principal.ts';
import { recordChange, type Subject } from '../record-change.ts';
import { keyAnswers } from './key-answer.ts';

/** Records a change of a key in the log of each project that it reaches. */
export async function recordKeyChange(
  transaction: Queryable,
  { keyId, label }: Principal,
  { projectIds }: KeyRow,
  { before, after, ...change }: Parameters<typeof recordChange<KeyRow>>[3],
): Promise<void> {
  const [was] = before ? await keyAnswers(transaction, [before]) : [];
  const [is] = after ? await keyAnswers(transaction, [after]) : [];
  const shown = { ...change, before: was, ...(is !== undefined && { after: is }) };
  for (const projectId of projectIds ?? [null])
    await recordChange(transaction, { projectId, author: { keyId, label } }, KEY, shown);
}

/** Keys in the activity log, without the secret and its hash. */
const KEY: Subject<Key> = {
  kind: 'key',
  show: ({ id, label, scopes, projects, endpoints, expires_at }) => ({
    id,
    name: label,
    members: { label, scopes, projects, endpoints, expires_at },
  }),
};
