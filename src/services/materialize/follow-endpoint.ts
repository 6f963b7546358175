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
 * Brings the schedule of an endpoint's builds in line with the endpoint. Call it in every transaction that changes an
 * endpoint. When materialization is switched on, the endpoint is activated or its query changes, a build is due at
 * once. When it is inactive, nothing is built and the snapshot stays. When it is switched off or deleted, the snapshot
 * goes. The process of a running build ends it when the build is no longer wanted.
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

/** Stops the schedule and takes back a build that waits. */
async function pause(transaction: Queryable, row: MaterializationRecord, nowMs: number): Promise<void> {
  const { projectId, endpointId, queuedBuildId } = row;
  if (queuedBuildId !== null) {
    const error = 'The endpoint was switched off before the build began.';
    await updateBuild(transaction, projectId, queuedBuildId, { state: 'Failed', endedAtMs: nowMs, error });
    // A running build records its own end.
    if (row.runningBuildId === null)
      await updateMaterialization(transaction, projectId, endpointId, { state: 'Failed', lastError: error });
  }
  await updateMaterialization(transaction, projectId, endpointId, { nextRunAtMs: null, queuedBuildId: null });
}

/**
 * The time of the next build after a change of the interval, counted from the last build. A build that is due already
 * stays due, and a retry after a failure is not put off.
 */
function replanned(row: MaterializationRecord, intervalMs: number, nowMs: number): number {
  const { endpointId, lastStartedAtMs, nextRunAtMs } = row;
  if (row.queuedBuildId !== null || nextRunAtMs === null || nextRunAtMs <= nowMs) return nowMs;
  const planned = (lastStartedAtMs ?? nowMs) + intervalMs + jitterMs(endpointId, intervalMs);
  const isRetry = row.failuresInARow > 0 && row.runningBuildId === null;
  return Math.max(nowMs, isRetry ? Math.min(planned, nextRunAtMs) : planned);
}
