import {
  countFreshLines,
  countPlainLines,
  findFreshLines,
  importTables,
  insertChunk,
} from '../../../adapters/engine/statements/import-rows.ts';
import {
  findImport,
  findRunningImports,
  type ImportKey,
  type ImportRow,
  updateImport,
} from '../../../adapters/store/import-store.ts';
import { findProject } from '../../../adapters/store/project-store.ts';
import { AppError } from '../../../base/errors.ts';
import type { CaptureServices } from '../capture-services.ts';
import { engineTimestamp } from '../event/engine-timestamp.ts';
import { projectDistinctIds, projectPersons } from '../persons/project-persons.ts';
import type { WriterServices } from '../writer/writer-services.ts';
import { addCounts } from './add-counts.ts';
import { applyImportedChunk } from './apply-imported-chunk.ts';

/**
 * Takes the next chunk of an import, like a block of the writer (see README.md): first it finds what is new, then it
 * writes persons, events, the ids of the events, and the progress. The caller holds the write lock, and nothing of the
 * import is pending.
 * @returns the import after the chunk
 * @throws AppError not_found when the project was deleted
 */
export async function importChunk(services: CaptureServices, running: ImportRow): Promise<ImportRow> {
  const { engine, database, clock } = services;
  const { id, projectId, nextChunk: chunk } = running;
  if ((await findProject(database.query, projectId)) === undefined)
    throw new AppError('not_found', 'The project of the import was deleted.');
  const tables = importTables(id, projectId);
  await findFreshLines(engine, tables, chunk);
  if ((await countFreshLines(engine, tables, chunk)) === 0) {
    const read = await countPlainLines(engine, tables, chunk);
    const counts = addCounts(running, { read, inserted: 0, duplicate: read, rejected: 0 });
    await updateImport(database.query, running, { ...counts, nextChunk: chunk + 1 }, clock.nowMs());
    return { ...running, ...counts, nextChunk: chunk + 1 };
  }
  await applyImportedChunk(services, tables, { importId: id, chunk });
  try {
    await insertPendingChunk(services, running, { isRepeated: false });
  } catch (error) {
    services.writeLock.leave(() => writePendingChunk(services, running));
    throw error;
  }
  return (await findImport(database.query, running)) ?? running;
}

/**
 * Completes a chunk of an import that an earlier attempt left pending. May be repeated after a failure or crash at any
 * point.
 */
export async function writePendingChunk(services: WriterServices, key: ImportKey): Promise<void> {
  await insertPendingChunk(services, key, { isRepeated: true });
}

/** Inserts the chunk of an import whose persons are already applied. */
async function insertPendingChunk(
  services: WriterServices,
  key: ImportKey,
  { isRepeated }: { readonly isRepeated: boolean },
): Promise<void> {
  const { engine, database, clock } = services;
  const running = await findImport(database.query, key);
  if (running === undefined || running.pendingChunk === null) return;
  const { projectId, id, pendingChunk: chunk } = running;
  await projectDistinctIds(services);
  const tables = importTables(id, projectId);
  const createdAt = engineTimestamp(clock.nowMs() * 1000);
  // Waits for the end of both, even when one fails: the next holder of the write lock may do the same again.
  const ended = await Promise.allSettled([
    insertChunk(engine, tables, { chunk, createdAt, isRepeated }),
    projectPersons(services),
  ]);
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  const read = await countPlainLines(engine, tables, chunk);
  const inserted = await countFreshLines(engine, tables, chunk);
  const counts = addCounts(running, { read, inserted, duplicate: read - inserted, rejected: 0 });
  const after = { ...counts, nextChunk: chunk + 1, pendingChunk: null };
  await updateImport(database.query, running, after, clock.nowMs());
}

/** Completes the chunks that were pending when this replica ended. Call it before anything else writes events. */
export async function completePendingChunks(services: WriterServices, replica: string): Promise<void> {
  for (const key of await findRunningImports(services.database.query, replica))
    await writePendingChunk(services, key);
}
