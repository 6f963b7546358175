import type { Selectable } from 'kysely';
import type { Queryable } from './database.ts';
import type { ImportTable } from './schema.ts';

export type ImportState = ImportTable['state'];

/** Rows of a file by what became of them. */
export interface ImportCounts {
  readonly read: number;
  readonly inserted: number;
  /** Events that the project had already, or that came earlier in the file. */
  readonly duplicate: number;
  readonly rejected: number;
}

export interface ImportRow extends ImportCounts {
  readonly id: string;
  readonly projectId: number;
  readonly fileName: string;
  readonly state: ImportState;
  /** The chunk that must be inserted again after a crash, as it was. */
  readonly pendingChunk: number | null;
}

/** Adds an import that begins now. */
export async function insertImport(
  db: Queryable,
  added: Pick<ImportRow, 'id' | 'projectId' | 'fileName'> & { readonly replica: string },
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('imports')
    .values({
      id: added.id,
      project_id: added.projectId,
      replica: added.replica,
      file_name: added.fileName,
      state: 'running',
      pending_chunk: null,
      rows_read: 0,
      rows_inserted: 0,
      rows_duplicate: 0,
      rows_rejected: 0,
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    })
    .execute();
}

/** Records what is known of an import. */
export async function updateImport(
  db: Queryable,
  id: string,
  change: Partial<ImportCounts> & { readonly state?: ImportState; readonly pendingChunk?: number | null },
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({
      updated_at_ms: nowMs,
      ...(change.state !== undefined && { state: change.state }),
      ...(change.pendingChunk !== undefined && { pending_chunk: change.pendingChunk }),
      ...(change.read !== undefined && { rows_read: change.read }),
      ...(change.inserted !== undefined && { rows_inserted: change.inserted }),
      ...(change.duplicate !== undefined && { rows_duplicate: change.duplicate }),
      ...(change.rejected !== undefined && { rows_rejected: change.rejected }),
    })
    .where('id', '=', id)
    .execute();
}

/** Ids of the imports that were running when the program of that replica ended. */
export async function findRunningImportIds(db: Queryable, replica: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'running')
    .where('replica', '=', replica)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of all imports of a project. */
export async function findImportIds(db: Queryable, projectId: number): Promise<readonly string[]> {
  const rows = await db.selectFrom('imports').select('id').where('project_id', '=', projectId).execute();
  return rows.map(({ id }) => id);
}

/** The import of that id. */
export async function findImport(db: Queryable, id: string): Promise<ImportRow | undefined> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toImport(row);
}

function toImport(row: Selectable<ImportTable>): ImportRow {
  return {
    id: row.id,
    projectId: row.project_id,
    fileName: row.file_name,
    state: row.state,
    pendingChunk: row.pending_chunk,
    read: row.rows_read,
    inserted: row.rows_inserted,
    duplicate: row.rows_duplicate,
    rejected: row.rows_rejected,
  };
}
