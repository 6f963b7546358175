import path from 'node:path';
import { syncToDisk } from '../../base/sync-to-disk.ts';
import type { DataEntry } from './data-entries.ts';

/**
 * Brings copied files and their folders to the disk. When all are copied and not one by one: the first wait takes the
 * others along, where thousands of them would hold up a service that acknowledges events on the same disk.
 */
export async function syncEntries(entries: readonly DataEntry[], folder: string): Promise<void> {
  for (const entry of entries) if (entry.kind === 'file') await syncToDisk(path.join(folder, entry.path));
  for (const entry of entries) if (entry.kind === 'folder') await syncToDisk(path.join(folder, entry.path));
  await syncToDisk(folder);
}
