import type { Queryable } from './database.ts';
import type { TombstoneTable } from './tables/deletion-tables.ts';

export type TombstoneRow = TombstoneTable;

/** Keeps the condition of a deletion until every spool has passed its time. */
export async function insertTombstone(db: Queryable, tombstone: TombstoneRow): Promise<void> {
  await db.insertInto('tombstones').values(tombstone).execute();
}

/** The tombstones of projects, in the order in which they were asked for. */
export async function listTombstones(
  db: Queryable,
  projectIds: readonly number[],
): Promise<readonly TombstoneRow[]> {
  if (projectIds.length === 0) return [];
  return db
    .selectFrom('tombstones')
    .selectAll()
    .where('projectId', 'in', projectIds)
    .orderBy('atMs')
    .orderBy('id')
    .execute();
}

/** Forgets the tombstones whose time lies that far before what every spool has passed. */
export async function forgetPassedTombstones(db: Queryable, marginMs: number): Promise<void> {
  const { passedMs } = await db
    .selectFrom('captureProgress')
    .select((eb) => eb.fn.min('passedMs').as('passedMs'))
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom('tombstones')
    .where('atMs', '<', (passedMs ?? 0) - marginMs)
    .execute();
}
