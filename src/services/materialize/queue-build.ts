import { type BuildCause, insertBuild } from '../../adapters/store/build-store.ts';
import type { Queryable } from '../../adapters/store/database.ts';
import {
  type MaterializationRecord,
  updateMaterialization,
} from '../../adapters/store/materialization-store.ts';
import { newUuid } from '../../base/ids.ts';

/**
 * Makes a build of an endpoint due now and gives its id; one that waits already is it. A build that is running began
 * before and does not count. The transaction holds the materialization locked.
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
