import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { syncToDisk } from '../../base/sync-to-disk.ts';

const MARK = 'restore-unfinished';

/** Says why nothing works with a folder that a restore has not filled; null when none is under way in it. */
export function unfinishedRestore(folder: string): string | null {
  if (!existsSync(path.join(folder, MARK))) return null;
  return (
    `The data folder ${folder} holds part of a restore that was cut off. ` +
    'Run the same `sluice restore` again, or remove the folder.'
  );
}

/** From now on the folder is refused, also after a crash. */
export async function beginRestore(folder: string): Promise<void> {
  writeFileSync(path.join(folder, MARK), '', { flush: true });
  await syncToDisk(folder);
}

/** Marks a restored folder as whole. Everything in the folder must be on disk before. */
export async function endRestore(folder: string): Promise<void> {
  await syncToDisk(folder);
  rmSync(path.join(folder, MARK));
  await syncToDisk(folder);
}
