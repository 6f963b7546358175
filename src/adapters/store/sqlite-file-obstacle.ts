import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { MIGRATION_TABLE, storeObstacle } from './store-build.ts';

/**
 * Why this build does not work with the store in a SQLite file, with the way out; null when it does. Changes nothing.
 */
export function sqliteFileObstacle(path: string): string | null {
  if (sizeOf(path) === 0) return null;
  try {
    return storeObstacle(`The metadata store ${path}`, appliedIn(path));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The metadata store ${path} cannot be read (${reason}). Restore a backup of the data folder.`;
  }
}

function appliedIn(path: string): readonly string[] {
  const sqlite = openToRead(path);
  try {
    const book = sqlite.prepare('select 1 from sqlite_schema where name = ?').get(MIGRATION_TABLE);
    if (book === undefined) return [];
    return sqlite
      .prepare(`select name from ${MIGRATION_TABLE}`)
      .all()
      .map(({ name }) => String(name));
  } finally {
    sqlite.close();
  }
}

function openToRead(path: string): DatabaseSync {
  const file = pathToFileURL(path);
  // Without a log of what is not in it yet, the file is whole; read as one that nobody writes it gets none either.
  if (sizeOf(`${path}-wal`) === 0) file.searchParams.set('immutable', '1');
  try {
    return new DatabaseSync(file, { readOnly: true });
  } catch (error) {
    // Node before 22.15 takes paths only; reading leaves an empty log beside the file then.
    if (!(error instanceof TypeError)) throw error;
    return new DatabaseSync(path, { readOnly: true });
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
