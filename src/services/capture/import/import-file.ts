import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  findRunningImports,
  type ImportOrder,
  type ImportRow,
  insertImport,
} from '../../../adapters/store/import-store.ts';
import { newUuid } from '../../../base/ids.ts';
import { failureReason } from '../writer/job-failure.ts';
import { fileOfImport, type ImportBytes, type ImportingServices } from './import-bytes.ts';
import { importObjectKey } from './import-folder.ts';
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
  services: ImportingServices,
  { projectId, onProgress, signal, inTurn, ...given }: ImportRequest,
): Promise<ImportRow> {
  const { database, clock, replica, engine, importBytes } = services;
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
  const asked = askedOf(order);
  const same = left.find(
    (each) => each.projectId === projectId && each.outcome === null && askedOf(each.order) === asked,
  );
  const id = same?.id ?? newUuid();
  if (same === undefined) {
    const sent = engine.objectsFrom === 's3' ? await sendToBucket(importBytes, id, order) : order;
    const added = { id, projectId, replica, fileName: basename(order.path), order: sent };
    await insertImport(database.query, added, clock.nowMs());
  }
  try {
    const ended = await runImport(services, { projectId, id }, { onProgress, signal, inTurn });
    await bringRejected(importBytes, ended);
    return ended;
  } catch (error) {
    // When this fails too, the next start goes on with the import.
    await endImport(services, { projectId, id }, 'failed', failureReason(error)).catch(() => undefined);
    throw error;
  }
}

/** What an import was asked to do, wherever its file was brought. */
function askedOf(order: ImportOrder): string {
  return JSON.stringify({ ...order, objectKey: undefined });
}

/** An engine elsewhere cannot read files of this machine. */
async function sendToBucket(importBytes: ImportBytes, id: string, order: ImportOrder): Promise<ImportOrder> {
  const sent = { ...order, objectKey: importObjectKey(id) };
  await importBytes.write(fileOfImport(sent), await importBytes.open(fileOfImport(order)));
  return sent;
}

/** Rows that were not taken stand beside the file, wherever the import kept them. */
async function bringRejected(importBytes: ImportBytes, { order, rejectBytes }: ImportRow): Promise<void> {
  if (order.objectKey === undefined || rejectBytes === 0) return;
  const target = { kind: 'file', path: order.rejectPath } as const;
  await importBytes.write(target, importBytes.rejected(order, rejectBytes));
}

async function stateOf(file: string): Promise<string> {
  const { size, mtimeMs, ino } = await stat(file);
  return `${size} ${mtimeMs} ${ino}`;
}
