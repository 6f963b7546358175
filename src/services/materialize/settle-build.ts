import { type BuildChange, type BuildRecord, updateBuild } from '../../adapters/store/build-store.ts';
import type { Database, Queryable } from '../../adapters/store/database.ts';
import {
  lockMaterialization,
  type MaterializationChange,
  type MaterializationKey,
  type MaterializationRecord,
  updateMaterialization,
} from '../../adapters/store/materialization-store.ts';
import { findProject } from '../../adapters/store/project-store.ts';
import { flipSnapshot, retireSnapshot } from '../../adapters/store/snapshot-store.ts';
import type { Clock } from '../../base/clock.ts';
import { invariant, unreachable } from '../../base/invariant.ts';
import type { ClaimedBuild } from './claim-build.ts';
import { retryDelayMs, takeoverDelayMs } from './schedule.ts';
import type { BuiltSnapshot } from './snapshot.ts';
import { snapshotPrefix } from './snapshot-prefix.ts';

/** How a build ended. */
export type BuildOutcome =
  | { readonly kind: 'built'; readonly snapshot: BuiltSnapshot }
  | { readonly kind: 'failed'; readonly error: string }
  /** The endpoint was changed or switched off during the build. */
  | { readonly kind: 'superseded' }
  /** The service stops; another process begins the build at once. */
  | { readonly kind: 'stopped' }
  /** Another project has waited long for a place; the build is queued again. */
  | { readonly kind: 'yielded' }
  /** The build's process was silent for longer than its lease. */
  | { readonly kind: 'lost' };

/** When a build ended, and how long it took by a stopwatch; null = the duration is unknown. */
export interface BuildEnd {
  readonly nowMs: number;
  readonly durationMs: number | null;
}

/**
 * Records how a build ended, and switches to its snapshot when that is good, all in one transaction, so that a reader
 * sees the old snapshot or the new one.
 * @returns the outcome: `superseded` for a good build of a version that is no longer wanted, `lost` for a build that
 *   was taken from this process meanwhile. Neither changes what is served.
 */
export async function settleBuild(
  database: Database,
  claim: ClaimedBuild,
  outcome: BuildOutcome,
  end: BuildEnd,
): Promise<BuildOutcome> {
  return database.transaction(async (transaction) => {
    const row = await lockMaterialization(transaction, claim.projectId, claim.endpointId);
    if (row?.runningBuildId !== claim.buildId || row.fencingToken !== claim.fencingToken)
      return { kind: 'lost' };
    const isWanted = row.nextRunAtMs !== null && row.version === claim.version;
    const verdict: BuildOutcome = isWanted ? outcome : { kind: 'superseded' };
    if (verdict.kind === 'built') await flip(transaction, claim, verdict.snapshot, end);
    await writeOutcome(transaction, row, claim.buildId, { verdict, end });
    return verdict;
  });
}

/**
 * Ends the build of a process that has been silent for longer than its lease, so that another build can begin. The
 * clock is read while the row is locked: if the clock was set back, together with the leases, an earlier reading would
 * be wrong.
 * @returns the build that was given up; undefined when its process was heard of again, or another process was faster
 */
export async function takeBackBuild(
  database: Database,
  { projectId, endpointId }: MaterializationKey,
  clock: Clock,
): Promise<BuildRecord | undefined> {
  return database.transaction(async (transaction) => {
    const row = await lockMaterialization(transaction, projectId, endpointId);
    if (row === undefined || row.runningBuildId === null || row.leaseExpiresAtMs === null) return undefined;
    const nowMs = clock.nowMs();
    if (row.leaseExpiresAtMs > nowMs) return undefined;
    const end = { nowMs, durationMs: null };
    return writeOutcome(transaction, row, row.runningBuildId, { verdict: { kind: 'lost' }, end });
  });
}

async function flip(
  transaction: Queryable,
  claim: ClaimedBuild,
  facts: BuiltSnapshot,
  { nowMs, durationMs }: BuildEnd,
): Promise<void> {
  const { buildId, endpointId, projectId, version, fencingToken, dataEpoch } = claim;
  const snapshot = {
    ...facts,
    buildId,
    endpointId,
    projectId,
    version,
    fencingToken,
    objectPrefix: snapshotPrefix(claim),
    builtAtMs: nowMs,
    durationMs: durationMs ?? 0,
  };
  invariant(await flipSnapshot(transaction, snapshot, nowMs), 'the holder of the greatest token flips');
  // What was deleted during the build may stand in the snapshot, which must not wait on the disk for the next one.
  const project = await findProject(transaction, projectId);
  if (project?.dataEpoch !== dataEpoch) await retireSnapshot(transaction, projectId, endpointId, nowMs);
}

async function writeOutcome(
  transaction: Queryable,
  row: MaterializationRecord,
  buildId: string,
  { verdict, end }: { readonly verdict: BuildOutcome; readonly end: BuildEnd },
): Promise<BuildRecord> {
  // Callers who wait for the build wait on. A build that was requested meanwhile takes its place.
  const isAgain = verdict.kind === 'yielded' && row.queuedBuildId === null;
  const build = await updateBuild(transaction, row.projectId, buildId, {
    endedAtMs: end.nowMs,
    durationMs: end.durationMs,
    ...buildEnding(verdict),
    ...(isAgain && WAITS_AGAIN),
  });
  const isQueued = row.queuedBuildId !== null || isAgain;
  const standing = standingAfter(row, verdict, end.nowMs);
  await updateMaterialization(transaction, row.projectId, row.endpointId, {
    runningBuildId: null,
    leaseOwner: null,
    leaseExpiresAtMs: null,
    ...standing,
    ...(isQueued && { state: 'Pending' }),
    ...(isAgain && { queuedBuildId: buildId }),
  });
  return build;
}

function buildEnding(verdict: BuildOutcome): BuildChange {
  switch (verdict.kind) {
    case 'built': {
      const { rows, bytes, verified } = verdict.snapshot;
      return { state: 'Completed', rows, bytes, verified };
    }
    case 'failed':
      return { state: 'Failed', error: verdict.error };
    case 'superseded':
      return { state: 'Failed', error: SUPERSEDED };
    case 'stopped':
      return { state: 'Failed', error: 'The service was stopped during the build.' };
    case 'yielded':
      return { state: 'Failed', error: 'It gave way to other projects, and a newer build was asked for.' };
    case 'lost':
      return { state: 'Failed', error: LOST };
    default:
      return unreachable(verdict);
  }
}

const WAITS_AGAIN: BuildChange = {
  state: 'Pending',
  startedAtMs: null,
  endedAtMs: null,
  durationMs: null,
  error: null,
};

const SUPERSEDED = 'The endpoint was changed or switched off during the build.';
const LOST = 'The process that built it ended.';

/** Where the endpoint stands after a build. */
function standingAfter(
  row: MaterializationRecord,
  verdict: BuildOutcome,
  nowMs: number,
): MaterializationChange {
  const failuresInARow = row.failuresInARow + 1;
  const dueIn = (delayMs: number) =>
    row.nextRunAtMs === null ? null : Math.min(row.nextRunAtMs, nowMs + delayMs);
  switch (verdict.kind) {
    case 'built':
      return { state: 'Completed', failuresInARow: 0, lastError: null };
    case 'failed': {
      const nextRunAtMs = dueIn(retryDelayMs(failuresInARow, row.intervalMs));
      return { state: 'Failed', failuresInARow, lastError: verdict.error, nextRunAtMs };
    }
    case 'lost': {
      const nextRunAtMs = dueIn(takeoverDelayMs(failuresInARow, row.intervalMs));
      return { state: 'Failed', failuresInARow, lastError: LOST, nextRunAtMs };
    }
    case 'superseded':
      // Without a next run there is nothing to wait for.
      return row.nextRunAtMs === null ? { state: 'Failed', lastError: SUPERSEDED } : { state: 'Pending' };
    case 'stopped':
    case 'yielded':
      return { state: 'Pending', nextRunAtMs: dueIn(0) };
    default:
      return unreachable(verdict);
  }
}
