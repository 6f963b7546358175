import { AppError } from '../../base/errors.ts';
import type { RefreshMode } from '../../schema/run-request.ts';

/** Why an answer was computed and not served from somewhere. SPEC 3.6; the first that holds. */
export type DirectReason =
  | 'refresh_forced'
  | 'old_version'
  | 'has_parameters'
  | 'materialized_not_built'
  | 'materialized_outdated'
  | 'materialized_failed_read'
  | 'materialized_unverified'
  | 'cache_expired'
  | 'cache_miss';

/** Where an answer comes from. */
export type Source =
  | { readonly from: 'cache'; readonly reason: 'cache_fresh' | 'stale_while_revalidate' | 'stale_if_error' }
  | { readonly from: 'direct'; readonly reason: DirectReason; readonly isForced: boolean };

/** Everything the choice depends on. */
export interface SourceQuestion {
  readonly refresh: RefreshMode;
  readonly isMaterialized: boolean;
  readonly hasParameters: boolean;
  readonly isOldVersion: boolean;
  readonly cached: 'fresh' | 'expired' | 'absent';
  /** The expired entry is young enough for the endpoint's `stale_while_revalidate_seconds`. */
  readonly mayServeStale: boolean;
}

/**
 * Chooses the source of an answer by SPEC 3.5. Pure.
 * @throws AppError combination_not_allowed for `direct` on an endpoint that is not materialized
 */
export function chooseSource(question: SourceQuestion): Source {
  const { refresh, cached, isMaterialized } = question;
  if (refresh === 'direct' && !isMaterialized) {
    const detail = '`refresh: "direct"` is only for materialized endpoints; use "force_blocking" here.';
    throw new AppError('combination_not_allowed', detail, { attr: 'refresh' });
  }
  if (refresh !== 'blocking' && refresh !== 'cache')
    return { from: 'direct', reason: 'refresh_forced', isForced: true };
  if (cached === 'fresh') return { from: 'cache', reason: 'cache_fresh' };
  if (cached === 'expired' && question.mayServeStale)
    return { from: 'cache', reason: 'stale_while_revalidate' };
  return { from: 'direct', reason: directReason(question), isForced: false };
}

function directReason({ isOldVersion, isMaterialized, hasParameters, cached }: SourceQuestion): DirectReason {
  if (isOldVersion) return 'old_version';
  if (isMaterialized && hasParameters) return 'has_parameters';
  if (isMaterialized) return 'materialized_not_built';
  return cached === 'expired' ? 'cache_expired' : 'cache_miss';
}
