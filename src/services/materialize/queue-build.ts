import { type BuildCause, insertBuild } from '../../adapters/store/build-store.ts';
import type { Database, Queryable } from '../../adapters/store/database.ts';
import {
  findMaterializations,
  lockMaterialization,
  type MaterializationRecord,
  updateMaterialization,
} from '../../adapters/store/materialization-store.ts';
import { markSnapshotUnusable, type SnapshotRecord } from '../../adapters/store/snapshot-store.ts';
import { newUuid } from '../../base/ids.ts';

/** Woken when something may have become due, or a running build may be unwanted. */
export interface Wakeable {
  wake(): void;
}

/** What queueing a build out of its turn works with. */
interface QueueServices {
  readonly database: Database;
  readonly scheduler: Wakeable;
}

/**
 * Makes a build of an endpoint due now and returns its id. A build that waits already is reused; a running build does
 * not count, because it began before. The caller's transaction holds the materialization locked.
 */
export async function queueBuild(
  transaction: Queryable,
  materialization: MaterializationRecord,
  cause: BuildCause,
  nowMs: number,
): Promise<string> {
  const { endpointId, projectId, version } = materialization;
  const id = materialization.queuedBuildId ?? newUuid();
  if (materialization.queuedBuildId === null)
    await insertBuild(transaction, { id, endpointId, projectId, version, cause, createdAtMs: nowMs });
  await updateMaterialization(transaction, projectId, endpointId, {
    queuedBuildId: id,
    nextRunAtMs: nowMs,
    ...(materialization.runningBuildId === null && { state: 'Pending' }),
  });
  return id;
}

/**
 * Has an endpoint built before its time, because its good snapshot no longer fits the project or was taken away. Does
 * nothing while a build waits or runs, while materialization is switched off, and after failed builds, whose retries
 * have waits of their own.
 */
export async function hastenBuild(
  { database, scheduler }: QueueServices,
  { projectId, endpointId }: Pick<SnapshotRecord, 'projectId' | 'endpointId'>,
  nowMs: number,
): Promise<void> {
  const known = (await findMaterializations(database.query, projectId, [endpointId])).get(endpointId);
  if (!isIdle(known)) return;
  await database.transaction(async (transaction) => {
    const row = await lockMaterialization(transaction, projectId, endpointId);
    if (isIdle(row)) await queueBuild(transaction, row, 'repair', nowMs);
  });
  scheduler.wake();
}

function isIdle(row: MaterializationRecord | undefined): row is MaterializationRecord {
  if (row === undefined || row.nextRunAtMs === null || row.failuresInARow > 0) return false;
  return row.queuedBuildId === null && row.runningBuildId === null;
}

/** Takes a snapshot that cannot be read out of service and queues its successor. Acts only once for each snapshot. */
export async function reportUnusable(
  { database, scheduler }: QueueServices,
  { projectId, buildId, endpointId }: Pick<SnapshotRecord, 'projectId' | 'buildId' | 'endpointId'>,
  nowMs: number,
): Promise<void> {
  const isFirst = await database.transaction(async (transaction) => {
    if (!(await markSnapshotUnusable(transaction, projectId, buildId, nowMs))) return false;
    const row = await lockMaterialization(transaction, projectId, endpointId);
    // A paused or switched off endpoint has no next run; its builds begin again when it is switched on.
    if (row !== undefined && row.nextRunAtMs !== null) await queueBuild(transaction, row, 'repair', nowMs);
    return true;
  });
  if (isFirst) scheduler.wake();
}
