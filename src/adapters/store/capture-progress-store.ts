import { newRandomUuid } from '../../base/ids.ts';
import type { Queryable } from './database.ts';

/** How far a spool has come; positions are bytes of its endless log. */
export interface CaptureProgress {
  /** Part of the tokens of its blocks. */
  readonly spoolId: string;
  /** What lies before it has its persons, groups and definitions in this database. */
  readonly appliedTo: number;
  /** What lies before it has its events in the engine. Smaller than `appliedTo` only while a block is being written. */
  readonly writtenTo: number;
}

/** The progress of the spool of that name; a new one starts at 0. */
export async function ensureCaptureProgress(db: Queryable, spoolName: string): Promise<CaptureProgress> {
  await db
    .insertInto('capture_progress')
    .values({ spool_name: spoolName, spool_id: newRandomUuid(), applied_to: 0, written_to: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('capture_progress')
    .selectAll()
    .where('spool_name', '=', spoolName)
    .executeTakeFirstOrThrow();
  return { spoolId: row.spool_id, appliedTo: row.applied_to, writtenTo: row.written_to };
}

/** Records that a block is applied up to `position`. Belongs into the transaction that applies it. */
export async function setAppliedTo(db: Queryable, spoolName: string, position: number): Promise<void> {
  await db
    .updateTable('capture_progress')
    .set({ applied_to: position })
    .where('spool_name', '=', spoolName)
    .execute();
}

/** Records that the engine has everything up to `position`. */
export async function setWrittenTo(db: Queryable, spoolName: string, position: number): Promise<void> {
  await db
    .updateTable('capture_progress')
    .set({ written_to: position })
    .where('spool_name', '=', spoolName)
    .execute();
}

/** True when another spool than that one ever had events. */
export async function hasOtherSpools(db: Queryable, spoolName: string): Promise<boolean> {
  const row = await db
    .selectFrom('capture_progress')
    .select('spool_name')
    .where('spool_name', '!=', spoolName)
    .where('applied_to', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
