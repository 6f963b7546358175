import type { Selectable } from 'kysely';
import type { Queryable } from './database.ts';
import type { SnapshotTable } from './schema.ts';

/** What a build says of the snapshot it wrote. */
export interface SnapshotFacts {
  readonly rows: number;
  /** Size of all its objects. */
  readonly bytes: number;
  /** The `now` of its query, milliseconds since 1970. */
  readonly dataTimeMs: number;
  /** Output columns of the rows; null for insights. */
  readonly columns: readonly { readonly name: string; readonly type: string }[] | null;
  /**
   * Fingerprint of what it was built under besides the query: settings of the project, revisions of actions, data
   * epoch. It answers only while the same text is made of the project as it is.
   */
  readonly conditions: string;
  /** Whether it equals the direct answer; null when that could not be compared. */
  readonly verified: boolean | null;
}

/** A stored snapshot: all that reading it needs to know besides its objects. */
export interface SnapshotRecord extends SnapshotFacts {
  readonly buildId: string;
  readonly endpointId: string;
  readonly projectId: number;
  readonly version: number;
  readonly fencingToken: number;
  readonly objectPrefix: string;
  /** When its build was done; its age counts from here. */
  readonly builtAtMs: number;
  readonly durationMs: number;
  /** Comparisons that failed one after the other, this one included; 2 = it is not served. */
  readonly mismatchesInARow: number;
  /** When a reader reported that it cannot be used; null = nobody has. */
  readonly unusableAtMs: number | null;
}

export type NewSnapshot = Omit<SnapshotRecord, 'mismatchesInARow' | 'unusableAtMs'>;

/** The snapshot that stands for an endpoint, whatever its version and age; whether it may answer is the reader's to judge. */
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
    .where('project_id', '=', projectId)
    .where('endpoint_id', 'in', endpointIds)
    .where('retired_at_ms', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.endpoint_id, toSnapshot(row)]));
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
    .values({
      build_id: snapshot.buildId,
      endpoint_id: snapshot.endpointId,
      project_id: snapshot.projectId,
      version: snapshot.version,
      fencing_token: snapshot.fencingToken,
      object_prefix: snapshot.objectPrefix,
      built_at_ms: snapshot.builtAtMs,
      data_time_ms: snapshot.dataTimeMs,
      conditions: snapshot.conditions,
      columns: snapshot.columns && JSON.stringify(snapshot.columns),
      rows: snapshot.rows,
      bytes: snapshot.bytes,
      duration_ms: snapshot.durationMs,
      verified: toFlag(snapshot.verified),
      mismatches_in_a_row: mismatchesInARow(snapshot, before),
      unusable_at_ms: null,
      retired_at_ms: null,
    })
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
    .set({ retired_at_ms: nowMs })
    .where('project_id', '=', projectId)
    .where('endpoint_id', '=', endpointId)
    .where('retired_at_ms', 'is', null)
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
    .set({ unusable_at_ms: nowMs })
    .where('project_id', '=', projectId)
    .where('build_id', '=', buildId)
    .where('unusable_at_ms', 'is', null)
    .where('retired_at_ms', 'is', null)
    .returning('build_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Prefixes of snapshots that were retired before `beforeMs`. */
export async function findRetiredSnapshots(
  db: Queryable,
  beforeMs: number,
  limit: number,
): Promise<readonly Pick<SnapshotRecord, 'projectId' | 'buildId' | 'objectPrefix'>[]> {
  const rows = await db
    .selectFrom('snapshots')
    .select(['project_id', 'build_id', 'object_prefix'])
    .where('retired_at_ms', '<', beforeMs)
    .orderBy('retired_at_ms')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    projectId: row.project_id,
    buildId: row.build_id,
    objectPrefix: row.object_prefix,
  }));
}

/** Forgets a retired snapshot whose objects are deleted. */
export async function forgetSnapshot(db: Queryable, projectId: number, buildId: string): Promise<void> {
  await db
    .deleteFrom('snapshots')
    .where('project_id', '=', projectId)
    .where('build_id', '=', buildId)
    .where('retired_at_ms', 'is not', null)
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
    .select('object_prefix')
    .where('object_prefix', 'in', objectPrefixes)
    .execute();
  return new Set(rows.map((row) => row.object_prefix));
}

/** A comparison that could not be made neither adds to a row of mismatches nor ends it; a new version begins anew. */
function mismatchesInARow({ verified, version }: NewSnapshot, before: SnapshotRecord | undefined): number {
  const earlier = before?.version === version ? before.mismatchesInARow : 0;
  if (verified === null) return earlier;
  return verified ? 0 : earlier + 1;
}

function toSnapshot(row: Selectable<SnapshotTable>): SnapshotRecord {
  return {
    buildId: row.build_id,
    endpointId: row.endpoint_id,
    projectId: row.project_id,
    version: row.version,
    fencingToken: row.fencing_token,
    objectPrefix: row.object_prefix,
    builtAtMs: row.built_at_ms,
    dataTimeMs: row.data_time_ms,
    conditions: row.conditions,
    columns: row.columns === null ? null : JSON.parse(row.columns),
    rows: row.rows,
    bytes: row.bytes,
    durationMs: row.duration_ms,
    verified: row.verified === null ? null : row.verified === 1,
    mismatchesInARow: row.mismatches_in_a_row,
    unusableAtMs: row.unusable_at_ms,
  };
}

function toFlag(value: boolean | null): 0 | 1 | null {
  if (value === null) return null;
  return value ? 1 : 0;
}
