import path from 'node:path';
import type { Database } from '../adapters/store/database.ts';
import { checkPostgres, openPostgresDatabase } from '../adapters/store/postgres-database.ts';
import { openSqliteDatabase } from '../adapters/store/sqlite-database.ts';
import { sqliteFileObstacle } from '../adapters/store/sqlite-file-obstacle.ts';
import type { Workers, WorkerTask } from '../adapters/workers/workers.ts';
import type { Observe } from '../base/observation.ts';
import { StartupError } from '../base/startup-error.ts';
import { unfinishedRestore } from './backup/unfinished-restore.ts';
import { checkpointTask, emptyLogTask } from './checkpoint-task.ts';
import type { Settings } from './config.ts';
import { folderFormatObstacle } from './folder-format.ts';
import { checkHolder } from './hold-store.ts';

/** Longest time of one statement on PostgreSQL; the store's own take milliseconds. */
const STATEMENT_TIMEOUT_MS = 15_000;

/**
 * Opens the metadata store that the settings name, migrated.
 * @throws StartupError when it cannot be reached or was written by a newer program
 */
export async function openStore(
  settings: Pick<Settings, 'databaseUrl' | 'databaseConnections' | 'dataDir'>,
  { observe, workers }: { readonly observe: Observe; readonly workers: Workers },
): Promise<Database> {
  if (settings.databaseUrl === undefined) {
    const file = storeFile(settings.dataDir);
    return openSqliteDatabase(file, {
      onSync: (durationMs) => observe({ kind: 'disk_sync', file: 'store', durationMs }),
      checkpoint: () => inThread(checkpointTask, file, { workers, observe }),
      emptyLog: () => inThread(emptyLogTask, file, { workers, observe }),
    });
  }
  return openPostgresDatabase({
    url: settings.databaseUrl,
    maxConnections: settings.databaseConnections,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
}

/**
 * Why this build cannot work with what lies in the data folder and the metadata store of the settings, with the way
 * out; null when it can. Changes nothing, so it is asked before anything else.
 */
export async function dataObstacle({
  databaseUrl,
  dataDir,
}: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<string | null> {
  const inFolder =
    unfinishedRestore(dataDir) ?? sqliteFileObstacle(storeFile(dataDir)) ?? folderFormatObstacle(dataDir);
  if (inFolder !== null || databaseUrl === undefined) return inFolder;
  try {
    await checkPostgres(databaseUrl);
    return null;
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
}

/** Tasks of the service itself take the turn of no project. */
const NO_PROJECT = 0;

/** Does a task with the file of the store; a failure is observed. */
async function inThread(
  task: WorkerTask<string, void>,
  file: string,
  { workers, observe }: { readonly workers: Workers; readonly observe: Observe },
): Promise<void> {
  const call = { projectId: NO_PROJECT, signal: new AbortController().signal };
  await workers.run(task, file, call).catch((error: unknown) => {
    observe({ kind: 'failure', where: 'store log', error });
  });
}

function storeFile(dataDir: string): string {
  return path.join(dataDir, 'store.sqlite');
}

/**
 * Says which metadata store the settings name and that it can be used, without changing it.
 * @throws StartupError saying why it cannot
 */
export async function checkStore(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 'engineUrl' | 'testSeparateEngines'>,
): Promise<string> {
  if (settings.databaseUrl === undefined) return 'SQLite in the data folder';
  const version = await checkPostgres(settings.databaseUrl);
  await checkHolder(settings);
  return `PostgreSQL ${version}`;
}
