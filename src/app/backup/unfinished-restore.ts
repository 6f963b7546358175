import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

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
export function beginRestore(folder: string): void {
  writeFileSync(path.join(folder, MARK), '', { flush: true });
  syncFolder(folder);
}

/** Marks a restored folder as whole. Everything in the folder must be on disk before. */
export function endRestore(folder: string): void {
  syncFolder(folder);
  rmSync(path.join(folder, MARK));
  syncFolder(folder);
}

/** Makes the list of the files of a folder durable. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
