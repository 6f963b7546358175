import type { Selectable } from 'kysely';
import { newUuid } from '../../base/ids.ts';
import { parseJson } from '../../base/parse-json.ts';
import { stableJson } from '../../base/stable-json.ts';
import { writeJson } from '../../base/write-json.ts';
import type { Queryable } from './database.ts';
import type { Author } from './endpoint-row.ts';
import type { ActivityTable } from './schema.ts';

/** What was changed, as its owner sees it: members in their wire names, without secrets. */
export type Snapshot = Readonly<Record<string, unknown>>;

export interface NewActivity {
  /** Null = it concerns every project, such as a key that is not bound to projects. */
  readonly projectId: number | null;
  readonly actor: Author;
  readonly activity: ActivityTable['activity'];
  readonly subject: ActivityTable['subject'];
  readonly subjectId: string;
  readonly subjectName: string;
  /** Absent when it was made. */
  readonly before?: Snapshot;
  /** Absent when it is gone. */
  readonly after?: Snapshot;
  readonly nowMs: number;
}

/** One member that changed; null stands for a member that is not there. */
export interface MemberChange {
  readonly member: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface ActivityRow
  extends Pick<NewActivity, 'projectId' | 'actor' | 'activity' | 'subject' | 'subjectId' | 'subjectName'> {
  readonly id: string;
  readonly changes: readonly MemberChange[];
  readonly atMs: number;
}

/** Time for which the log is kept. */
const KEEP_MS = 400 * 86_400_000;

/**
 * Records who changed what, and forgets what is older than 400 days. Belongs into the transaction of the change, so that
 * there is neither without the other.
 */
export async function recordActivity(db: Queryable, added: NewActivity): Promise<void> {
  await db
    .insertInto('activity')
    .values({
      id: newUuid(),
      project_id: added.projectId,
      at_ms: added.nowMs,
      actor_key_id: added.actor.keyId,
      actor_label: added.actor.label,
      activity: added.activity,
      subject: added.subject,
      subject_id: added.subjectId,
      subject_name: added.subjectName,
      changes: writeJson(changedMembers(added.before ?? {}, added.after ?? {})),
    })
    .execute();
  await db
    .deleteFrom('activity')
    .where('project_id', added.projectId === null ? 'is' : '=', added.projectId)
    .where('at_ms', '<', added.nowMs - KEEP_MS)
    .execute();
}

export interface ActivityFilter {
  /** Also what concerns every project. */
  readonly withGeneral: boolean;
  readonly subject: ActivityTable['subject'] | undefined;
  /** Id or name of what was changed. */
  readonly subjectIs: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A page of the log of a project, newest first, and how many entries match. */
export async function listActivity(
  db: Queryable,
  projectId: number,
  { withGeneral, subject, subjectIs, limit, offset }: ActivityFilter,
): Promise<{ readonly count: number; readonly entries: readonly ActivityRow[] }> {
  let matching = db
    .selectFrom('activity')
    .where((eb) =>
      eb.or([eb('project_id', '=', projectId), ...(withGeneral ? [eb('project_id', 'is', null)] : [])]),
    );
  if (subject !== undefined) matching = matching.where('subject', '=', subject);
  if (subjectIs !== undefined)
    matching = matching.where((eb) =>
      eb.or([eb('subject_id', '=', subjectIs), eb('subject_name', '=', subjectIs)]),
    );
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy('at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count: Number(count), entries: rows.map(toActivity) };
}

function toActivity(row: Selectable<ActivityTable>): ActivityRow {
  return {
    id: row.id,
    projectId: row.project_id,
    actor: { keyId: row.actor_key_id, label: row.actor_label },
    activity: row.activity,
    subject: row.subject,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    // Border: only `recordActivity` writes here.
    changes: parseJson(row.changes) as unknown as readonly MemberChange[],
    atMs: row.at_ms,
  };
}

function changedMembers(before: Snapshot, after: Snapshot): readonly MemberChange[] {
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return members.flatMap((member) => {
    const change = { member, before: before[member] ?? null, after: after[member] ?? null };
    return stableJson(change.before) === stableJson(change.after) ? [] : [change];
  });
}
