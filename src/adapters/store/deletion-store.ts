import type { Queryable } from './database.ts';

/** Which events of a project go. */
export type DeletedEvents =
  | {
      readonly kind: 'person';
      /** The person, and every id that its events may carry. */
      readonly personIds: readonly string[];
    }
  | { readonly kind: 'before' /** Microseconds since 1970. */; readonly beforeUs: number };

/** A deletion that has begun. */
export interface DeletionRow {
  readonly id: string;
  readonly projectId: number;
  readonly events: DeletedEvents;
}

/** Adds a deletion, which from then on will be completed. */
export async function insertDeletion(
  db: Queryable,
  { id, projectId, events, replica }: DeletionRow & { readonly replica: string },
  nowMs: number,
): Promise<void> {
  const condition_json = JSON.stringify(events);
  await db
    .insertInto('deletions')
    .values({ id, project_id: projectId, replica, condition_json, created_at_ms: nowMs })
    .execute();
}

/** The deletions of a replica that are not complete, oldest first. */
export async function findDeletions(db: Queryable, replica: string): Promise<readonly DeletionRow[]> {
  const rows = await db
    .selectFrom('deletions')
    .selectAll()
    .where('replica', '=', replica)
    .orderBy('created_at_ms')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    events: JSON.parse(row.condition_json),
  }));
}

/**
 * Records that a deletion is complete: no answer that was computed before is served again. Call it in a transaction.
 */
export async function endDeletion(db: Queryable, { id, projectId }: DeletionRow): Promise<void> {
  await db.deleteFrom('deletions').where('project_id', '=', projectId).where('id', '=', id).execute();
  await db
    .updateTable('projects')
    .set((eb) => ({ data_epoch: eb('data_epoch', '+', 1) }))
    .where('id', '=', projectId)
    .execute();
}
