import {
  type BuildCause,
  type BuildRecord,
  insertBuild,
  updateBuild,
} from '../../adapters/store/build-store.ts';
import type { Database, Queryable } from '../../adapters/store/database.ts';
import {
  lockMaterialization,
  type MaterializationKey,
  type MaterializationRecord,
  updateMaterialization,
} from '../../adapters/store/materialization-store.ts';
import { findProject } from '../../adapters/store/project-store.ts';
import { newUuid } from '../../base/ids.ts';
import { nextRunMs } from './schedule.ts';

/** A build that this process was given. */
export interface ClaimedBuild {
  readonly projectId: number;
  readonly endpointId: string;
  readonly version: number;
  readonly buildId: string;
  readonly fencingToken: number;
  readonly cause: BuildCause;
  readonly startedAtMs: number;
  /** Milliseconds between the time at which the build was due and its start. */
  readonly lagMs: number;
  /** Of the project when the build was claimed: a deletion that ends later raises it. */
  readonly dataEpoch: number;
}

/** Who takes a build, and after which silence the build may be taken over. */
export interface LeaseTerms {
  readonly owner: string;
  readonly nowMs: number;
  readonly leaseMs: number;
}

/** Takes the due build of an endpoint with a new fencing token; undefined when another process took it first. */
export async function claimBuild(
  database: Database,
  { projectId, endpointId }: MaterializationKey,
  terms: LeaseTerms,
): Promise<ClaimedBuild | undefined> {
  return database.transaction(async (transaction) => {
    const due = await lockMaterialization(transaction, projectId, endpointId);
    if (due === undefined || due.runningBuildId !== null) return undefined;
    if (due.nextRunAtMs === null) return undefined;
    if (due.nextRunAtMs > terms.nowMs && due.queuedBuildId === null) return undefined;
    const { id, cause } = await startBuild(transaction, due, terms.nowMs);
    const fencingToken = due.fencingToken + 1;
    await updateMaterialization(transaction, projectId, endpointId, {
      state: 'Running',
      nextRunAtMs: nextRunMs(due, terms.nowMs, due.queuedBuildId === null),
      queuedBuildId: null,
      runningBuildId: id,
      leaseOwner: terms.owner,
      leaseExpiresAtMs: terms.nowMs + terms.leaseMs,
      fencingToken,
      lastStartedAtMs: terms.nowMs,
    });
    return {
      projectId,
      endpointId,
      version: due.version,
      buildId: id,
      fencingToken,
      cause,
      startedAtMs: terms.nowMs,
      lagMs: Math.max(0, terms.nowMs - due.nextRunAtMs),
      dataEpoch: (await findProject(transaction, projectId))?.dataEpoch ?? 0,
    };
  });
}

/** Begins the queued build, or a new build of the schedule when none is queued. */
async function startBuild(
  transaction: Queryable,
  { endpointId, projectId, version, queuedBuildId }: MaterializationRecord,
  nowMs: number,
): Promise<BuildRecord> {
  const id = queuedBuildId ?? newUuid();
  if (queuedBuildId === null) {
    const cause = 'schedule';
    await insertBuild(transaction, { id, endpointId, projectId, version, cause, createdAtMs: nowMs });
  }
  return updateBuild(transaction, projectId, id, { version, state: 'Running', startedAtMs: nowMs });
}
