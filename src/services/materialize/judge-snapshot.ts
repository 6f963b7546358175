import { hash } from 'node:crypto';
import type { EndpointRow } from '../../adapters/store/endpoint-row.ts';
import type { SnapshotRecord } from '../../adapters/store/snapshot-store.ts';
import { answerReads, type ProjectReads, SEMANTICS_REVISION } from '../../query/plan.ts';
import { syncIntervalMs } from '../../schema/endpoint.ts';

/** Whether a snapshot may answer, and why not. */
export type SnapshotStanding =
  | 'current'
  | 'materialized_not_built'
  | 'materialized_outdated'
  | 'materialized_failed_read'
  | 'materialized_unverified';

/** So many failed comparisons in a row take a snapshot out of service. */
const MISMATCHES_TO_STOP = 2;
/** A snapshot serves for this many intervals, so that one build may fail. */
const INTERVALS_OF_SERVICE = 2;

export interface SnapshotQuestion {
  readonly endpoint: Pick<EndpointRow, 'currentVersion' | 'syncFrequency'>;
  readonly snapshot: SnapshotRecord | undefined;
  /** `snapshotConditions` of the current version in the project as it is. */
  readonly conditions: string;
  readonly nowMs: number;
  /** A snapshot built after this time comes from a clock that was set back since. */
  readonly latestMs: number;
}

/** Clocks of replicas may differ by this much, and a snapshot may be built by one and judged by another. */
const CLOCKS_DIFFER_MS = 60_000;

/** True when a snapshot was built in the future, so that its age is unknown. */
export function isBuiltAfter({ builtAtMs }: Pick<SnapshotRecord, 'builtAtMs'>, latestMs: number): boolean {
  return builtAtMs > latestMs + CLOCKS_DIFFER_MS;
}

/** Judges the current snapshot of an endpoint by [SPEC-5.4]. Pure. */
export function judgeSnapshot(question: SnapshotQuestion): SnapshotStanding {
  const { endpoint, snapshot, conditions, nowMs, latestMs } = question;
  if (snapshot === undefined || snapshot.version !== endpoint.currentVersion) return 'materialized_not_built';
  const serviceMs = INTERVALS_OF_SERVICE * syncIntervalMs(endpoint.syncFrequency);
  const isOld = nowMs - snapshot.builtAtMs >= serviceMs || isBuiltAfter(snapshot, latestMs);
  if (isOld || snapshot.conditions !== conditions) return 'materialized_outdated';
  if (snapshot.unusableAtMs !== null) return 'materialized_failed_read';
  return snapshot.mismatchesInARow >= MISMATCHES_TO_STOP ? 'materialized_unverified' : 'current';
}

/**
 * A text of everything besides the query and the events that decides an answer: what the compiled query reads of its
 * project (settings, actions, types of its properties, indexes of its group types, the data epoch), and what queries
 * mean in this release. A snapshot answers only while the same text is made. Pure.
 * @param semantics given by tests
 */
export function snapshotConditions(reads: ProjectReads, semantics: number = SEMANTICS_REVISION): string {
  return hash('sha256', `${semantics} ${answerReads(reads)}`, 'base64url');
}
