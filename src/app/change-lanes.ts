import { findHalfWritten } from '../adapters/store/capture-progress-store.ts';
import { findDeletions } from '../adapters/store/deletion-store.ts';
import { openPostgresDatabase } from '../adapters/store/postgres-database.ts';
import { Deadline } from '../base/deadline.ts';
import { AppError, isAppError } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import { StartupError } from '../base/startup-error.ts';
import { wait } from '../base/wait.ts';
import { LEASE_TIMES } from '../services/leases/held-lease.ts';
import { SharedLanes } from '../services/leases/shared-lanes.ts';
import type { Settings } from './config.ts';

const STATEMENT_TIMEOUT_MS = 15_000;
const PATIENCE_MS = 120_000;
const PAUSE_MS = 500;

/**
 * Sets how many lanes the writers of a store have, while its services run: takes the leases of all lanes when no block
 * is half written. @param lanes null = as many as there are
 * @returns how many there are now
 * @throws StartupError where the settings name no store of several services, and when blocks stay half written
 */
export async function changeLanes(
  { databaseUrl: url }: Pick<Settings, 'databaseUrl'>,
  lanes: number | null,
): Promise<number> {
  if (url === undefined)
    throw new StartupError(
      'Lanes are for services that share PostgreSQL and an engine: set SLUICE_DATABASE_URL.',
    );
  const database = await openPostgresDatabase({
    url,
    maxConnections: 2,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const { leases, query } = database;
  invariant(leases !== undefined, 'PostgreSQL has leases');
  const shared = new SharedLanes({
    database,
    book: leases,
    owner: 'sluice lanes',
    times: LEASE_TIMES,
    complete: async (_, isOfLane) => {
      if ((await findDeletions(query)).some(({ projectId }) => isOfLane(projectId))) throw notYet();
    },
  });
  const isHalfWritten = async (): Promise<boolean> => (await findHalfWritten(query)).length > 0;
  try {
    const patience = Deadline.after(PATIENCE_MS);
    while (lanes !== null && !(await shared.setCount(lanes, isHalfWritten).catch(orLater))) {
      if (patience.isOver) throw stillHalfWritten(await findHalfWritten(query));
      await wait(PAUSE_MS);
    }
    return await shared.count();
  } finally {
    await database.close();
  }
}

function notYet(): AppError {
  return new AppError('engine_unavailable', 'A deletion is to be completed by the services.');
}

/** What passes by itself: somebody changes the lanes too, or services have something to complete first. */
function orLater(error: unknown): false {
  if (isAppError(error, 'engine_unavailable')) return false;
  throw error;
}

function stillHalfWritten(spools: readonly string[]): StartupError {
  const who = spools.length === 0 ? 'services' : `the services of the spools ${spools.join(', ')}`;
  return new StartupError(
    `A block is half written or a deletion half done: start ${who}, so that it ends, and try again.`,
  );
}
