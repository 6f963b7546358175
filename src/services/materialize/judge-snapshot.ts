import type { EndpointRow } from '../../adapters/store/endpoint-row.ts';
import type { SnapshotRecord } from '../../adapters/store/snapshot-store.ts';
import { syncIntervalMs } from './schedule.ts';

/** Whether a snapshot may answer, and why not. */
export type SnapshotStanding =
  | 'current'
  | 'materialized_not_built'
  | 'materialized_outdated'
  | 'materialized_failed_read'
  | 'materialized_unverified';

/** So many failed comparisons in a row end the serving of a snapshot. */
const MISMATCHES_TO_STOP = 2;
/** A snapshot serves for so many intervals: one build may fail. */
const INTERVALS_OF_SERVICE = 2;

export interface SnapshotQuestion {
  readonly endpoint: Pick<EndpointRow, 'currentVersion' | 'syncFrequency'>;
  readonly snapshot: SnapshotRecord | undefined;
  /** `snapshotConditions` of the current version in the project as it is. */
  readonly conditions: string;
  readonly nowMs: number;
}

/** Judges the current snapshot of an endpoint by SPEC 5.4. Pure. */
export function judgeSnapshot({ endpoint, snapshot, conditions, nowMs }: SnapshotQuestion): SnapshotStanding {
  if (snapshot === undefined || snapshot.version !== endpoint.currentVersion) return 'materialized_not_built';
  const serviceMs = INTERVALS_OF_SERVICE * syncIntervalMs(endpoint.syncFrequency);
  const isOld = nowMs - snapshot.builtAtMs >= serviceMs;
  if (isOld || snapshot.conditions !== conditions) return 'materialized_outdated';
  if (snapshot.unusableAtMs !== null) return 'materialized_failed_read';
  return snapshot.mismatchesInARow >= MISMATCHES_TO_STOP ? 'materialized_unverified' : 'current';
}
