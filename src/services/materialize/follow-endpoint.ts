import { updateBuild } from '../../adapters/store/build-store.ts';
import type { Queryable } from '../../adapters/store/database.ts';
import type { EndpointRow } from '../../adapters/store/endpoint-row.ts';
import {
  insertMaterialization,
  lockMaterialization,
  type MaterializationRecord,
  updateMaterialization,
} from '../../adapters/store/materialization-store.ts';
import { retireSnapshot } from '../../adapters/store/snapshot-store.ts';
import { syncIntervalMs } from '../../schema/endpoint.ts';
import { queueBuild } from './queue-build.ts';
import { jitterMs } from './schedule.ts';

/**
 * Makes the building of an endpoint what the endpoint says; to be called in every transaction that changes one.
 * Switched on, activated again or with a new query: built at once. Inactive: not built, its snapshot stays. Switched
 * off or deleted: its snapshot goes. A build that is running is ended by its process when it is no longer wanted.
 * @param isLive false for an endpoint that is deleted
 */
export async function followEndpoint(
  transaction: Queryable,
  endpoint: EndpointRow,
  isLive: boolean,
  nowMs: number,
): Promise<void> {
  const { id: endpointId, projectId } = endpoint;
  const known = await lockMaterialization(transaction, projectId, endpointId);
  if (!endpoint.isMaterialized || !isLive) {
    if (known === undefined) return;
    await pause(transaction, known, nowMs);
    await retireSnapshot(transaction, projectId, endpointId, nowMs);
    return;
  }
  const intervalMs = syncIntervalMs(endpoint.syncFrequency);
  const version = endpoint.currentVersion;
  const row =
    known ?? (await insertMaterialization(transaction, { endpointId, projectId, version, intervalMs }));
  await updateMaterialization(transaction, projectId, endpointId, { version, intervalMs });
  if (!endpoint.isActive) return pause(transaction, row, nowMs);
  const isNew = row.nextRunAtMs === null || row.version !== version;
  if (isNew) {
    await updateMaterialization(transaction, projectId, endpointId, { failuresInARow: 0, lastError: null });
    await queueBuild(transaction, { ...row, version, intervalMs }, 'change', nowMs);
  } else if (row.intervalMs !== intervalMs) {
    await updateMaterialization(transaction, projectId, endpointId, {
      nextRunAtMs: replanned(row, intervalMs, nowMs),
    });
  }
}

/** Builds no more; a build that waits is taken back. */
async function pause(transaction: Queryable, row: MaterializationRecord, nowMs: number): Promise<void> {
  const { projectId, endpointId, queuedBuildId } = row;
  if (queuedBuildId !== null) {
    const error = 'The endpoint was switched off before the build began.';
    await updateBuild(transaction, projectId, queuedBuildId, { state: 'Failed', endedAtMs: nowMs, error });
    // A build that runs says for itself how it ended.
    if (row.runningBuildId === null)
      await updateMaterialization(transaction, projectId, endpointId, { state: 'Failed', lastError: error });
  }
  await updateMaterialization(transaction, projectId, endpointId, { nextRunAtMs: null, queuedBuildId: null });
}

/**
 * The next build by another interval, counted from the last one. A build that is due already stays due, and one that is
 * tried again after a failure is not put off.
 */
function replanned(row: MaterializationRecord, intervalMs: number, nowMs: number): number {
  const { endpointId, lastStartedAtMs, nextRunAtMs } = row;
  if (row.queuedBuildId !== null || nextRunAtMs === null || nextRunAtMs <= nowMs) return nowMs;
  const planned = (lastStartedAtMs ?? nowMs) + intervalMs + jitterMs(endpointId, intervalMs);
  const isRetry = row.failuresInARow > 0 && row.runningBuildId === null;
  return Math.max(nowMs, isRetry ? Math.min(planned, nextRunAtMs) : planned);
}
