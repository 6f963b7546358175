import type { SnapshotRecord } from '../../adapters/store/snapshot-store.ts';
import type { CacheLookup } from '../cache/result-cache.ts';
import type { StoredResult } from '../execution/stored-result.ts';
import { judgeSnapshot } from '../materialize/judge-snapshot.ts';
import type { CheckedRun } from './checked-run.ts';
import { chooseSource, type Source, usesSnapshot } from './choose-source.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';

/** Where a run gets its answer from, and what was found on the way. */
export interface FoundSource {
  readonly source: Source;
  readonly cached: CacheLookup<StoredResult>;
  /** Of the current version; undefined when there is none. */
  readonly snapshot: SnapshotRecord | undefined;
}

/** What the endpoint's snapshot means for a run. */
function snapshotQuestion({ endpoint, version, prepared }: CheckedRun) {
  return {
    isMaterialized: endpoint.isMaterialized,
    isOldVersion: version.version !== endpoint.currentVersion,
    hasParameters: prepared.hasParameters,
  };
}

/**
 * Chooses between cache, snapshot and execution. Makes no statement and does not wait.
 * @param current the endpoint's snapshot; may be left out for endpoints that are not materialized
 * @throws AppError combination_not_allowed
 */
export function findSource(
  services: RunServices,
  call: RunCall,
  run: CheckedRun,
  current: SnapshotRecord | null,
): FoundSource {
  const { endpoint } = run;
  const question = snapshotQuestion(run);
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
    mayServeStale: isWithin(endpoint.staleWhileRevalidateSeconds, cached, run, call),
  });
  return { source, cached, snapshot };
}

/** What was made later is of a clock that was set back. A call with a clock of its own may look into its past. */
export function latestOf({ clock }: RunServices, { hasOwnClock }: RunCall): number {
  return hasOwnClock ? Number.POSITIVE_INFINITY : clock.nowMs();
}

/** True when an expired entry is at most `seconds` past its age; of one of the future nobody knows. */
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
