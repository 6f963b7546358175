import type { EndpointRow } from '../../adapters/store/endpoint-row.ts';
import type { SnapshotRecord } from '../../adapters/store/snapshot-store.ts';
import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import { syncIntervalMs } from '../../schema/endpoint.ts';
import type { RefreshMode } from '../../schema/run-request.ts';
import type { Warning } from '../../schema/warning.ts';
import type { NewerResults } from '../cache/newer-results.ts';
import type { CacheLookup, ResultCache } from '../cache/result-cache.ts';
import type { Stages } from '../execution/stages.ts';
import type { StoredResult } from '../execution/stored-result.ts';
import type { CheckedRun } from './check-run.ts';
import type { RunCall } from './run-call.ts';

/** Whether a snapshot may answer, and why not. */
export type SnapshotStanding =
  | 'current'
  | 'materialized_not_built'
  | 'materialized_outdated'
  | 'materialized_failed_read'
  | 'materialized_unverified';

/**
 * Why an answer was computed and not served from cache or snapshot. The first reason that holds counts, see [SPEC-3.6].
 */
export type DirectReason =
  | 'refresh_forced'
  | 'old_version'
  | 'has_parameters'
  | Exclude<SnapshotStanding, 'current'>
  | 'cache_expired'
  | 'cache_miss';

/** Where an answer comes from. */
export type Source =
  | { readonly from: 'cache'; readonly reason: 'cache_fresh' | 'stale_while_revalidate' | 'stale_if_error' }
  | { readonly from: 'materialized'; readonly reason: 'materialized_current' }
  | { readonly from: 'direct'; readonly reason: DirectReason; readonly isForced: boolean };

/** What choosing works with. */
interface ChooseServices {
  readonly clock: Clock;
  readonly resultCache: ResultCache<StoredResult>;
  readonly newerResults?: NewerResults;
}

/** A run that only limits can refuse, and the source of its answer. */
export interface DecidedRun {
  readonly run: CheckedRun;
  readonly source: Source;
  readonly cached: CacheLookup<StoredResult>;
  /** The snapshot of the current version; undefined when there is none. */
  readonly snapshot: SnapshotRecord | undefined;
  readonly stages: Stages;
  /** null = the run does not tell its details. */
  readonly warnings: readonly Warning[] | null;
}

/**
 * Chooses between cache, snapshot and execution. Makes no statement and does not wait.
 * @param current the endpoint's snapshot; may be left out for endpoints that are not materialized
 * @throws AppError combination_not_allowed
 */
export function findSource(
  services: ChooseServices,
  call: RunCall,
  run: CheckedRun,
  current: SnapshotRecord | null,
): Omit<DecidedRun, 'stages' | 'warnings'> {
  const { endpoint } = run;
  const question = {
    isMaterialized: endpoint.isMaterialized,
    isOldVersion: run.version.version !== endpoint.currentVersion,
    hasParameters: run.prepared.hasParameters,
  };
  const snapshot = current?.version === endpoint.currentVersion ? current : undefined;
  const latestMs = latestOf(services, call);
  const cached = services.resultCache.look(run.key, run.cacheAgeSeconds, { nowMs: call.nowMs, latestMs });
  const standing = usesSnapshot(question)
    ? judgeSnapshot({
        endpoint,
        snapshot,
        conditions: run.conditions,
        nowMs: call.nowMs,
        latestMs,
      })
    : 'materialized_not_built';
  const source = chooseSource({
    ...question,
    refresh: run.request.refresh,
    snapshot: standing,
    cached: cached.state,
    isCachedNewer: cached.state !== 'absent' && cached.entry.computedAtMs > (snapshot?.builtAtMs ?? 0),
    isNewerElsewhere: isNewerElsewhere(services, call, run, snapshot),
    mayServeStale: isWithin(endpoint.staleWhileRevalidateSeconds, cached, run, call),
  });
  return { run, source, cached, snapshot };
}

/** True while another service has a result, young enough, that a caller forced after the snapshot was built. */
function isNewerElsewhere(
  { newerResults }: Pick<ChooseServices, 'newerResults'>,
  { nowMs }: RunCall,
  { key, cacheAgeSeconds }: CheckedRun,
  snapshot: SnapshotRecord | undefined,
): boolean {
  const newestMs = newerResults?.newestMs(key);
  if (newestMs === undefined || snapshot === undefined) return false;
  return newestMs > snapshot.builtAtMs && nowMs - newestMs < cacheAgeSeconds * 1000;
}

/** Results made after this time come from a clock that was set back. A call with its own clock may lie before them. */
export function latestOf({ clock }: Pick<ChooseServices, 'clock'>, { hasOwnClock }: RunCall): number {
  return hasOwnClock ? Number.POSITIVE_INFINITY : clock.nowMs();
}

/**
 * True when an expired entry is at most `seconds` past its age. False for an entry of the future, whose age is unknown.
 */
export function isWithin(
  seconds: number,
  cached: CacheLookup<StoredResult>,
  run: CheckedRun,
  call: RunCall,
): boolean {
  if (cached.state !== 'expired' || seconds === 0) return false;
  const pastMs = call.nowMs - cached.entry.computedAtMs;
  return pastMs >= 0 && pastMs < (run.cacheAgeSeconds + seconds) * 1000;
}

/** Everything the choice depends on. */
export interface SourceQuestion {
  readonly refresh: RefreshMode;
  readonly isMaterialized: boolean;
  readonly hasParameters: boolean;
  readonly isOldVersion: boolean;
  /** Standing of the endpoint's snapshot; `materialized_not_built` when there is none. */
  readonly snapshot: SnapshotStanding;
  readonly cached: 'fresh' | 'expired' | 'absent';
  /** The cached result was computed after the snapshot was built. */
  readonly isCachedNewer: boolean;
  /** Another service has a result that was computed after the snapshot was built. */
  readonly isNewerElsewhere: boolean;
  /** The expired entry is young enough for the endpoint's `stale_while_revalidate_seconds`. */
  readonly mayServeStale: boolean;
}

const FROM_SNAPSHOT: Source = { from: 'materialized', reason: 'materialized_current' };

/**
 * Chooses the source of an answer by [SPEC-3.5]. Pure.
 * @throws AppError combination_not_allowed for `direct` on an endpoint that is not materialized
 */
export function chooseSource(question: SourceQuestion): Source {
  const { refresh, cached, isMaterialized } = question;
  if (refresh === 'direct' && !isMaterialized) {
    const detail = '`refresh: "direct"` is only for materialized endpoints; use "force_blocking" here.';
    throw new AppError('combination_not_allowed', detail, { attr: 'refresh' });
  }
  const hasSnapshot = usesSnapshot(question) && question.snapshot === 'current';
  if (refresh === 'force' && hasSnapshot) return FROM_SNAPSHOT;
  if (refresh !== 'blocking' && refresh !== 'cache')
    return { from: 'direct', reason: 'refresh_forced', isForced: true };
  if (cached === 'fresh' && !(hasSnapshot && !question.isCachedNewer))
    return { from: 'cache', reason: 'cache_fresh' };
  if (hasSnapshot && !question.isNewerElsewhere) return FROM_SNAPSHOT;
  if (cached === 'expired' && question.mayServeStale)
    return { from: 'cache', reason: 'stale_while_revalidate' };
  return { from: 'direct', reason: directReason(question), isForced: false };
}

/** Snapshots answer calls without parameters for the current version. */
function usesSnapshot(
  question: Pick<SourceQuestion, 'isMaterialized' | 'isOldVersion' | 'hasParameters'>,
): boolean {
  return question.isMaterialized && !question.isOldVersion && !question.hasParameters;
}

function directReason(question: SourceQuestion): DirectReason {
  const { isOldVersion, isMaterialized, hasParameters, snapshot, cached } = question;
  if (isOldVersion) return 'old_version';
  if (isMaterialized && hasParameters) return 'has_parameters';
  if (isMaterialized && snapshot !== 'current') return snapshot;
  return cached === 'expired' ? 'cache_expired' : 'cache_miss';
}

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
