import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { StartupError } from '../../base/startup-error.ts';
import { syncToDisk } from '../../base/sync-to-disk.ts';
import { BACKUP_FORMAT, type BackupEntry, dataOf, manifestFile, manifestText } from './backup-manifest.ts';
import { bytesOf, copyEntries, type OnProgress } from './copy-entries.ts';
import { dataEntries } from './data-entries.ts';
import { onDiskWithRoom } from './on-disk-with-room.ts';

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
 * @throws StartupError when there is something in `target`, and when its disk has no room
 */
export async function writeBackup(
  source: BackupSource,
  target: string,
  onProgress: OnProgress,
): Promise<WrittenBackup> {
  checkBackupTarget(target);
  const advice = `remove ${target}, which is no backup, and try again`;
  return onDiskWithRoom(target, advice, () => copyInto(target, source, onProgress));
}

async function copyInto(
  target: string,
  { folder, version, createdAt }: BackupSource,
  onProgress: OnProgress,
): Promise<WrittenBackup> {
  mkdirSync(dataOf(target), { recursive: true, mode: 0o700 });
  const entries: BackupEntry[] = [];
  const copy = { from: folder, to: dataOf(target), onProgress };
  await copyEntries(dataEntries(folder), copy, (copied) => entries.push(copied));
  const manifest = { format: BACKUP_FORMAT, version, created_at: createdAt, entries } as const;
  const unfinished = `${manifestFile(target)}.part`;
  writeFileSync(unfinished, manifestText(manifest), { mode: 0o600, flush: true });
  renameSync(unfinished, manifestFile(target));
  await syncToDisk(target);
  return { files: entries.filter(({ kind }) => kind === 'file').length, bytes: bytesOf(entries) };
}
