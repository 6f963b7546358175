import { AppError } from '../../base/errors.ts';
import type { RefreshMode } from '../../schema/run-request.ts';
import type { SnapshotStanding } from '../materialize/judge-snapshot.ts';

/** Why an answer was computed and not served from somewhere. [SPEC-3.6]; the first that holds. */
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

/** Everything the choice depends on. */
export interface SourceQuestion {
  readonly refresh: RefreshMode;
  readonly isMaterialized: boolean;
  readonly hasParameters: boolean;
  readonly isOldVersion: boolean;
  /** Of the endpoint's snapshot; what it is without one is `materialized_not_built`. */
  readonly snapshot: SnapshotStanding;
  readonly cached: 'fresh' | 'expired' | 'absent';
  /** The cached result was computed after the snapshot was built. */
  readonly isCachedNewer: boolean;
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
  if (hasSnapshot) return FROM_SNAPSHOT;
  if (cached === 'expired' && question.mayServeStale)
    return { from: 'cache', reason: 'stale_while_revalidate' };
  return { from: 'direct', reason: directReason(question), isForced: false };
}

/** Snapshots answer calls without parameters for the current version. */
export function usesSnapshot(
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
