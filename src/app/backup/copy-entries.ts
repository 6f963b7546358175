import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { BackupEntry } from './backup-manifest.ts';
import { copyFile } from './copy-file.ts';
import type { DataEntry } from './data-entries.ts';
import { syncEntries } from './sync-entries.ts';

/** How far a copy is, in bytes. */
export type OnProgress = (done: number, all: number) => void;

/** How many bytes the files among the entries have. */
export function bytesOf(entries: readonly DataEntry[]): number {
  return entries.reduce((sum, entry) => sum + (entry.kind === 'file' ? entry.bytes : 0), 0);
}

/**
 * Copies entries of the folder `from` into the folder `to`, and brings them to the disk when all are copied.
 * @param onCopied called after each entry with what was copied
 */
export async function copyEntries<Entry extends DataEntry>(
  entries: readonly Entry[],
  { from, to, onProgress }: { readonly from: string; readonly to: string; readonly onProgress: OnProgress },
  onCopied: (copied: BackupEntry, entry: Entry) => void,
): Promise<void> {
  const all = bytesOf(entries);
  let done = 0;
  const onBytes = (bytes: number): void => {
    done += bytes;
    onProgress(done, Math.max(all, done));
  };
  for (const entry of entries) onCopied(await copyEntry(entry, from, to, onBytes), entry);
  await syncEntries(entries, to);
}

async function copyEntry(
  entry: DataEntry,
  from: string,
  to: string,
  onBytes: (bytes: number) => void,
): Promise<BackupEntry> {
  const target = path.join(to, entry.path);
  if (entry.kind === 'folder') mkdirSync(target, { mode: 0o700 });
  if (entry.kind === 'link') symlinkSync(entry.target, target);
  if (entry.kind !== 'file') return entry;
  return { ...entry, ...(await copyFile(path.join(from, entry.path), target, onBytes)) };
}
