import { withPostgres } from '../adapters/store/postgres-database.ts';
import { forgetReplica, type ListedReplica, listReplicas } from '../adapters/store/replica-store.ts';
import { StartupError } from '../base/startup-error.ts';
import type { Settings } from './config.ts';

type StoreSettings = Pick<Settings, 'databaseUrl'>;

/** @throws StartupError for a store that only one service can use */
export async function listStoreReplicas(settings: StoreSettings): Promise<readonly ListedReplica[]> {
  return withPostgres(urlOf(settings), listReplicas);
}

/** @throws StartupError for a store that only one service can use */
export async function forgetStoreReplica(
  settings: StoreSettings,
  name: string,
): ReturnType<typeof forgetReplica> {
  return withPostgres(urlOf(settings), (query) =>
    forgetReplica({ transaction: (work) => query.transaction().execute(work) }, name),
  );
}

function urlOf({ databaseUrl }: StoreSettings): string {
  if (databaseUrl !== undefined) return databaseUrl;
  throw new StartupError('SLUICE_DATABASE_URL is not set: a metadata store on SQLite has one service.');
}
