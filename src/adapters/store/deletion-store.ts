import type { Queryable } from './database.ts';
import { raiseDataEpoch } from './project-store.ts';
import type { DeletionTable } from './tables/import-tables.ts';

export type { DeletedEvents } from './tables/import-tables.ts';

/** A deletion that has begun. */
export type DeletionRow = Pick<DeletionTable, 'id' | 'projectId' | 'events'>;

/** Adds a deletion, which from then on will be completed. */
export async function insertDeletion(
  db: Queryable,
  { id, projectId, events, replica }: DeletionRow & { readonly replica: string },
  nowMs: number,
): Promise<void> {
  await db.insertInto('deletions').values({ id, projectId, events, replica, createdAtMs: nowMs }).execute();
}

/** A deletion that is not complete, and the replica that has begun it. */
export type LeftDeletion = Omit<DeletionTable, 'createdAtMs'>;

/** The deletions that are not complete, of all replicas, oldest first. */
export async function findDeletions(db: Queryable): Promise<readonly LeftDeletion[]> {
  return db
    .selectFrom('deletions')
    .select(['id', 'projectId', 'replica', 'events'])
    .orderBy('createdAtMs')
    .execute();
}

/**
 * Records that a deletion is complete: no answer that was computed before is served again. Call it in a transaction.
 */
export async function endDeletion(db: Queryable, { id, projectId }: DeletionRow): Promise<void> {
  await db.deleteFrom('deletions').where('projectId', '=', projectId).where('id', '=', id).execute();
  await raiseDataEpoch(db, projectId);
}
