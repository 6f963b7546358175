import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { lockDataFolder } from '../../adapters/store/lock-data-folder.ts';
import { StartupError } from '../../base/startup-error.ts';
import { folderObstacle } from '../folder-obstacle.ts';
import { dataObstacle } from '../open-store.ts';
import { type BackupEntry, type BackupManifest, dataOf, readManifest } from './backup-manifest.ts';
import { checkForms, checkSums, damaged } from './check-backup.ts';
import { bytesOf, copyEntries, type OnProgress } from './copy-entries.ts';
import { onDiskWithRoom } from './on-disk-with-room.ts';
import { beginRestore, endRestore, unfinishedRestore } from './unfinished-restore.ts';

/** Files that a lock leaves in an empty folder. */
const OF_LOCK: readonly string[] = ['sluice.lock', 'sluice.pid'];

/**
 * Makes a data folder of a backup. The folder must be new or empty, or hold what an earlier restore that was cut off
 * has left. Until everything in it is on disk and compared with the sums of the backup, the folder is refused by
 * everything that could work in it.
 * @throws StartupError when the backup is incomplete, damaged or of another build, the folder is in use, or its disk
 *   has no room
 */
export async function restoreBackup(
  backup: string,
  dataDir: string,
  onProgress: OnProgress,
): Promise<BackupManifest> {
  const manifest = readManifest(backup);
  checkForms(backup, manifest);
  const obstacle =
    (await dataObstacle({ dataDir: dataOf(backup), databaseUrl: undefined })) ?? folderObstacle(dataDir);
  if (obstacle !== null) throw new StartupError(obstacle);
  checkEmpty(dataDir);
  const bytes = bytesOf(manifest.entries);
  let checked = 0;
  // Before anything is written: else a damaged backup would be noticed in the middle of a folder.
  await checkSums(backup, manifest, (more) => {
    checked += more;
    onProgress(checked, 2 * bytes);
  });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataFolder(dataDir);
  try {
    await beginRestore(dataDir);
    for (const name of readdirSync(dataDir).filter((each) => !isOurs(each)))
      rmSync(path.join(dataDir, name), { recursive: true });
    const from = dataOf(backup);
    const onCopied = (done: number, all: number): void => onProgress(bytes + done, bytes + all);
    const copy = { from, to: dataDir, onProgress: onCopied };
    await onDiskWithRoom(dataDir, 'restore once more', () =>
      copyEntries(manifest.entries, copy, (copied, entry) => checkCopied(from, copied, entry)),
    );
    await endRestore(dataDir);
  } finally {
    lock.release();
  }
  return manifest;
}

function checkEmpty(dataDir: string): void {
  if (statSync(dataDir, { throwIfNoEntry: false }) === undefined || unfinishedRestore(dataDir) !== null)
    return;
  if (readdirSync(dataDir).every((name) => OF_LOCK.includes(name))) return;
  throw new StartupError(
    `The data folder ${dataDir} is not empty. Name a new one (--data-dir), or move what is there away.`,
  );
}

/** True for what the restore itself needs in the folder. */
function isOurs(name: string): boolean {
  return OF_LOCK.includes(name) || name.startsWith('sluice.lock') || name === 'restore-unfinished';
}

/** @throws StartupError when a copied file is not what was backed up */
function checkCopied(source: string, copied: BackupEntry, entry: BackupEntry): void {
  if (copied.kind !== 'file' || entry.kind !== 'file' || copied.sha256 === entry.sha256) return;
  throw damaged(source, entry);
}
