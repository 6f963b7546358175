import { type NewActivity, recordActivity, type Snapshot } from '../adapters/store/activity-store.ts';
import type { Queryable } from '../adapters/store/database.ts';

/** A kind of things in the activity log. */
export interface Subject<Thing> {
  readonly kind: NewActivity['subject'];
  /** The members that the log shows of a thing: its name or id and what its owner can set; never secrets. */
  readonly show: (thing: Thing) => Shown;
}

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly members?: Snapshot;
}

interface Change<Thing> {
  /** Absent when the thing was made. */
  readonly before?: Thing | undefined;
  /** Absent when the thing is gone. */
  readonly after?: Thing;
  /** What was done, where `before` and `after` do not show it. */
  readonly activity?: 'restored' | 'rolled';
  readonly nowMs: number;
}

/** Records in the log of a project who changed what. It runs in the transaction of the change. */
export async function recordChange<Thing>(
  transaction: Queryable,
  by: Pick<NewActivity, 'projectId'> & { readonly author: NewActivity['actor'] },
  { kind, show }: Subject<Thing>,
  { before, after, activity, nowMs }: Change<Thing>,
): Promise<void> {
  const [was, is] = [before && show(before), after && show(after)];
  const shown = is ?? was;
  if (shown === undefined) return;
  const done = was === undefined ? 'created' : is === undefined ? 'deleted' : 'changed';
  await recordActivity(transaction, {
    projectId: by.projectId,
    actor: by.author,
    activity: activity ?? done,
    subject: kind,
    subjectId: shown.id,
    subjectName: shown.name,
    before: was?.members ?? {},
    after: is?.members ?? {},
    nowMs,
  });
}
