import { createWriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { streamRejectedRows } from '../../../adapters/engine/statements/stream-rejected-rows.ts';
import { type ImportRow, updateImport } from '../../../adapters/store/import-store.ts';
import { syncToDisk } from '../../../base/sync-to-disk.ts';
import { isTransient } from '../writer/job-failure.ts';
import type { ImportingServices } from './import-bytes.ts';
import { readableFile } from './readable-file.ts';

/**
 * Gives the rejected rows of an import the text with which they came, in the order of the file. Rows of JSON lines in
 * the form of an export have it already. To be called when all rows are judged; may be repeated after a failure or
 * crash at any point. What was imported stays imported when the file cannot be read again.
 * @throws only errors after which a repetition may work
 */
export async function giveBackRows(services: ImportingServices, running: ImportRow): Promise<void> {
  const { order, rejectBytes } = running;
  if (rejectBytes === 0 || order.format === 'posthog') return;
  try {
    const size = await rewrite(services, running);
    await updateImport(services.database.query, running, { rejectBytes: size }, services.clock.nowMs());
  } catch (error) {
    if (isTransient(error)) throw error;
    services.observe({ kind: 'failure', where: 'import', error });
  }
}

/** @returns the length of the reject file */
async function rewrite(
  { engine, importBytes }: ImportingServices,
  { order, rejectBytes }: ImportRow,
): Promise<number> {
  const rejected = await importBytes.gatherRejected(order, rejectBytes);
  const { body } = await streamRejectedRows(engine, await readableFile(importBytes, order), rejected);
  if (order.objectKey !== undefined) return importBytes.replaceRejected(order.objectKey, body);
  const made = `${order.rejectPath}.new`;
  await pipeline(body, createWriteStream(made, { mode: 0o600 }));
  await syncToDisk(made);
  const { size } = await stat(made);
  await rename(made, order.rejectPath);
  return size;
}
