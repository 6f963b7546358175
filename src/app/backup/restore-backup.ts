import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { lockDataFolder } from '../../adapters/store/lock-data-folder.ts';
import { StartupError } from '../../base/startup-error.ts';
import { folderObstacle } from '../folder-obstacle.ts';
import { dataObstacle } from '../open-store.ts';
import { type BackupEntry, type BackupManifest, dataOf, readManifest } from './backup-manifest.ts';
import { copyFile } from './copy-file.ts';
import { syncEntries } from './sync-entries.ts';
import { beginRestore, endRestore, unfinishedRestore } from './unfinished-restore.ts';
import type { OnProgress } from './write-backup.ts';

/** Files that a lock leaves in an empty folder. */
const OF_LOCK: readonly string[] = ['sluice.lock', 'sluice.pid'];

/**
 * Makes a data folder of a backup. The folder must be new or empty, or hold what an earlier restore that was cut off
 * has left. Until everything in it is on disk and compared with the sums of the backup, the folder is refused by
 * everything that could work in it.
 * @throws StartupError when the backup is incomplete, damaged or of another build, or the folder is in use
 */
export async function restoreBackup(
  backup: string,
  dataDir: string,
  onProgress: OnProgress,
): Promise<BackupManifest> {
  const manifest = readManifest(backup);
  const obstacle =
    (await dataObstacle({ dataDir: dataOf(backup), databaseUrl: undefined })) ?? folderObstacle(dataDir);
  if (obstacle !== null) throw new StartupError(obstacle);
  checkEmpty(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataFolder(dataDir);
  try {
    beginRestore(dataDir);
    for (const name of readdirSync(dataDir).filter((each) => !isOurs(each)))
      rmSync(path.join(dataDir, name), { recursive: true });
    await copyEntries(manifest.entries, dataOf(backup), dataDir, onProgress);
    endRestore(dataDir);
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

async function copyEntries(
  entries: readonly BackupEntry[],
  from: string,
  to: string,
  onProgress: OnProgress,
): Promise<void> {
  const all = entries.reduce((sum, entry) => sum + (entry.kind === 'file' ? entry.bytes : 0), 0);
  let done = 0;
  const onBytes = (bytes: number): void => {
    done += bytes;
    onProgress(done, Math.max(all, done));
  };
  for (const entry of entries) {
    const target = path.join(to, entry.path);
    if (entry.kind === 'folder') mkdirSync(target, { mode: 0o700 });
    else if (entry.kind === 'link') symlinkSync(entry.target, target);
    else {
      const source = path.join(from, entry.path);
      const copied = await copyFile(source, target, onBytes);
      if (copied.sha256 !== entry.sha256)
        throw new StartupError(`${source} is damaged: it is not what was backed up. Use another backup.`);
    }
  }
  await syncEntries(entries, to);
}
