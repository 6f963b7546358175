import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '../../base/startup-error.ts';
import { BACKUP_FORMAT, type BackupEntry, dataOf, manifestFile } from './backup-manifest.ts';
import { copyFile } from './copy-file.ts';
import { type DataEntry, dataEntries } from './data-entries.ts';
import { syncEntries } from './sync-entries.ts';
import { syncFolder } from './unfinished-restore.ts';

/** How far a copy is, in bytes. */
export type OnProgress = (done: number, all: number) => void;

export interface BackupSource {
  /** A data folder that nobody changes. */
  readonly folder: string;
  readonly version: string;
  readonly createdAt: string;
}

export interface WrittenBackup {
  readonly files: number;
  readonly bytes: number;
}

/** @throws StartupError when there is something at the place where a backup is to be */
export function checkBackupTarget(target: string): void {
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new StartupError(`${target} is not empty. Name a folder that does not exist yet.`);
}

/**
 * Copies a data folder into `target`, a new folder. `backup.json` is written when everything else is on disk, so that
 * what a crash leaves is no backup.
 */
export async function writeBackup(
  { folder, version, createdAt }: BackupSource,
  target: string,
  onProgress: OnProgress,
): Promise<WrittenBackup> {
  checkBackupTarget(target);
  mkdirSync(dataOf(target), { recursive: true, mode: 0o700 });
  const found = dataEntries(folder);
  const all = found.reduce((sum, entry) => sum + (entry.kind === 'file' ? entry.bytes : 0), 0);
  let done = 0;
  const onBytes = (bytes: number): void => {
    done += bytes;
    onProgress(done, Math.max(all, done));
  };
  const entries: BackupEntry[] = [];
  for (const entry of found) entries.push(await copyEntry(entry, folder, dataOf(target), onBytes));
  await syncEntries(entries, dataOf(target));
  const manifest = { format: BACKUP_FORMAT, version, created_at: createdAt, entries };
  const unfinished = `${manifestFile(target)}.part`;
  writeFileSync(unfinished, `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
  renameSync(unfinished, manifestFile(target));
  syncFolder(target);
  return { files: entries.filter(({ kind }) => kind === 'file').length, bytes: done };
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
