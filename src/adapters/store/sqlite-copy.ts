import sqliteModule, { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../base/errors.ts';
import type { StoreCopy } from './database.ts';

/** Pages that are copied before others get the file's lock. */
const PAGES_AT_ONCE = 500;

/**
 * Holds on to what is committed in a SQLite file now. A reading transaction does that: whoever writes meanwhile writes
 * to the log, and neither waits for the other.
 * @throws AppError backup_unavailable under a Node before 22.16, which cannot copy a file that is written to
 */
export function beginSqliteCopy(
  path: string,
  { backup }: Partial<Pick<typeof sqliteModule, 'backup'>> = sqliteModule,
): StoreCopy {
  if (backup === undefined)
    throw new AppError('backup_unavailable', 'A backup of a running service needs Node.js 22.16 or newer.');
  const sqlite = new DatabaseSync(path, { readOnly: true });
  try {
    // The transaction begins with its first read.
    sqlite.exec('begin; select count(*) from sqlite_schema');
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return {
    writeTo: async (file) => {
      await backup(sqlite, file, { rate: PAGES_AT_ONCE });
    },
    close: () => sqlite.close(),
  };
}

/** Brings into a SQLite file what its log holds and no reader needs there. Others may read and write meanwhile. */
export function checkpointSqliteFile(path: string): void {
  const sqlite = new DatabaseSync(path);
  try {
    sqlite.exec('pragma wal_checkpoint(passive)');
  } finally {
    sqlite.close();
  }
}

/** Empties the log of a SQLite file, so that no earlier state of a row stands in it. Others may have the file open. */
export function emptySqliteLog(path: string): void {
  const sqlite = new DatabaseSync(path);
  try {
    // The second one keeps writers out, and so has little left to do.
    sqlite.exec(
      'pragma busy_timeout = 1000; pragma wal_checkpoint(passive); pragma wal_checkpoint(truncate)',
    );
  } finally {
    sqlite.close();
  }
}

/** Brings what is in the log of a SQLite file into the file itself. Nobody else may have it open. */
export function settleSqliteFile(path: string): void {
  const sqlite = new DatabaseSync(path);
  try {
    sqlite.exec('pragma wal_checkpoint(truncate)');
  } finally {
    sqlite.close();
  }
}
