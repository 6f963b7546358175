import { type NewActivity, recordActivity } from '../../adapters/store/activity-store.ts';
import type { Queryable } from '../../adapters/store/database.ts';
import type { KeyRow } from '../../adapters/store/key-store.ts';
import { toKeyAnswer } from './key-answer.ts';
import type { Principal } from './principal.ts';

/** Records a change of a key in the log of each project that it reaches. The secret and its hash are in no log. */
export async function recordKeyActivity(
  db: Queryable,
  { keyId, label }: Principal,
  key: KeyRow,
  { activity, nowMs }: Pick<NewActivity, 'activity' | 'nowMs'>,
): Promise<void> {
  const { scopes, projects, expires_at } = toKeyAnswer(key);
  const snapshot = { label: key.label, scopes, projects, expires_at };
  for (const projectId of key.projectIds ?? [null])
    await recordActivity(db, {
      projectId,
      actor: { keyId, label },
      activity,
      subject: 'key',
      subjectId: key.id,
      subjectName: key.label,
      ...(activity === 'created' && { after: snapshot }),
      ...(activity === 'deleted' && { before: snapshot }),
      nowMs,
    });
}
