import type { Selectable } from 'kysely';
import { invariant } from '../../base/invariant.ts';
import type { ImportFormat } from '../../schema/import.ts';
import type { ImportMapping } from '../../schema/import-mapping.ts';
import type { Queryable } from './database.ts';
import type { ImportTable } from './schema.ts';

export type ImportState = ImportTable['state'];

/** What an import was asked to do. */
export interface ImportOrder {
  readonly format: ImportFormat;
  /** What the columns mean; null = those of an export. */
  readonly mapping: ImportMapping | null;
  /** Absolute path of the file. */
  readonly path: string;
  /** Changes when the file does: an import of the same file that was cut off is gone on with. */
  readonly fileState: string;
  /** The file was stored for this import and goes with its end. */
  readonly ownsFile: boolean;
  /** Where rows go that are not taken: absolute path of a JSON lines file. */
  readonly rejectPath: string;
  /** `fail`: nothing is written when a row cannot be taken. */
  readonly onError: 'skip' | 'fail';
  /** Only looks at the file and counts. */
  readonly isDryRun: boolean;
}

/** Rows of a file by what became of them. */
export interface ImportCounts {
  readonly read: number;
  readonly inserted: number;
  /** Events that the project had already, or that came earlier in the file. */
  readonly duplicate: number;
  readonly rejected: number;
}

/** Rows that are written one by one: what they will have added when they are all visible. */
export interface PendingOddRows extends ImportCounts {
  /** Number of the last of them. */
  readonly lastRow: number;
  /** Length of the reject file after them. */
  readonly rejectBytes: number;
}

/** How far an import has come. */
export interface ImportPosition {
  /** Rows of the file; null until they are known. */
  readonly total: number | null;
  /** The first chunk that is not completely in the engine. */
  readonly nextChunk: number;
  /** The chunk that must be inserted again after a crash, as it was. */
  readonly pendingChunk: number | null;
  /** Number of the last row that was judged one by one; -1 = none. */
  readonly oddAfter: number;
  /** Rows that must be written again after a crash; they keep these counts. */
  readonly pendingOdd: PendingOddRows | null;
  readonly rejectBytes: number;
}

/** Names an import. */
export type ImportKey = Pick<ImportRow, 'projectId' | 'id'>;

export interface ImportRow extends ImportCounts, ImportPosition {
  readonly id: string;
  readonly projectId: number;
  readonly fileName: string;
  readonly state: ImportState;
  /** Set when nothing is left but to remove its tables and file. */
  readonly outcome: ImportTable['outcome'];
  readonly error: string | null;
  /** JSON list of the first events of a dry run. */
  readonly sample: string | null;
  readonly order: ImportOrder;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Adds an import that waits for its turn. */
export async function insertImport(
  db: Queryable,
  added: Pick<ImportRow, 'id' | 'projectId' | 'fileName' | 'order'> & { readonly replica: string },
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
      order_json: JSON.stringify(added.order),
      outcome: null,
      error: null,
      sample: null,
      rows_total: null,
      next_chunk: 0,
      pending_chunk: null,
      odd_after: -1,
      pending_odd: null,
      reject_bytes: 0,
      rows_read: 0,
      rows_inserted: 0,
      rows_duplicate: 0,
      rows_rejected: 0,
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    })
    .execute();
}

type ImportChange = Partial<
  ImportCounts & ImportPosition & Pick<ImportRow, 'state' | 'outcome' | 'error' | 'sample'>
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
    .set({
      updated_at_ms: nowMs,
      ...(change.state !== undefined && { state: change.state }),
      ...(change.outcome !== undefined && { outcome: change.outcome }),
      ...(change.error !== undefined && { error: change.error }),
      ...(change.sample !== undefined && { sample: change.sample }),
      ...(change.total !== undefined && { rows_total: change.total }),
      ...(change.nextChunk !== undefined && { next_chunk: change.nextChunk }),
      ...(change.pendingChunk !== undefined && { pending_chunk: change.pendingChunk }),
      ...(change.oddAfter !== undefined && { odd_after: change.oddAfter }),
      ...(change.pendingOdd !== undefined && {
        pending_odd: change.pendingOdd === null ? null : JSON.stringify(change.pendingOdd),
      }),
      ...(change.rejectBytes !== undefined && { reject_bytes: change.rejectBytes }),
      ...(change.read !== undefined && { rows_read: change.read }),
      ...(change.inserted !== undefined && { rows_inserted: change.inserted }),
      ...(change.duplicate !== undefined && { rows_duplicate: change.duplicate }),
      ...(change.rejected !== undefined && { rows_rejected: change.rejected }),
    })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute();
}

/** The imports of a replica that have not ended, oldest first. */
export async function findRunningImports(db: Queryable, replica: string): Promise<readonly ImportRow[]> {
  const rows = await db
    .selectFrom('imports')
    .selectAll()
    .where('state', '=', 'running')
    .where('replica', '=', replica)
    .orderBy('created_at_ms')
    .orderBy('id')
    .execute();
  return rows.map(toImport);
}

/** Ids of all imports of a project. */
export async function findImportIds(db: Queryable, projectId: number): Promise<readonly string[]> {
  const rows = await db.selectFrom('imports').select('id').where('project_id', '=', projectId).execute();
  return rows.map(({ id }) => id);
}

/** A page of the imports of a project, newest first, and how many there are. */
export async function listImports(
  db: Queryable,
  projectId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly count: number; readonly imports: readonly ImportRow[] }> {
  const ofProject = db
    .selectFrom('imports')
    .where('project_id', '=', projectId)
    .where('order_json', 'is not', null);
  const { count } = await ofProject
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await ofProject
    .selectAll()
    .orderBy('created_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count: Number(count), imports: rows.map(toImport) };
}

/** The import of the project with that id; undefined also for one of an earlier version. */
export async function findImport(
  db: Queryable,
  { projectId, id }: ImportKey,
): Promise<ImportRow | undefined> {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('order_json', 'is not', null)
    .executeTakeFirst();
  return row && toImport(row);
}

function toImport(row: Selectable<ImportTable>): ImportRow {
  invariant(row.order_json !== null, 'imports without an order are not read');
  return {
    id: row.id,
    projectId: row.project_id,
    fileName: row.file_name,
    state: row.state,
    outcome: row.outcome,
    error: row.error,
    sample: row.sample,
    order: JSON.parse(row.order_json),
    total: row.rows_total,
    nextChunk: row.next_chunk,
    pendingChunk: row.pending_chunk,
    oddAfter: row.odd_after,
    pendingOdd: row.pending_odd === null ? null : JSON.parse(row.pending_odd),
    rejectBytes: row.reject_bytes,
    read: row.rows_read,
    inserted: row.rows_inserted,
    duplicate: row.rows_duplicate,
    rejected: row.rows_rejected,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}
