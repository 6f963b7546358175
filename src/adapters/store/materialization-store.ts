import { type Selectable, sql } from 'kysely';
import type { Queryable } from './database.ts';
import type { BuildState, MaterializationTable } from './schema.ts';

/** Where building an endpoint stands. Instants are milliseconds since 1970. */
export interface MaterializationRecord {
  readonly endpointId: string;
  readonly projectId: number;
  readonly state: BuildState;
  /** The version to build. */
  readonly version: number;
  readonly intervalMs: number;
  /** Null = building is off. */
  readonly nextRunAtMs: number | null;
  readonly queuedBuildId: string | null;
  readonly runningBuildId: string | null;
  readonly leaseOwner: string | null;
  readonly leaseExpiresAtMs: number | null;
  readonly fencingToken: number;
  readonly lastStartedAtMs: number | null;
  readonly failuresInARow: number;
  readonly lastError: string | null;
}

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
    .where('project_id', '=', projectId)
    .where('endpoint_id', 'in', endpointIds)
    .execute();
  return new Map(rows.map((row) => [row.endpoint_id, toMaterialization(row)]));
}

/** Adds the materialization of an endpoint that never had one, switched off. */
export async function insertMaterialization(
  db: Queryable,
  added: NewMaterialization,
): Promise<MaterializationRecord> {
  const row = await db
    .insertInto('materializations')
    .values({
      endpoint_id: added.endpointId,
      project_id: added.projectId,
      state: 'Pending',
      version: added.version,
      interval_ms: added.intervalMs,
      next_run_at_ms: null,
      queued_build_id: null,
      running_build_id: null,
      lease_owner: null,
      lease_expires_at_ms: null,
      fencing_token: 0,
      last_started_at_ms: null,
      failures_in_a_row: 0,
      last_error: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toMaterialization(row);
}

/** The materialization of an endpoint, locked until the transaction ends. (An update that changes nothing.) */
export async function lockMaterialization(
  db: Queryable,
  projectId: number,
  endpointId: string,
): Promise<MaterializationRecord | undefined> {
  const row = await db
    .updateTable('materializations')
    .set((eb) => ({ fencing_token: eb.ref('fencing_token') }))
    .where('project_id', '=', projectId)
    .where('endpoint_id', '=', endpointId)
    .returningAll()
    .executeTakeFirst();
  return row && toMaterialization(row);
}

/** Writes what the change names; the transaction holds the row locked. */
export async function updateMaterialization(
  db: Queryable,
  projectId: number,
  endpointId: string,
  change: MaterializationChange,
): Promise<void> {
  const columns = {
    state: change.state,
    version: change.version,
    interval_ms: change.intervalMs,
    next_run_at_ms: change.nextRunAtMs,
    queued_build_id: change.queuedBuildId,
    running_build_id: change.runningBuildId,
    lease_owner: change.leaseOwner,
    lease_expires_at_ms: change.leaseExpiresAtMs,
    fencing_token: change.fencingToken,
    last_started_at_ms: change.lastStartedAtMs,
    failures_in_a_row: change.failuresInARow,
    last_error: change.lastError,
  };
  // Kysely leaves out members that are undefined.
  await db
    .updateTable('materializations')
    .set(columns)
    .where('project_id', '=', projectId)
    .where('endpoint_id', '=', endpointId)
    .execute();
}

/**
 * Endpoints whose build is due and that nobody builds, the longest due first. One that somebody asked for is due whatever
 * the clock says, which may have been set back since.
 */
export async function findDueEndpoints(
  db: Queryable,
  nowMs: number,
  limit: number,
): Promise<readonly MaterializationKey[]> {
  const rows = await db
    .selectFrom('materializations')
    .select(['project_id', 'endpoint_id'])
    .where('running_build_id', 'is', null)
    .where('next_run_at_ms', 'is not', null)
    .where((eb) => eb.or([eb('next_run_at_ms', '<=', nowMs), eb('queued_build_id', 'is not', null)]))
    .orderBy('next_run_at_ms')
    .orderBy('endpoint_id')
    .limit(limit)
    .execute();
  return rows.map(toKey);
}

/** Endpoints whose builder has been silent for longer than its lease. */
export async function findLostEndpoints(
  db: Queryable,
  nowMs: number,
): Promise<readonly MaterializationKey[]> {
  const rows = await db
    .selectFrom('materializations')
    .select(['project_id', 'endpoint_id'])
    .where('lease_expires_at_ms', '<=', nowMs)
    .execute();
  return rows.map(toKey);
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
    .set({ lease_expires_at_ms: expiresAtMs })
    .where((eb) =>
      eb.or(
        held.map(({ projectId, buildId }) =>
          eb.and([eb('project_id', '=', projectId), eb('running_build_id', '=', buildId)]),
        ),
      ),
    )
    .returning(['running_build_id', 'next_run_at_ms', 'version'])
    .execute();
  const switchedOn = rows.filter((row) => row.next_run_at_ms !== null);
  const versions = new Map(switchedOn.map((row) => [row.running_build_id, row.version]));
  return held.filter(({ buildId, version }) => versions.get(buildId) === version);
}

/** Ends all leases, when nobody can hold one. */
export async function endLeases(db: Queryable): Promise<void> {
  await db
    .updateTable('materializations')
    .set({ lease_expires_at_ms: 0 })
    .where('lease_expires_at_ms', 'is not', null)
    .execute();
}

/**
 * Repairs what a clock that was set back left in the far future: leases end within `leaseMs`, and builds come within
 * their interval. Owners that are alive prolong their leases as usual.
 */
export async function bringBack(db: Queryable, nowMs: number, leaseMs: number): Promise<void> {
  await db
    .updateTable('materializations')
    .set({ lease_expires_at_ms: nowMs + leaseMs })
    .where('lease_expires_at_ms', '>', nowMs + leaseMs)
    .execute();
  await db
    .updateTable('materializations')
    .set({ next_run_at_ms: sql<number>`${nowMs} + interval_ms` })
    .where(sql<number>`next_run_at_ms - interval_ms - interval_ms / ${JITTER_SHARE}`, '>', nowMs)
    .execute();
}

function toKey(
  row: Pick<Selectable<MaterializationTable>, 'project_id' | 'endpoint_id'>,
): MaterializationKey {
  return { projectId: row.project_id, endpointId: row.endpoint_id };
}

function toMaterialization(row: Selectable<MaterializationTable>): MaterializationRecord {
  return {
    endpointId: row.endpoint_id,
    projectId: row.project_id,
    state: row.state,
    version: row.version,
    intervalMs: row.interval_ms,
    nextRunAtMs: row.next_run_at_ms,
    queuedBuildId: row.queued_build_id,
    runningBuildId: row.running_build_id,
    leaseOwner: row.lease_owner,
    leaseExpiresAtMs: row.lease_expires_at_ms,
    fencingToken: row.fencing_token,
    lastStartedAtMs: row.last_started_at_ms,
    failuresInARow: row.failures_in_a_row,
    lastError: row.last_error,
  };
}
