import { sql } from 'kysely';
import type { Database, Queryable } from './database.ts';
import { SERVER_NOW_MS } from './server-now.ts';
import type { ReplicaTable } from './tables/replica-tables.ts';

/** A service that was silent for longer is not counted: it has missed three times to say that it is there. */
const LIVE_MS = 15_000;

const IS_LIVE = sql<boolean>`last_seen_at_ms > ${SERVER_NOW_MS} - ${sql.lit(LIVE_MS)}`;

/** Says that a replica is there, and what waits in its spool. */
export async function reportReplica(
  db: Queryable,
  replica: Pick<ReplicaTable, 'name' | 'version' | 'spoolBytes'>,
): Promise<void> {
  const { version, spoolBytes } = replica;
  const seen = { version, spoolBytes, lastSeenAtMs: SERVER_NOW_MS };
  await db
    .insertInto('replicas')
    .values({ ...replica, lastSeenAtMs: SERVER_NOW_MS })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(seen))
    .execute();
}

/** How many replicas were there a moment ago. */
export async function countLiveReplicas(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('replicas')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(IS_LIVE)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Names of the replicas that were there a moment ago, as a sub-select. */
export const liveReplicaNames = (db: Queryable) => db.selectFrom('replicas').select('name').where(IS_LIVE);

/** Names of the replicas that were not there a moment ago and were not given up. */
export async function findGoneReplicas(db: Queryable): Promise<readonly string[]> {
  const gone = await db
    .selectFrom('replicas')
    .select('name')
    .where((eb) => eb.not(IS_LIVE))
    .execute();
  return gone.map(({ name }) => name);
}

/** The versions of all replicas that were not given up, those that are away too. */
export async function listReplicaVersions(
  db: Queryable,
): Promise<readonly Pick<ReplicaTable, 'name' | 'version'>[]> {
  return db.selectFrom('replicas').select(['name', 'version']).execute();
}

/** A replica and whether it was there a moment ago. */
export interface ListedReplica extends ReplicaTable {
  readonly live: boolean;
}

/** All replicas that were not given up, by name. */
export async function listReplicas(db: Queryable): Promise<readonly ListedReplica[]> {
  return db.selectFrom('replicas').selectAll().select(IS_LIVE.as('live')).orderBy('name').execute();
}

/**
 * Gives up a replica that is gone with its folder: nobody waits any longer for the block that it was writing, and its
 * imports fail. `unknown` when there is none of that name, `live` when it was there a moment ago; then nothing is
 * changed.
 */
export async function forgetReplica(
  { transaction }: Pick<Database, 'transaction'>,
  name: string,
): Promise<'forgotten' | 'live' | 'unknown'> {
  return transaction(async (db) => {
    const found = await db
      .selectFrom('replicas')
      .select(IS_LIVE.as('live'))
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) return 'unknown';
    if (found.live) return 'live';
    await db
      .updateTable('captureProgress')
      .set((eb) => ({ writtenTo: eb.ref('appliedTo'), passedMs: Number.MAX_SAFE_INTEGER }))
      .where('spoolName', '=', name)
      .execute();
    await db
      .updateTable('imports')
      .set({ outcome: 'failed', error: 'The service that had the file is gone.', leaseExpiresAtMs: 0 })
      .where('replica', '=', name)
      .where('state', '=', 'running')
      .where('outcome', 'is', null)
      .execute();
    await db.deleteFrom('replicas').where('name', '=', name).execute();
    return 'forgotten';
  });
}
