import type { Page, Paging } from '../../schema/page.ts';
import { nextNumber } from './counter-store.ts';
import type { Queryable } from './database.ts';
import { forgetLongEnded } from './forget-long-ended.ts';
import { readPage } from './read-page.ts';
import type { DonePlace, ImportCounts, ImportPosition, ImportTable } from './tables/import-tables.ts';

export type { ImportCounts, ImportOrder, ImportOutcome } from './tables/import-tables.ts';

/** Names an import. */
export type ImportKey = Pick<ImportTable, 'projectId' | 'id'>;

export type ImportRow = Omit<ImportTable, 'replica' | 'leaseOwner' | 'leaseExpiresAtMs'>;

/** Adds an import that waits for its turn. The ones that ended long ago are forgotten. */
export async function insertImport(
  db: Queryable,
  added: Pick<ImportRow, 'id' | 'projectId' | 'fileName' | 'order'> & { readonly replica: string },
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('imports')
    .values({
      ...added,
      number: await nextNumber(db, 'import'),
      state: 'running',
      doneAtUs: -1,
      doneRow: -1,
      rejectBytes: 0,
      read: 0,
      inserted: 0,
      duplicate: 0,
      rejected: 0,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    })
    .execute();
  await forgetLongEnded(db, 'imports', added.projectId);
}

type ImportChange = Partial<
  ImportCounts & ImportPosition & Pick<ImportRow, 'order' | 'state' | 'outcome' | 'error' | 'sample'>
>;

/** Records what is known of an import. */
export async function updateImport(
  db: Queryable,
  { projectId, id }: ImportKey,
  change: ImportChange,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ ...change, updatedAtMs: nowMs })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute();
}

/** Says that an import ends as it is, unless it ends already. */
export async function stopImport(db: Queryable, { projectId, id }: ImportKey, nowMs: number): Promise<void> {
  await db
    .updateTable('imports')
    .set({ outcome: 'stopped', updatedAtMs: nowMs })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .execute();
}

/** Says that the events of an import were taken back. @param number the source that its events name */
export async function markImportUndone(
  db: Queryable,
  { projectId, number }: { readonly projectId: number; readonly number: number },
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ undoneAtMs: nowMs })
    .where('projectId', '=', projectId)
    .where('number', '=', number)
    .where('undoneAtMs', 'is', null)
    .execute();
}

/** Rows of a file that were judged together; their events count when they are applied. */
export interface ImportedPart extends Pick<ImportCounts, 'read' | 'rejected'>, DonePlace {
  readonly importId: string;
  /** The number of the import. */
  readonly source: number;
  /** Bytes that the reject file has for these rows. */
  readonly rejectBytes: number;
}

/** What became of a part. */
interface AppliedPart {
  readonly inserted: number;
  readonly nowMs: number;
  /** The replica whose spool had the part. */
  readonly replica: string;
}

/**
 * Adds a part to what an import has done. Call it in the transaction that applies the events of the part. A part that a
 * replica had in its spool when another one took the import over is counted by that one.
 */
export async function addImportedPart(
  db: Queryable,
  projectId: number,
  { importId, read, rejected, rejectBytes, doneAtUs, doneRow }: ImportedPart,
  { inserted, nowMs, replica }: AppliedPart,
): Promise<void> {
  await db
    .updateTable('imports')
    .set((eb) => ({
      read: eb('read', '+', read),
      inserted: eb('inserted', '+', inserted),
      duplicate: eb('duplicate', '+', read - rejected - inserted),
      rejected: eb('rejected', '+', rejected),
      rejectBytes: eb('rejectBytes', '+', rejectBytes),
      doneAtUs,
      doneRow,
      updatedAtMs: nowMs,
    }))
    .where('projectId', '=', projectId)
    .where('id', '=', importId)
    .where((eb) => eb.or([eb('leaseOwner', 'is', null), eb('leaseOwner', '=', replica)]))
    .execute();
}

/** The imports of a replica that have not ended, oldest first. */
export async function findRunningImports(db: Queryable, replica: string): Promise<readonly ImportRow[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('state', '=', 'running')
    .where('replica', '=', replica)
    .orderBy('createdAtMs')
    .orderBy('id')
    .execute();
}

/** The imports whose rejected rows are kept, and those that may still reject some. */
export async function findKeptRejects(db: Queryable): Promise<readonly ImportKey[]> {
  return db
    .selectFrom('imports')
    .select(['projectId', 'id'])
    .where((eb) => eb.or([eb('state', '=', 'running'), eb('rejectBytes', '>', 0)]))
    .execute();
}

/** Says that nobody reads the rejected rows of ended imports of a project any more, so that their files go. */
export async function forgetRejectedRows(db: Queryable, projectId: number): Promise<void> {
  await db
    .updateTable('imports')
    .set({ rejectBytes: 0 })
    .where('projectId', '=', projectId)
    .where('state', '!=', 'running')
    .execute();
}

/** The same for imports of all projects that ended before a time. */
export async function forgetOldRejects(db: Queryable, beforeMs: number): Promise<void> {
  await db
    .updateTable('imports')
    .set({ rejectBytes: 0 })
    .where('state', '!=', 'running')
    .where('rejectBytes', '>', 0)
    .where('updatedAtMs', '<', beforeMs)
    .execute();
}

/** Ids of all imports of a project. */
export async function findImportIds(db: Queryable, projectId: number): Promise<readonly string[]> {
  const rows = await db.selectFrom('imports').select('id').where('projectId', '=', projectId).execute();
  return rows.map(({ id }) => id);
}

/** A page of the imports of a project, newest first, and how many there are. */
export async function listImports(
  db: Queryable,
  projectId: number,
  paging: Paging,
): Promise<Page<ImportRow>> {
  const ofProject = db.selectFrom('imports').selectAll().where('projectId', '=', projectId);
  return readPage(ofProject.orderBy('createdAtMs', 'desc').orderBy('id', 'desc'), paging);
}

/** The import of the project with that id. */
export async function findImport(
  db: Queryable,
  { projectId, id }: ImportKey,
): Promise<ImportRow | undefined> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}
