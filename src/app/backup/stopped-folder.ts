import { existsSync } from 'node:fs';
import path from 'node:path';
import { dataFolderHolder, lockDataFolder } from '../../adapters/store/lock-data-folder.ts';
import { settleSqliteFile } from '../../adapters/store/sqlite-copy.ts';
import { StartupError } from '../../base/startup-error.ts';
import type { Settings } from '../config.ts';
import { folderObstacle } from '../folder-obstacle.ts';
import { dataObstacle } from '../open-store.ts';

/** True when a process works in the data folder. */
export function isFolderHeld(dataDir: string): boolean {
  return existsSync(dataDir) && dataFolderHolder(dataDir) !== null;
}

/**
 * Does work with the data folder of a service that is stopped, which cannot start meanwhile.
 * @throws StartupError when the folder is in use or no data folder of this build, or the store is not in it
 */
export async function withStoppedFolder<Value>(
  { dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  work: (folder: string) => Promise<Value>,
): Promise<Value> {
  const store = path.join(dataDir, 'store.sqlite');
  if (databaseUrl !== undefined || (existsSync(dataDir) && !existsSync(store)))
    throw new StartupError(
      databaseUrl === undefined
        ? `There is no service in ${dataDir}: it has no store.sqlite.`
        : 'The metadata store is PostgreSQL. Stop the service, then: pg_dump --format=custom ' +
            `--file=store.dump "$SLUICE_DATABASE_URL", and copy the data folder ${dataDir} as a whole.`,
    );
  const obstacle = folderObstacle(dataDir) ?? (await dataObstacle({ dataDir, databaseUrl }));
  if (obstacle !== null) throw new StartupError(obstacle);
  if (!existsSync(dataDir)) throw new StartupError(`There is no data folder ${dataDir}.`);
  const lock = lockDataFolder(dataDir);
  try {
    settleSqliteFile(store);
    return await work(dataDir);
  } finally {
    lock.release();
  }
}
