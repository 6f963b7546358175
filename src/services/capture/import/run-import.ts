import { findAbsentColumns } from '../../../adapters/engine/statements/find-absent-columns.ts';
import {
  CHUNK_LINES,
  countLinesBefore,
  dropImportTables,
  importTables,
  stageFile,
} from '../../../adapters/engine/statements/import-rows.ts';
import { eventRetentionOf } from '../../../adapters/store/event-retention-store.ts';
import {
  findImport,
  type ImportKey,
  type ImportRow,
  updateImport,
} from '../../../adapters/store/import-store.ts';
import { addIngestionWarnings } from '../../../adapters/store/ingestion-warning-store.ts';
import { findProject } from '../../../adapters/store/project-store.ts';
import { AppError, isAppError } from '../../../base/errors.ts';
import { keptFromMs } from '../../../base/event-retention.ts';
import { isDiskFull } from '../../../base/is-disk-full.ts';
import type { CaptureServices } from '../capture-services.ts';
import { checkMappedColumns } from './check-mapped-columns.ts';
import { importChunk, writePendingChunk } from './import-chunk.ts';
import { removeFile } from './import-folder.ts';
import { importOddRows } from './import-odd-rows.ts';
import { linkImportedPersons } from './link-imported-persons.ts';
import { checkEveryRow, previewRows } from './preview-rows.ts';

/** How an import is watched and stopped. */
export interface ImportWatch {
  /** Called after each step. */
  readonly onProgress?: ((progress: ImportRow) => void) | undefined;
  /** Ends the work after the running step; the import counts as running. */
  readonly signal?: AbortSignal | undefined;
  /** Does a step when it is the import's turn; absent = at once. */
  readonly inTurn?: InTurn | undefined;
}

/** Does a step of an import when it is its turn. */
export type InTurn = <Value>(step: () => Promise<Value>) => Promise<Value>;

/**
 * Does what is left of an import: reads its file into a table of the import, lets the engine insert chunk by chunk, and
 * sends odd rows the way of captured events. After a crash or failure at any point a second run ends with the same rows
 * and the same counts. Resolves when queries see the whole file.
 * @returns the import as it has ended, or as the signal has stopped it
 * @throws AppError invalid_value when the file cannot be read, or when a row cannot be taken and that is not allowed;
 *   not_found when the project was deleted meanwhile
 */
export async function runImport(
  services: CaptureServices,
  key: ImportKey,
  { onProgress = () => undefined, signal, inTurn = (step) => step() }: ImportWatch = {},
): Promise<ImportRow> {
  let running = await readImport(services, key);
  const step = (next: ImportRow): void => {
    running = next;
    onProgress(running);
  };
  const { outcome } = running;
  if (outcome !== null) return inTurn(() => endImport(services, key, outcome));
  if (running.total === null) step(await inTurn(() => stage(services, running)));
  if (running.order.isDryRun) {
    step(await inTurn(() => previewRows(services, running)));
    return inTurn(() => endImport(services, key, 'completed'));
  }
  if (running.order.onError === 'fail' && running.read === 0)
    await inTurn(() => checkEveryRow(services, running));
  for (; running.nextChunk * CHUNK_LINES < (running.total ?? 0); ) {
    if (signal?.aborted) return running;
    step(await inTurn(() => importNextChunk(services, key)));
  }
  const nextOddRows = () => inTurn(() => importOddRows(services, running));
  for (let odd: ImportRow | null = running; odd !== null; odd = await nextOddRows()) {
    if (signal?.aborted) return running;
    step(odd);
  }
  if (!(await inTurn(() => linkImportedPersons(services, running, signal)))) return running;
  return inTurn(() => endImport(services, key, 'completed'));
}

function importNextChunk(services: CaptureServices, key: ImportKey): Promise<ImportRow> {
  return services.writeLock.hold(key.projectId, async () =>
    importChunk(services, await readImport(services, key)),
  );
}

async function readImport(
  { database }: Pick<CaptureServices, 'database'>,
  key: ImportKey,
): Promise<ImportRow> {
  const running = await findImport(database.query, key);
  if (running === undefined) throw new AppError('not_found', 'The project of the import was deleted.');
  return running;
}

/** Reads the file into a table. What an earlier attempt left there is read anew. */
async function stage({ engine, database, clock }: CaptureServices, running: ImportRow): Promise<ImportRow> {
  const { id, projectId, order } = running;
  const tables = importTables(id, projectId);
  const nowMs = clock.nowMs();
  await dropImportTables(engine, tables);
  const refuseFile = (error: unknown): never => {
    if (isTransient(error)) throw error;
    throw new AppError('invalid_value', `The file cannot be read as ${order.format}.`, { cause: error });
  };
  await checkMappedColumns(order.mapping, (paths) =>
    findAbsentColumns(engine, order, paths).catch(refuseFile),
  );
  const total = await stageFile(engine, tables, { ...order, nowMs }).catch(refuseFile);
  const project = await findProject(database.query, projectId);
  const keptMs = project && keptFromMs(eventRetentionOf(project), nowMs);
  const expired = typeof keptMs === 'number' ? await countLinesBefore(engine, tables, keptMs) : 0;
  const warning = { reason: 'older_than_retention', details: { events: expired }, createdAtMs: nowMs };
  await database.transaction(async (transaction) => {
    if (expired > 0) await addIngestionWarnings(transaction, projectId, [warning]);
    await updateImport(transaction, running, { total }, nowMs);
  });
  return { ...running, total };
}

/** True when the same step may work later. */
export function isTransient(error: unknown): boolean {
  const isAway = isAppError(
    error,
    'engine_unavailable',
    'query_capacity',
    'store_unavailable',
    'capture_capacity',
  );
  return isAway || isDiskFull(error);
}

/** Why an import failed, as its owner sees it. */
export function failureReason(error: unknown): string {
  const isExposed = isAppError(error) && error.code !== 'internal_error';
  return isExposed ? error.message : 'A defect of the service; its log has more.';
}

/**
 * Removes the tables and files of an import and records how it has ended. A pending chunk of a failed attempt is
 * completed first. May be repeated after a failure or crash at any point.
 */
export async function endImport(
  services: CaptureServices,
  key: ImportKey,
  outcome: 'completed' | 'failed',
  error: string | null = null,
): Promise<ImportRow> {
  const { engine, database, clock, writeLock } = services;
  await writeLock.hold(key.projectId, () => writePendingChunk(services, key));
  const running = await readImport(services, key);
  const reason = error === null ? {} : { error };
  await updateImport(database.query, running, { outcome, ...reason }, clock.nowMs());
  await dropImportTables(engine, importTables(running.id, running.projectId));
  if (running.order.ownsFile) await removeFile(running.order.path);
  await updateImport(database.query, running, { state: outcome }, clock.nowMs());
  return readImport(services, key);
}
