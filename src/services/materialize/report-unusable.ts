import type { Database } from '../../adapters/store/database.ts';
import { lockMaterialization } from '../../adapters/store/materialization-store.ts';
import { markSnapshotUnusable, type SnapshotRecord } from '../../adapters/store/snapshot-store.ts';
import type { Wakeable } from './materialize-services.ts';
import { queueBuild } from './queue-build.ts';

interface ReportServices {
  readonly database: Database;
  readonly scheduler: Wakeable;
}

/** Takes a snapshot that cannot be read out of service and queues its successor. Once per snapshot. */
export async function reportUnusable(
  { database, scheduler }: ReportServices,
  { projectId, buildId, endpointId }: Pick<SnapshotRecord, 'projectId' | 'buildId' | 'endpointId'>,
  nowMs: number,
): Promise<void> {
  const isFirst = await database.transaction(async (transaction) => {
    if (!(await markSnapshotUnusable(transaction, projectId, buildId, nowMs))) return false;
    const row = await lockMaterialization(transaction, projectId, endpointId);
    // Paused or switched off: nothing is built until it is switched on again.
    if (row !== undefined && row.nextRunAtMs !== null) await queueBuild(transaction, row, 'repair', nowMs);
    return true;
  });
  if (isFirst) scheduler.wake();
}
