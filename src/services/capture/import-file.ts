import { basename } from 'node:path';
import {
  CHUNK_LINES,
  countPlainLines,
  dropImportTables,
  findFreshLines,
  type ImportTables,
  importTables,
  insertChunk,
  stageFile,
} from '../../adapters/engine/statements/import-rows.ts';
import {
  findImport,
  findRunningImportIds,
  type ImportCounts,
  type ImportState,
  insertImport,
  updateImport,
} from '../../adapters/store/import-store.ts';
import { newUuid } from '../../base/ids.ts';
import { applyImportedChunk } from './apply-imported-chunk.ts';
import type { CaptureServices } from './capture-services.ts';
import { importOddLines } from './import-odd-lines.ts';
import type { ImportProgress, RejectedLine } from './import-progress.ts';
import { engineTimestamp } from './normalize-event.ts';
import { projectPersons } from './project-persons.ts';
import type { WriterServices } from './writer-services.ts';

export interface ImportRequest {
  readonly projectId: number;
  /** A file in the form of a PostHog export, JSON lines, plain or compressed by its name; absolute path. */
  readonly path: string;
  /** Told after each step. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Told of each line that is not taken, with its number (from 1) and the reason. */
  readonly onRejected?: (rejected: RejectedLine) => void;
}

/**
 * Imports a file: the engine reads it itself, chunk by chunk, and only lines that need more care go through the spool.
 * Importing it again changes nothing. Resolves when queries see all of it.
 */
export async function importFile(services: CaptureServices, request: ImportRequest): Promise<ImportProgress> {
  const { engine, database, clock } = services;
  const id = newUuid();
  const tables = importTables(id, request.projectId);
  const nowMs = clock.nowMs();
  const fileName = basename(request.path);
  const added = { id, projectId: request.projectId, replica: services.replica, fileName };
  await insertImport(database.query, added, nowMs);
  try {
    const total = await stageFile(engine, tables, { path: request.path, nowMs });
    const counts = await importLines(services, request, { id, tables, total });
    await dropImportTables(engine, tables);
    await updateImport(database.query, id, { ...counts, state: 'completed' }, clock.nowMs());
    return { ...counts, total };
  } catch (error) {
    // Under the lock, what a failed chunk has left is finished first. When that fails too, the next start does it.
    await services.writeLock.hold(() => endImport(services, id, 'failed')).catch(() => undefined);
    throw error;
  }
}

async function importLines(
  services: CaptureServices,
  request: ImportRequest,
  { id, tables, total }: { readonly id: string; readonly tables: ImportTables; readonly total: number },
): Promise<ImportCounts> {
  let counts: ImportCounts = { read: 0, inserted: 0, duplicate: 0, rejected: 0 };
  const add = (more: ImportCounts): void => {
    counts = {
      read: counts.read + more.read,
      inserted: counts.inserted + more.inserted,
      duplicate: counts.duplicate + more.duplicate,
      rejected: counts.rejected + more.rejected,
    };
    request.onProgress?.({ ...counts, total });
  };
  for (let chunk = 0; chunk * CHUNK_LINES < total; chunk += 1)
    add(await services.writeLock.hold(() => importChunk(services, { id, tables, chunk })));
  await importOddLines(services, tables, { add, onRejected: request.onRejected ?? (() => undefined) });
  return counts;
}

/** Like a block of the writer, see README.md: what is new, then persons, then events, then their ids. */
async function importChunk(
  services: CaptureServices,
  { id, tables, chunk }: { readonly id: string; readonly tables: ImportTables; readonly chunk: number },
): Promise<ImportCounts> {
  const read = await countPlainLines(services.engine, tables, chunk);
  const inserted = await findFreshLines(services.engine, tables, chunk);
  if (inserted > 0) {
    await applyImportedChunk(services, tables, { importId: id, chunk });
    try {
      await writePendingChunk(services, id);
    } catch (error) {
      services.writeLock.leave(() => writePendingChunk(services, id));
      throw error;
    }
  }
  return { read, inserted, duplicate: read - inserted, rejected: 0 };
}

/** Inserts the chunk of an import whose persons are applied. May be repeated after a failure or crash at any point. */
async function writePendingChunk(services: WriterServices, importId: string): Promise<void> {
  const { engine, database, clock } = services;
  const running = await findImport(database.query, importId);
  if (running === undefined || running.pendingChunk === null) return;
  const { projectId, pendingChunk: chunk } = running;
  await projectPersons(services);
  const tables = importTables(importId, projectId);
  const createdAt = engineTimestamp(clock.nowMs() * 1000);
  await insertChunk(engine, tables, { chunk, token: `${importId}:${chunk}`, createdAt });
  await updateImport(database.query, importId, { pendingChunk: null }, clock.nowMs());
}

/** Forgets an import that did not reach its end, after completing the chunk that it was in. */
async function endImport(services: WriterServices, id: string, state: ImportState): Promise<void> {
  const { engine, database, clock } = services;
  const running = await findImport(database.query, id);
  if (running === undefined) return;
  await writePendingChunk(services, id);
  await dropImportTables(engine, importTables(id, running.projectId));
  await updateImport(database.query, id, { state }, clock.nowMs());
}

/**
 * Ends imports of this replica that a crash has cut off; the rest of their files is left to new imports. To be called
 * before anything else writes events.
 */
export async function endInterruptedImports(services: WriterServices, replica: string): Promise<void> {
  for (const id of await findRunningImportIds(services.database.query, replica))
    await endImport(services, id, 'interrupted');
}
