import type { ActionRow, ActionSettings } from '../../adapters/store/action-store.ts';
import { type NewActivity, recordActivity } from '../../adapters/store/activity-store.ts';
import type { Queryable } from '../../adapters/store/database.ts';
import type { ActionCaller } from './action-services.ts';

/** Records a change of an action. `before` absent: it was made; `after` absent: it is gone. */
export async function recordActionActivity(
  db: Queryable,
  { projectId, author }: ActionCaller,
  action: ActionRow,
  change: Pick<NewActivity, 'activity' | 'nowMs'> & {
    readonly before?: ActionSettings;
    readonly after?: ActionSettings;
  },
): Promise<void> {
  const { activity, before, after, nowMs } = change;
  await recordActivity(db, {
    projectId,
    actor: author,
    activity,
    subject: 'action',
    subjectId: String(action.id),
    subjectName: action.name,
    ...(before && { before: settingsOf(before) }),
    ...(after && { after: settingsOf(after) }),
    nowMs,
  });
}

function settingsOf({ name, description, steps }: ActionSettings) {
  return { name, description, steps };
}
