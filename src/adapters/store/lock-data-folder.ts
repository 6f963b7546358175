import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pid } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../../base/startup-error.ts';

export interface DataFolderLock {
  release(): void;
}

/**
 * Makes this process the only one that works in `folder`. The lock is the operating system's (SQLite's exclusive lock
 * on `sluice.lock`), so it ends with the process however that ends: there is no stale lock to clean up and no moment
 * in which two processes hold it. `sluice.pid` only tells who holds it.
 * @throws StartupError naming the process when another one holds it
 */
export function lockDataFolder(folder: string): DataFolderLock {
  const lock = new DatabaseSync(join(folder, LOCK));
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive');
  } catch (error) {
    lock.close();
    throw refusal(folder, error);
  }
  writeFileSync(pidFile(folder), `${pid}\n`);
  return { release: () => lock.close() };
}

/** A sentence that names the process which has the folder, and the way out; null when none has. Changes nothing. */
export function dataFolderHolder(folder: string): string | null {
  const file = join(folder, LOCK);
  if (!existsSync(file)) return null;
  const lock = new DatabaseSync(file, { readOnly: true });
  try {
    lock.exec('pragma busy_timeout = 0; select count(*) from sqlite_schema');
    return null;
  } catch (error) {
    if (isBusy(error)) return heldSentence(folder);
    throw error;
  } finally {
    lock.close();
  }
}

const LOCK = 'sluice.lock';

/** SQLITE_BUSY. */
const BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY;
}

function refusal(folder: string, error: unknown): unknown {
  return isBusy(error) ? new StartupError(heldSentence(folder)) : error;
}

function heldSentence(folder: string): string {
  return (
    `The data folder ${folder} is in use by another Sluice process (pid ${holderPid(folder)}). ` +
    'Stop that process, or set SLUICE_DATA_DIR to another folder.'
  );
}

function holderPid(folder: string): string {
  try {
    return readFileSync(pidFile(folder), 'utf8').trim();
  } catch {
    // The holder has the lock and has not written its pid yet; it is not worth waiting for.
    return 'unknown';
  }
}

function pidFile(folder: string): string {
  return join(folder, 'sluice.pid');
}
