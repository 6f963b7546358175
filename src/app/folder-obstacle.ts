import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { dataFolderHolder } from '../adapters/store/lock-data-folder.ts';
import { newRandomUuid } from '../base/ids.ts';

/** What is written to see whether there is room; a start itself writes more. */
const PROBE_BYTES = 65_536;
const PROBE = '.sluice-probe-';

/** Why the service cannot work in the data folder, with the way out, in a sentence; null = it can. Changes nothing. */
export function folderObstacle(folder: string): string | null {
  try {
    const existing = nearestExisting(folder);
    if (!statSync(existing).isDirectory())
      return `The data folder ${folder} cannot be made, because ${existing} is a file. ${ANOTHER_FOLDER}`;
    writeProbe(existing);
    if (existing !== folder) return null;
    for (const entry of readdirSync(folder)) mustBeOurs(path.join(folder, entry));
  } catch (error) {
    return describeRefusal(folder, error);
  }
  return dataFolderHolder(folder);
}

const ANOTHER_FOLDER = 'Set SLUICE_DATA_DIR to another folder.';

/** The folder, or the nearest one above it that is there. */
function nearestExisting(folder: string): string {
  const isThere = statSync(folder, { throwIfNoEntry: false }) !== undefined;
  return isThere ? folder : nearestExisting(path.dirname(folder));
}

function writeProbe(folder: string): void {
  const file = path.join(folder, `${PROBE}${newRandomUuid()}`);
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    for (let written = 0; written < PROBE_BYTES; )
      written += writeSync(descriptor, Buffer.alloc(PROBE_BYTES - written));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
    unlinkSync(file);
  }
}

function mustBeOurs(entry: string): void {
  // Links whose target is gone are nobody's.
  if (statSync(entry, { throwIfNoEntry: false }) !== undefined)
    accessSync(entry, constants.R_OK | constants.W_OK);
}

/** The sentence for what the file system answered. */
export function describeRefusal(folder: string, error: unknown): string {
  const { code, path: file, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      if (syscall === 'stat' && file !== undefined && folder.startsWith(file))
        return describeClosed(folder, nearestSeen(path.dirname(file)));
      return describeRights(folder, file ?? folder);
    case 'EROFS':
      return `The data folder ${folder} is on a file system that is mounted read-only. Mount it for writing, or set SLUICE_DATA_DIR to another folder.`;
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return `There is no space for the data folder ${folder} (${code}). Free some, or set SLUICE_DATA_DIR to another folder.`;
    default:
      return `The data folder ${folder} cannot be used (${code ?? String(error)}). ${ANOTHER_FOLDER}`;
  }
}

/** The nearest folder that this process sees: it may not enter that one. */
function nearestSeen(folder: string): string {
  try {
    statSync(folder);
    return folder;
  } catch {
    return nearestSeen(path.dirname(folder));
  }
}

function describeClosed(folder: string, closed: string): string {
  return `User ${userId()} may not enter ${closed}, in which the data folder ${folder} is. Let that user enter it, or set SLUICE_DATA_DIR to another folder.`;
}

function userId(): number | string {
  return process.getuid?.() ?? 'of this process';
}

/** @param file what was refused: the folder, a file in it, or the probe in the nearest folder that is there */
function describeRights(folder: string, file: string): string {
  const user = userId();
  const probed = path.basename(file).startsWith(PROBE) ? path.dirname(file) : file;
  if (!probed.startsWith(folder))
    return `User ${user} may not make the data folder ${folder} in ${probed}. Make it and give it to that user, or set SLUICE_DATA_DIR to another folder.`;
  return `User ${user} may not read and write ${probed}. Give the data folder to that user (chown -R ${user} ${folder}), or set SLUICE_DATA_DIR to another folder.`;
}
