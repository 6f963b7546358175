import { newUuid } from '../../base/ids.ts';
import { stableJson } from '../../base/stable-json.ts';
import type { Page, Paging } from '../../schema/page.ts';
import type { Queryable } from './database.ts';
import type { Author } from './endpoint-row.ts';
import { readPage } from './read-page.ts';
import type { ActivityTable, MemberChange } from './tables/project-tables.ts';

/** An object before or after a change, as its owner sees it: members in their wire names, without secrets. */
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

export type ActivityRow = Omit<ActivityTable, 'actorKeyId' | 'actorLabel'> & { readonly actor: Author };

/** Time for which the log is kept. */
const KEEP_MS = 400 * 86_400_000;

/**
 * Records who changed what, and forgets entries older than 400 days. Call it in the transaction of the change, so
 * that both happen or neither.
 */
export async function recordActivity(db: Queryable, added: NewActivity): Promise<void> {
  await db
    .insertInto('activity')
    .values({
      id: newUuid(),
      projectId: added.projectId,
      atMs: added.nowMs,
      actorKeyId: added.actor.keyId,
      actorLabel: added.actor.label,
      activity: added.activity,
      subject: added.subject,
      subjectId: added.subjectId,
      subjectName: added.subjectName,
      changes: changedMembers(added.before ?? {}, added.after ?? {}),
    })
    .execute();
  await db
    .deleteFrom('activity')
    .where('projectId', added.projectId === null ? 'is' : '=', added.projectId)
    .where('atMs', '<', added.nowMs - KEEP_MS)
    .execute();
}

export interface ActivityFilter extends Paging {
  /** Also what concerns every project. */
  readonly withGeneral: boolean;
  readonly subject: ActivityTable['subject'] | undefined;
  /** Id or name of what was changed. */
  readonly subjectIs: string | undefined;
  /** Id or label of the key that did it. */
  readonly actor?: string | undefined;
  readonly afterMs?: number | undefined;
  readonly beforeMs?: number | undefined;
}

/** A page of the log of a project, newest first, and how many entries match. */
export async function listActivity(
  db: Queryable,
  projectId: number,
  { withGeneral, subject, subjectIs, actor, afterMs, beforeMs, ...paging }: ActivityFilter,
): Promise<Page<ActivityRow>> {
  let matching = db
    .selectFrom('activity')
    .where((eb) =>
      eb.or([eb('projectId', '=', projectId), ...(withGeneral ? [eb('projectId', 'is', null)] : [])]),
    );
  if (subject !== undefined) matching = matching.where('subject', '=', subject);
  if (subjectIs !== undefined)
    matching = matching.where((eb) =>
      eb.or([eb('subjectId', '=', subjectIs), eb('subjectName', '=', subjectIs)]),
    );
  if (actor !== undefined)
    matching = matching.where((eb) => eb.or([eb('actorKeyId', '=', actor), eb('actorLabel', '=', actor)]));
  if (afterMs !== undefined) matching = matching.where('atMs', '>', afterMs);
  if (beforeMs !== undefined) matching = matching.where('atMs', '<', beforeMs);
  const page = await readPage(matching.selectAll().orderBy('atMs', 'desc').orderBy('id', 'desc'), paging);
  return {
    ...page,
    results: page.results.map(({ actorKeyId, actorLabel, ...row }) => ({
      ...row,
      actor: { keyId: actorKeyId, label: actorLabel },
    })),
  };
}

function changedMembers(before: Snapshot, after: Snapshot): readonly MemberChange[] {
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return members.flatMap((member) => {
    const change = { member, before: before[member] ?? null, after: after[member] ?? null };
    return stableJson(change.before) === stableJson(change.after) ? [] : [change];
  });
}
