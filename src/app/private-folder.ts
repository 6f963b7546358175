import { chmodSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';

/** Rights of everybody but the owner. */
const OTHERS = 0o077;
const STICKY = 0o1000;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Makes the data folder one that only its owner may look into, with everything that is written from now on by this
 * process and those that it starts. A folder of ours that is open is tightened, with what lies directly in it; deeper
 * things cannot be reached then.
 * @returns a warning when others may still look into it, with the command that ends that
 */
export function preparePrivateFolder(folder: string): string | null {
  process.umask(OTHERS);
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  if (isOurs(statSync(folder))) tighten(folder);
  return exposureOf(folder);
}

/** A warning when others may look into the folder, with the command that ends that; null also when there is none. */
export function exposureOf(folder: string): string | null {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & OTHERS) === 0 || process.getuid === undefined) return null;
  const rights = (found.mode & 0o7777).toString(8).padStart(4, '0');
  return (
    `The data folder ${folder} (mode ${rights}) is open to other users of this machine, with the keys and events in it. ` +
    `Close it: chmod 700 '${folder.replaceAll("'", "'\\''")}'`
  );
}

/** A sticky folder, such as /tmp, is meant for everybody, whoever owns it. */
function isOurs({ uid, mode }: Stats): boolean {
  return uid === process.getuid?.() && (mode & STICKY) === 0;
}

function tighten(folder: string): void {
  closeToOthers(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile() || entry.isDirectory()) closeToOthers(path.join(folder, entry.name));
}

/** Where the file system knows no rights or refuses, the warning tells. */
function closeToOthers(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || !isOurs(found) || (found.mode & OTHERS) === 0) return;
  try {
    chmodSync(file, found.isDirectory() ? FOLDER_MODE : FILE_MODE);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

const REFUSALS: readonly unknown[] = ['EPERM', 'EACCES', 'EROFS', 'ENOTSUP', 'ENOSYS'];

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REFUSALS.includes(error.code);
}
