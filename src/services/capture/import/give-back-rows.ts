import { createWriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Engine } from '../../../adapters/engine/engine.ts';
import { streamRejectedRows } from '../../../adapters/engine/statements/stream-rejected-rows.ts';
import { type ImportOrder, type ImportRow, updateImport } from '../../../adapters/store/import-store.ts';
import { syncToDisk } from '../../../base/sync-to-disk.ts';
import type { CaptureServices } from '../capture-services.ts';
import { isTransient } from '../writer/job-failure.ts';
import { readableFile } from './readable-file.ts';

/**
 * Gives the rejected rows of an import the text with which they came, in the order of the file. Rows of JSON lines in
 * the form of an export have it already. To be called when all rows are judged; may be repeated after a failure or
 * crash at any point. What was imported stays imported when the file cannot be read again.
 * @throws only errors after which a repetition may work
 */
export async function giveBackRows(services: CaptureServices, running: ImportRow): Promise<void> {
  const { order, rejectBytes } = running;
  if (rejectBytes === 0 || order.format === 'posthog') return;
  try {
    const size = await rewrite(services.engine, order);
    await updateImport(services.database.query, running, { rejectBytes: size }, services.clock.nowMs());
  } catch (error) {
    if (isTransient(error)) throw error;
    services.observe({ kind: 'failure', where: 'import', error });
  }
}

/** @returns the length of the reject file */
async function rewrite(engine: Engine, order: ImportOrder): Promise<number> {
  const { body } = await streamRejectedRows(engine, await readableFile(order), order.rejectPath);
  const made = `${order.rejectPath}.new`;
  await pipeline(body, createWriteStream(made, { mode: 0o600 }));
  await syncToDisk(made);
  const { size } = await stat(made);
  await rename(made, order.rejectPath);
  return size;
}
