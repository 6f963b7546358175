import { sql } from 'kysely';
import type { Queryable } from './database.ts';
import { keepQuery } from './keep-query.ts';
import type { SnapshotTable } from './tables/build-tables.ts';

/** What a build says of the snapshot it wrote. */
export type SnapshotFacts = Pick<
  SnapshotTable,
  'rows' | 'bytes' | 'dataTimeMs' | 'columns' | 'conditions' | 'verified'
>;

/** A stored snapshot: all that reading it needs to know besides its objects. */
export type SnapshotRecord = Omit<SnapshotTable, 'retiredAtMs'>;

export type NewSnapshot = Omit<SnapshotRecord, 'mismatchesInARow' | 'unusableAtMs'>;

/** The snapshot that stands for an endpoint, whatever its version and age; the reader judges whether it may answer. */
export async function findCurrentSnapshot(
  db: Queryable,
  projectId: number,
  endpointId: string,
): Promise<SnapshotRecord | undefined> {
  return (await findCurrentSnapshots(db, projectId, [endpointId])).get(endpointId);
}

/** Current snapshots by endpoint id. One statement. */
export async function findCurrentSnapshots(
  db: Queryable,
  projectId: number,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, SnapshotRecord>> {
  if (endpointIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('snapshots')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('endpointId', 'in', endpointIds)
    .where('retiredAtMs', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.endpointId, row]));
}

/**
 * Makes a snapshot the current one and retires the one before. Call it in a transaction.
 * @returns false, and nothing is changed, when the current one comes from a later build
 */
export async function flipSnapshot(db: Queryable, snapshot: NewSnapshot, nowMs: number): Promise<boolean> {
  const before = await findCurrentSnapshot(db, snapshot.projectId, snapshot.endpointId);
  if (before !== undefined && before.fencingToken >= snapshot.fencingToken) return false;
  await retireSnapshot(db, snapshot.projectId, snapshot.endpointId, nowMs);
  await db
    .insertInto('snapshots')
    .values({ ...snapshot, mismatchesInARow: mismatchesInARow(snapshot, before) })
    .execute();
  return true;
}

/** Takes away the current snapshot of an endpoint; its objects are deleted later than any read of them. */
export async function retireSnapshot(
  db: Queryable,
  projectId: number,
  endpointId: string,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('snapshots')
    .set({ retiredAtMs: nowMs })
    .where('projectId', '=', projectId)
    .where('endpointId', '=', endpointId)
    .where('retiredAtMs', 'is', null)
    .execute();
}

/**
 * Takes away the current snapshots of a project, none of which may answer any more. Call it in the transaction that
 * raises the data epoch: builds that are being settled are waited for, and later ones see the new epoch.
 */
export async function retireSnapshots(db: Queryable, projectId: number, nowMs: number): Promise<void> {
  // An update that changes nothing, for its locks.
  await db
    .updateTable('materializations')
    .set((eb) => ({ fencingToken: eb.ref('fencingToken') }))
    .where('projectId', '=', projectId)
    .execute();
  await db
    .updateTable('snapshots')
    .set({ retiredAtMs: nowMs })
    .where('projectId', '=', projectId)
    .where('retiredAtMs', 'is', null)
    .execute();
}

/**
 * Notes that a snapshot cannot be used.
 * @returns true for the first report of a current snapshot: a build must follow
 */
export async function markSnapshotUnusable(
  db: Queryable,
  projectId: number,
  buildId: string,
  nowMs: number,
): Promise<boolean> {
  const row = await db
    .updateTable('snapshots')
    .set({ unusableAtMs: nowMs })
    .where('projectId', '=', projectId)
    .where('buildId', '=', buildId)
    .where('unusableAtMs', 'is', null)
    .where('retiredAtMs', 'is', null)
    .returning('buildId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Of retired snapshots, to bound what is held of them. */
const MOST_RETIRED = 100;

/** Snapshots that were retired before `beforeMs`, the longest retired ones; when there are many, not all of them. */
export async function findRetiredSnapshots(
  db: Queryable,
  beforeMs: number,
): Promise<readonly Pick<SnapshotRecord, 'projectId' | 'buildId' | 'objectPrefix'>[]> {
  return retiredBefore(db, { beforeMs });
}

const retiredBefore = keepQuery((db, { beforeMs }: { readonly beforeMs: number }) =>
  db
    .selectFrom('snapshots')
    .select(['projectId', 'buildId', 'objectPrefix'])
    .where('retiredAtMs', '<', beforeMs)
    .orderBy('retiredAtMs')
    .limit(sql.lit(MOST_RETIRED)),
);

/** Forgets a retired snapshot whose objects are deleted. */
export async function forgetSnapshot(db: Queryable, projectId: number, buildId: string): Promise<void> {
  await db
    .deleteFrom('snapshots')
    .where('projectId', '=', projectId)
    .where('buildId', '=', buildId)
    .where('retiredAtMs', 'is not', null)
    .execute();
}

/** Of these prefixes, those whose snapshots are stored, retired ones included. */
export async function findStoredPrefixes(
  db: Queryable,
  objectPrefixes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (objectPrefixes.length === 0) return new Set();
  const rows = await db
    .selectFrom('snapshots')
    .select('objectPrefix')
    .where('objectPrefix', 'in', objectPrefixes)
    .execute();
  return new Set(rows.map((row) => row.objectPrefix));
}

/** A comparison that could not be made neither adds to a row of mismatches nor ends it; a new version begins anew. */
function mismatchesInARow({ verified, version }: NewSnapshot, before: SnapshotRecord | undefined): number {
  const earlier = before?.version === version ? before.mismatchesInARow : 0;
  if (verified === null) return earlier;
  return verified ? 0 : earlier + 1;
}
