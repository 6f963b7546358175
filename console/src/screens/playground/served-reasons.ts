import type { RunAnswer, ShownEndpoint } from '../../data/shapes.ts';
import { formatRoughly, formatSeconds } from '../../parts/format.ts';

/** The gates that a run passes, in the order of SPEC-3.5. */
export type Gate = 'cache' | 'snapshot' | 'query';

/** The gate that gave the answer, by `served_from`. */
export const GATE_OF: Readonly<Record<RunAnswer['served_from'], Gate>> = {
  cache: 'cache',
  materialized: 'snapshot',
  direct: 'query',
};

/** What each gate did, in one or two words, for a reason. */
export function gateWords(
  reason: RunAnswer['served_reason'],
  isMaterialized: boolean,
): Readonly<Record<Gate, string>> {
  const snapshot = isMaterialized ? 'not asked' : 'off';
  switch (reason) {
    case 'cache_fresh':
      return { cache: 'hit', snapshot: '', query: '' };
    case 'stale_while_revalidate':
      return { cache: 'hit, older', snapshot: '', query: 'being run' };
    case 'stale_if_error':
      return { cache: 'last good', snapshot: '', query: 'failed' };
    case 'materialized_current':
      return { cache: 'nothing newer', snapshot: 'current', query: '' };
    case 'refresh_forced':
      return { cache: 'passed by', snapshot: isMaterialized ? 'passed by' : 'off', query: 'ran' };
    case 'old_version':
      return { cache: 'nothing fresh', snapshot: 'other version', query: 'ran' };
    case 'has_parameters':
      return { cache: 'nothing fresh', snapshot: 'no parameters', query: 'ran' };
    case 'materialized_not_built':
      return { cache: 'nothing fresh', snapshot: 'not built', query: 'ran' };
    case 'materialized_outdated':
      return { cache: 'nothing fresh', snapshot: 'outdated', query: 'ran' };
    case 'materialized_failed_read':
      return { cache: 'nothing fresh', snapshot: 'unreadable', query: 'ran' };
    case 'materialized_unverified':
      return { cache: 'nothing fresh', snapshot: 'not trusted', query: 'ran' };
    case 'cache_expired':
      return { cache: 'expired', snapshot, query: 'ran' };
    case 'cache_miss':
      return { cache: 'miss', snapshot, query: 'ran' };
    default:
      return reason satisfies never;
  }
}

/** What to do next about a reason: run again in some way, or a tab of the endpoint. */
export interface NextAction {
  readonly label: string;
  readonly act:
    | { readonly kind: 'run'; readonly refresh: string | null }
    | { readonly kind: 'tab'; readonly tab: string };
}

/**
 * Why the answer came from where it came, as a sentence.
 * @param nowMs time of the service
 */
export function explainReason(answer: RunAnswer, endpoint: ShownEndpoint, nowMs: number): string {
  const age = formatRoughly(nowMs - Date.parse(answer.last_refresh));
  const kept = cacheAgeOf(answer);
  const builtAt = answer.endpoint_materialized_at;
  const built = builtAt ? `${formatRoughly(nowMs - Date.parse(builtAt))} ago` : '';
  switch (answer.served_reason) {
    case 'cache_fresh':
      return `Computed ${age} ago and younger than its cache age of ${kept}, so nothing ran.`;
    case 'stale_while_revalidate':
      return `Computed ${age} ago, older than its cache age of ${kept}; answered at once while it is computed anew.`;
    case 'stale_if_error':
      return `The new run failed, so this is the last good answer, computed ${age} ago.`;
    case 'materialized_current':
      return `From the snapshot built ${built}; the cache has nothing newer.`;
    case 'refresh_forced':
      return 'The request asked for a new answer, so cache and snapshot were passed by.';
    case 'old_version':
      return `Version ${answer.endpoint_version} was asked; the snapshot is of version ${endpoint.current_version}.`;
    case 'has_parameters':
      return 'The request has variables or overrides, and those are in no snapshot.';
    case 'materialized_not_built':
      return `The first build of version ${answer.endpoint_version} has not ended.`;
    case 'materialized_outdated':
      return `The snapshot${built ? `, built ${built},` : ''} is two intervals old or was built with other settings.`;
    case 'materialized_failed_read':
      return 'The snapshot could not be read and is being rebuilt.';
    case 'materialized_unverified':
      return 'Two comparisons of the snapshot with a direct run failed, so it is not trusted.';
    case 'cache_expired':
      return `The cached answer was older than its cache age of ${kept}.`;
    case 'cache_miss':
      return 'Nobody asked for exactly this before, or it was forgotten, so the query ran.';
    default:
      return answer.served_reason satisfies never;
  }
}

const AGAIN: NextAction = {
  label: 'Run again, ignore cache',
  act: { kind: 'run', refresh: 'force_blocking' },
};
const FROM_CACHE: NextAction = { label: 'Run again, from the cache', act: { kind: 'run', refresh: null } };
const BUILDS: NextAction = { label: 'See builds', act: { kind: 'tab', tab: 'materialization' } };
const CACHE_AGE: NextAction = { label: 'Raise the cache age', act: { kind: 'tab', tab: 'settings' } };

/** One next action for each reason. */
export const NEXT_ACTION: Readonly<Record<RunAnswer['served_reason'], NextAction>> = {
  cache_fresh: AGAIN,
  stale_while_revalidate: FROM_CACHE,
  stale_if_error: { label: 'See runs', act: { kind: 'tab', tab: 'runs' } },
  materialized_current: AGAIN,
  refresh_forced: FROM_CACHE,
  old_version: { label: 'See versions', act: { kind: 'tab', tab: 'versions' } },
  has_parameters: FROM_CACHE,
  materialized_not_built: BUILDS,
  materialized_outdated: BUILDS,
  materialized_failed_read: BUILDS,
  materialized_unverified: BUILDS,
  cache_expired: CACHE_AGE,
  cache_miss: FROM_CACHE,
};

/** The cache age that held for this answer, in words. */
function cacheAgeOf(answer: RunAnswer): string {
  return formatSeconds(
    Math.round((Date.parse(answer.cache_target_age) - Date.parse(answer.last_refresh)) / 1000),
  );
}
