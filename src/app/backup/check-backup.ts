import { lstatSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '../../base/startup-error.ts';
import { type BackupEntry, type BackupManifest, dataOf } from './backup-manifest.ts';
import { sumOfFile } from './copy-file.ts';

/**
 * Looks whether everything that a backup lists is there, and as long as it was.
 * @throws StartupError for the first entry that is not
 */
export function checkForms(backup: string, { entries }: BackupManifest): void {
  const from = dataOf(backup);
  for (const entry of entries) if (!hasForm(path.join(from, entry.path), entry)) throw damaged(from, entry);
}

/**
 * Compares every byte of a backup with the sums of its manifest.
 * @param onBytes called with the number of bytes that each step has read
 * @throws StartupError for the first file that is not what was backed up
 */
export async function checkSums(
  backup: string,
  { entries }: BackupManifest,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const from = dataOf(backup);
  for (const entry of entries) {
    if (entry.kind !== 'file') continue;
    const { sha256 } = await sumOfFile(path.join(from, entry.path), onBytes);
    if (sha256 !== entry.sha256) throw damaged(from, entry);
  }
}

/** The refusal of an entry that is not what was backed up. */
export function damaged(from: string, { path: place }: BackupEntry): StartupError {
  return new StartupError(
    `${path.join(from, place)} is damaged: it is not what was backed up. Use another backup.`,
  );
}

function hasForm(file: string, entry: BackupEntry): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (entry.kind === 'folder') return found.isDirectory();
  if (entry.kind === 'link') return found.isSymbolicLink() && readlinkSync(file) === entry.target;
  return found.isFile() && found.size === entry.bytes;
}
