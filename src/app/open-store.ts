import path from 'node:path';
import type { Database } from '../adapters/store/database.ts';
import { checkPostgres, openPostgresDatabase } from '../adapters/store/postgres-database.ts';
import { openSqliteDatabase } from '../adapters/store/sqlite-database.ts';
import type { Settings } from './config.ts';
import { checkHolder } from './hold-store.ts';

/** Longest time of one statement on PostgreSQL; the store's own take milliseconds. */
const STATEMENT_TIMEOUT_MS = 15_000;

/**
 * Opens the metadata store that the settings name, migrated.
 * @throws StartupError when it cannot be reached or was written by a newer program
 */
export async function openStore(
  settings: Pick<Settings, 'databaseUrl' | 'databaseConnections' | 'dataDir'>,
): Promise<Database> {
  if (settings.databaseUrl === undefined)
    return openSqliteDatabase(path.join(settings.dataDir, 'store.sqlite'));
  return openPostgresDatabase({
    url: settings.databaseUrl,
    maxConnections: settings.databaseConnections,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
}

/**
 * Says which metadata store the settings name and that it can be used, without changing it.
 * @throws StartupError saying why it cannot
 */
export async function checkStore(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 'testSeparateEngines'>,
): Promise<string> {
  if (settings.databaseUrl === undefined) return 'SQLite in the data folder';
  const version = await checkPostgres(settings.databaseUrl);
  await checkHolder(settings);
  return `PostgreSQL ${version}`;
}
