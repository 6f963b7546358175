import { newRandomUuid } from '../../base/ids.ts';
import type { Queryable } from './database.ts';
import type { CaptureProgressTable } from './tables/person-tables.ts';

/** How far the events of a spool were taken over. Positions count the bytes of all that the spool ever held. */
export type CaptureProgress = Omit<CaptureProgressTable, 'spoolName'>;

/** The progress of the spool of that name; a new one starts at 0. */
export async function ensureCaptureProgress(db: Queryable, spoolName: string): Promise<CaptureProgress> {
  await db
    .insertInto('captureProgress')
    .values({
      spoolName,
      spoolId: newRandomUuid(),
      appliedTo: 0,
      writtenTo: 0,
      appliedLanes: null,
      passedMs: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom('captureProgress')
    .selectAll()
    .where('spoolName', '=', spoolName)
    .executeTakeFirstOrThrow();
}

/**
 * Records that the spool is applied up to `appliedTo`, or of the last block these lanes. Call it in the transaction
 * that applies the block.
 */
export async function setAppliedTo(
  db: Queryable,
  spoolName: string,
  { appliedTo, appliedLanes }: Pick<CaptureProgress, 'appliedTo' | 'appliedLanes'>,
): Promise<void> {
  await db
    .updateTable('captureProgress')
    .set({ appliedTo, appliedLanes })
    .where('spoolName', '=', spoolName)
    .execute();
}

/** Records that the engine has everything up to `position`. */
export async function setWrittenTo(db: Queryable, spoolName: string, position: number): Promise<void> {
  await db
    .updateTable('captureProgress')
    .set({ writtenTo: position })
    .where('spoolName', '=', spoolName)
    .execute();
}

/** True when a spool with another name ever had events. */
export async function hasOtherSpools(db: Queryable, spoolName: string): Promise<boolean> {
  const row = await db
    .selectFrom('captureProgress')
    .select('spoolName')
    .where('spoolName', '!=', spoolName)
    .where('appliedTo', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that the spool has nothing unwritten that was received before a time. */
export async function setPassed(db: Queryable, spoolName: string, passedMs: number): Promise<void> {
  await db.updateTable('captureProgress').set({ passedMs }).where('spoolName', '=', spoolName).execute();
}

/** Names of the spools of which a block is half written. */
export async function findHalfWritten(db: Queryable): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('captureProgress')
    .select('spoolName')
    .whereRef('appliedTo', '>', 'writtenTo')
    .orderBy('spoolName')
    .execute();
  return rows.map(({ spoolName }) => spoolName);
}
