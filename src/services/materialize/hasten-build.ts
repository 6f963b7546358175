import type { Database } from '../../adapters/store/database.ts';
import {
  findMaterializations,
  lockMaterialization,
  type MaterializationRecord,
} from '../../adapters/store/materialization-store.ts';
import type { SnapshotRecord } from '../../adapters/store/snapshot-store.ts';
import type { Wakeable } from './materialize-services.ts';
import { queueBuild } from './queue-build.ts';

interface HastenServices {
  readonly database: Database;
  readonly scheduler: Wakeable;
}

/**
 * Has an endpoint built before its time, because its snapshot is good and no longer fits. Does nothing while a build
 * waits or runs, is switched off, or fails: then the wait between its retries counts.
 */
export async function hastenBuild(
  { database, scheduler }: HastenServices,
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
