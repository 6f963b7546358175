import { listActivity as listStoredActivity } from '../../adapters/store/activity-store.ts';
import type { Database } from '../../adapters/store/database.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { ActivityAnswer, ActivityQuery } from '../../schema/activity.ts';
import type { Page } from '../../schema/page.ts';

/**
 * Who changed what in a project, newest first.
 * @param seesGeneral true for a caller that reaches every project; adds changes that concern all projects, such as
 *   those of keys that are not bound to projects
 */
export async function listActivity(
  services: { readonly database: Pick<Database, 'query'> },
  projectId: number,
  { seesGeneral }: { readonly seesGeneral: boolean },
  { subject_is: subjectIs, after: afterMs, before: beforeMs, ...asked }: ActivityQuery,
): Promise<Page<ActivityAnswer>> {
  const { subject, actor, limit, offset } = asked;
  const range = { afterMs, beforeMs, limit, offset };
  const filter = { withGeneral: seesGeneral, subject, subjectIs, actor, ...range };
  const { count, results: entries } = await listStoredActivity(services.database.query, projectId, filter);
  const results = entries.map((entry) => ({
    id: entry.id,
    at: isoTime(entry.atMs),
    actor: { key_id: entry.actor.keyId, label: entry.actor.label },
    activity: entry.activity,
    subject: entry.subject,
    subject_id: entry.subjectId,
    subject_name: entry.subjectName,
    changes: [...entry.changes],
  }));
  return { count, results };
}
