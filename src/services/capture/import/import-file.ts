import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  findRunningImports,
  type ImportOrder,
  type ImportRow,
  insertImport,
} from '../../../adapters/store/import-store.ts';
import { newUuid } from '../../../base/ids.ts';
import type { CaptureServices } from '../capture-services.ts';
import { failureReason } from '../writer/job-failure.ts';
import type { ImportWatch } from './import-watch.ts';
import { endImport, runImport } from './run-import.ts';

/** What is to be imported. By default the file is in the form of an export, and rows that are no events are skipped. */
export interface ImportRequest
  extends ImportWatch,
    Partial<Omit<ImportOrder, 'ownsFile' | 'path' | 'fileState'>>,
    Pick<ImportOrder, 'path'> {
  readonly projectId: number;
}

/**
 * Imports a file, or goes on with an import of this file that was cut off. Safe to run again: events that are there
 * already are skipped. Resolves when queries see the whole file.
 * @throws AppError as `runImport`; then nothing of the import is pending
 */
export async function importFile(
  services: CaptureServices,
  { projectId, onProgress, signal, inTurn, ...given }: ImportRequest,
): Promise<ImportRow> {
  const { database, clock, replica } = services;
  const order: ImportOrder = {
    format: 'posthog',
    mapping: null,
    rejectPath: `${given.path}.rejected.jsonl`,
    onError: 'skip',
    isDryRun: false,
    ...given,
    fileState: await stateOf(given.path),
    ownsFile: false,
  };
  const left = await findRunningImports(database.query, replica);
  const asked = JSON.stringify(order);
  const same = left.find(
    (each) => each.projectId === projectId && each.outcome === null && JSON.stringify(each.order) === asked,
  );
  const id = same?.id ?? newUuid();
  if (same === undefined) {
    const added = { id, projectId, replica, fileName: basename(order.path), order };
    await insertImport(database.query, added, clock.nowMs());
  }
  try {
    return await runImport(services, { projectId, id }, { onProgress, signal, inTurn });
  } catch (error) {
    // When this fails too, the next start goes on with the import.
    await endImport(services, { projectId, id }, 'failed', failureReason(error)).catch(() => undefined);
    throw error;
  }
}

async function stateOf(file: string): Promise<string> {
  const { size, mtimeMs, ino } = await stat(file);
  return `${size} ${mtimeMs} ${ino}`;
}
