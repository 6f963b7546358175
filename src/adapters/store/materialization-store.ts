import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from './database.ts';
import { keepQuery } from './keep-query.ts';
import type { Schema } from './schema.ts';
import type { MaterializationTable } from './tables/build-tables.ts';

/** Where building an endpoint stands. Instants are milliseconds since 1970. */
export type MaterializationRecord = MaterializationTable;

/** Builds are spread over this part of their interval: a tenth. */
export const JITTER_SHARE = 10;

export type MaterializationChange = Partial<Omit<MaterializationRecord, 'endpointId' | 'projectId'>>;

export type NewMaterialization = Pick<
  MaterializationRecord,
  'endpointId' | 'projectId' | 'version' | 'intervalMs'
>;

/** Names the endpoint of a materialization. */
export type MaterializationKey = Pick<MaterializationRecord, 'projectId' | 'endpointId'>;

/** A build that a process holds. */
export interface HeldBuild {
  readonly projectId: number;
  readonly buildId: string;
  readonly version: number;
}

/** Materializations by endpoint id, switched off ones included. One statement. */
export async function findMaterializations(
  db: Queryable,
  projectId: number,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, MaterializationRecord>> {
  if (endpointIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('materializations')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('endpointId', 'in', endpointIds)
    .execute();
  return new Map(rows.map((row) => [row.endpointId, row]));
}

/** Adds the materialization of an endpoint that never had one, switched off. */
export async function insertMaterialization(
  db: Queryable,
  added: NewMaterialization,
): Promise<MaterializationRecord> {
  return db
    .insertInto('materializations')
    .values({ ...added, state: 'Pending', fencingToken: 0, failuresInARow: 0 })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The materialization of an endpoint, locked until the transaction ends. (An update that changes nothing.) */
export async function lockMaterialization(
  db: Queryable,
  projectId: number,
  endpointId: string,
): Promise<MaterializationRecord | undefined> {
  return db
    .updateTable('materializations')
    .set((eb) => ({ fencingToken: eb.ref('fencingToken') }))
    .where('projectId', '=', projectId)
    .where('endpointId', '=', endpointId)
    .returningAll()
    .executeTakeFirst();
}

/** Writes what the change names; the transaction holds the row locked. */
export async function updateMaterialization(
  db: Queryable,
  projectId: number,
  endpointId: string,
  change: MaterializationChange,
): Promise<void> {
  await db
    .updateTable('materializations')
    .set(change)
    .where('projectId', '=', projectId)
    .where('endpointId', '=', endpointId)
    .execute();
}

/**
 * True while a build is due that nobody makes, or is lost. It is what every process asks all the time, and the answer
 * is mostly no.
 */
export async function hasBuildToMake(db: Queryable, nowMs: number): Promise<boolean> {
  return (await firstToMake(db, { nowMs })).length > 0;
}

const firstToMake = keepQuery((db, { nowMs }: { readonly nowMs: number }) =>
  db
    .selectFrom('materializations')
    .select('projectId')
    .where((eb) => eb.or([eb('leaseExpiresAtMs', '<=', nowMs), isDue(nowMs)(eb)]))
    // SQLite plans a statement anew for every parameter of a limit.
    .limit(sql.lit(1)),
);

/** Nobody builds it, and its time has come or somebody has asked for it, whatever the clock says. */
const isDue =
  (nowMs: number) =>
  (eb: ExpressionBuilder<Schema, 'materializations'>): Expression<SqlBool> =>
    eb.and([
      eb('runningBuildId', 'is', null),
      eb('nextRunAtMs', 'is not', null),
      eb.or([eb('nextRunAtMs', '<=', nowMs), eb('queuedBuildId', 'is not', null)]),
    ]);

/**
 * Endpoints whose build is due and that nobody builds: the longest due of each project, then the next of each. One that
 * somebody asked for is due whatever the clock says, which may have been set back since.
 */
export async function findDueEndpoints(
  db: Queryable,
  nowMs: number,
  limit: number,
): Promise<readonly (MaterializationKey & { readonly dueAtMs: number })[]> {
  const due = db
    .selectFrom('materializations')
    .select(['projectId', 'endpointId'])
    .select((eb) => [
      eb.fn.coalesce('nextRunAtMs', eb.lit(0)).as('dueAtMs'),
      sql<number>`row_number() over (partition by project_id order by next_run_at_ms, endpoint_id)`.as(
        'place',
      ),
    ])
    .where(isDue(nowMs))
    .as('due');
  return db
    .selectFrom(due)
    .select(['projectId', 'endpointId', 'dueAtMs'])
    .orderBy('place')
    .orderBy('dueAtMs')
    .orderBy('endpointId')
    .limit(limit)
    .execute();
}

/** Endpoints whose builder has been silent for longer than its lease. */
export async function findLostEndpoints(
  db: Queryable,
  nowMs: number,
): Promise<readonly MaterializationKey[]> {
  return db
    .selectFrom('materializations')
    .select(['projectId', 'endpointId'])
    .where('leaseExpiresAtMs', '<=', nowMs)
    .execute();
}

/**
 * Prolongs the leases of builds, those that have run out included, as long as nobody has taken them over.
 * @returns those that are still held and still wanted
 */
export async function renewLeases(
  db: Queryable,
  held: readonly HeldBuild[],
  expiresAtMs: number,
): Promise<readonly HeldBuild[]> {
  if (held.length === 0) return [];
  const rows = await db
    .updateTable('materializations')
    .set({ leaseExpiresAtMs: expiresAtMs })
    .where((eb) =>
      eb.or(
        held.map(({ projectId, buildId }) =>
          eb.and([eb('projectId', '=', projectId), eb('runningBuildId', '=', buildId)]),
        ),
      ),
    )
    .returning(['runningBuildId', 'nextRunAtMs', 'version'])
    .execute();
  const switchedOn = rows.filter((row) => row.nextRunAtMs !== null);
  const versions = new Map(switchedOn.map((row) => [row.runningBuildId, row.version]));
  return held.filter(({ buildId, version }) => versions.get(buildId) === version);
}

/** Ends all leases, when nobody can hold one. */
export async function endLeases(db: Queryable): Promise<void> {
  await db
    .updateTable('materializations')
    .set({ leaseExpiresAtMs: 0 })
    .where('leaseExpiresAtMs', 'is not', null)
    .execute();
}

/**
 * Repairs what a clock that was set back left in the far future: leases end within `leaseMs`, and builds come within
 * their interval. Owners that are alive prolong their leases as usual.
 */
export async function bringBack(db: Queryable, nowMs: number, leaseMs: number): Promise<void> {
  await shortenLeases(db, { latestMs: nowMs + leaseMs });
  await planAnew(db, { nowMs });
}

const shortenLeases = keepQuery((db, { latestMs }: { readonly latestMs: number }) =>
  db
    .updateTable('materializations')
    .set({ leaseExpiresAtMs: latestMs })
    .where('leaseExpiresAtMs', '>', latestMs),
);

const planAnew = keepQuery((db, { nowMs }: { readonly nowMs: number }) =>
  db
    .updateTable('materializations')
    .set({ nextRunAtMs: sql<number>`${nowMs} + interval_ms` })
    .where(sql<number>`next_run_at_ms - interval_ms - interval_ms / ${JITTER_SHARE}`, '>', nowMs),
);
