import { dropImportTables, importTables } from '../../../adapters/engine/statements/import-rows.ts';
import {
  findImport,
  type ImportKey,
  type ImportOutcome,
  type ImportRow,
  updateImport,
} from '../../../adapters/store/import-store.ts';
import { AppError } from '../../../base/errors.ts';
import { giveBackRows } from './give-back-rows.ts';
import type { ImportingServices } from './import-bytes.ts';
import type { ImportWatch } from './import-watch.ts';
import { linkImportedPersons } from './link-imported-persons.ts';
import { checkEveryRow, previewRows } from './preview-rows.ts';
import { stageReadable } from './stage-readable.ts';
import { whenSpoolIsWritten, writeBlocks } from './write-blocks.ts';

/**
 * Does what is left of an import: reads its file into a table of the import and sends the rows the way of captured
 * events. After a crash or failure at any point a second run ends with the same rows and the same counts. Resolves when
 * queries see the whole file.
 * @returns the import as it has ended, or as the signal has stopped it
 * @throws AppError invalid_value when the file cannot be read, or when a row cannot be taken and that is not allowed;
 *   not_found when the project was deleted meanwhile
 */
export async function runImport(
  services: ImportingServices,
  key: ImportKey,
  { onProgress = () => undefined, signal, inTurn = (step) => step() }: ImportWatch = {},
): Promise<ImportRow> {
  await whenSpoolIsWritten(services);
  let running = await readImport(services, key);
  const step = (next: ImportRow): ImportRow => {
    running = next;
    onProgress(running);
    return running;
  };
  const { outcome } = running;
  if (outcome !== null) return inTurn(() => endImport(services, key, outcome));
  if (running.total === null) step(await inTurn(() => stage(services, running)));
  if (running.order.onError === 'fail' && running.read === 0) await checkEveryRow(services, running, inTurn);
  if (running.order.isDryRun) {
    step(await previewRows(services, running, inTurn));
    return inTurn(() => complete(services, running));
  }
  const onWritten = async () => step(await readImport(services, key));
  if (!(await writeBlocks(services, running, { inTurn, signal, onWritten }))) return running;
  if (!(await inTurn(() => linkImportedPersons(services, running, signal)))) return running;
  return inTurn(() => complete(services, running));
}

async function complete(services: ImportingServices, running: ImportRow): Promise<ImportRow> {
  await giveBackRows(services, running);
  return endImport(services, running, 'completed');
}

async function readImport(
  { database }: Pick<ImportingServices, 'database'>,
  key: ImportKey,
): Promise<ImportRow> {
  const running = await findImport(database.query, key);
  if (running === undefined) throw new AppError('not_found', 'The project of the import was deleted.');
  return running;
}

/** Reads the file into a table. What an earlier attempt left there is read anew. */
async function stage(services: ImportingServices, running: ImportRow): Promise<ImportRow> {
  const { engine, database, clock } = services;
  const { id, projectId, order } = running;
  const tables = importTables(id, projectId);
  await dropImportTables(engine, tables);
  const total = await stageReadable(services, tables, order);
  await updateImport(database.query, running, { total }, clock.nowMs());
  return { ...running, total };
}

/**
 * Removes the tables and files of an import and records how it has ended. May be repeated after a failure or crash at
 * any point.
 */
export async function endImport(
  { engine, database, clock, importBytes }: ImportingServices,
  key: ImportKey,
  outcome: ImportOutcome,
  error: string | null = null,
): Promise<ImportRow> {
  const running = await readImport({ database }, key);
  const reason = error === null ? {} : { error };
  await updateImport(database.query, running, { outcome, ...reason }, clock.nowMs());
  await dropImportTables(engine, importTables(running.id, running.projectId));
  await importBytes.remove(running.order);
  await updateImport(database.query, running, { state: outcome }, clock.nowMs());
  return readImport({ database }, key);
}
