import type { Endpoint } from '../../data/shapes.ts';
import type { EndpointUsage } from '../../data/usage.ts';

/** States by which the list filters. */
export type HealthState = 'healthy' | 'failing' | 'slow' | 'stale' | 'unused' | 'inactive';

export interface Health {
  readonly state: HealthState;
  /** Why it needs attention, as a sentence; null for states that need none. */
  readonly reason: string | null;
}

/** Share of errors from which an endpoint is failing. */
const FAILING_SHARE = 0.01;
/** 95th percentile from which it is slow, in ms. */
const SLOW_MS = 1000;
const UNUSED_MS = 30 * 86_400_000;

const INTERVAL_MS: Readonly<Record<string, number>> = {
  '15min': 900_000,
  '30min': 1_800_000,
  '1hour': 3_600_000,
  '6hour': 21_600_000,
  '12hour': 43_200_000,
  '24hour': 86_400_000,
  '7day': 604_800_000,
};

/**
 * How an endpoint does: the worst thing that holds, in the order inactive, failing, stale, slow, unused.
 * @param usage figures of the range on the screen; undefined while they are being read
 */
export function judgeHealth(endpoint: Endpoint, usage: EndpointUsage | undefined, nowMs: number): Health {
  if (!endpoint.is_active) return { state: 'inactive', reason: null };
  if (usage && usage.errors > 0 && usage.errors / usage.runs > FAILING_SHARE) {
    return { state: 'failing', reason: `${usage.errors} of ${usage.runs} runs ended in an error` };
  }
  const build = judgeBuild(endpoint, nowMs);
  if (build !== null) return { state: 'stale', reason: build };
  if (usage?.p95Ms && usage.p95Ms > SLOW_MS) {
    return { state: 'slow', reason: `5 % of its runs take ${(usage.p95Ms / 1000).toFixed(1)} s or longer` };
  }
  const lastMs =
    endpoint.last_executed_at === null
      ? Date.parse(endpoint.created_at)
      : Date.parse(endpoint.last_executed_at);
  if (nowMs - lastMs > UNUSED_MS) return { state: 'unused', reason: null };
  return { state: 'healthy', reason: null };
}

/** A build that failed, or whose snapshot is two intervals old and no longer answers. */
function judgeBuild(endpoint: Endpoint, nowMs: number): string | null {
  const { is_materialized, materialization, sync_frequency } = endpoint;
  if (!is_materialized) return null;
  if (materialization.state === 'Failed')
    return `Its last build failed: ${materialization.last_error ?? 'no reason told'}`;
  const { last_materialized_at } = materialization;
  const interval = INTERVAL_MS[sync_frequency];
  if (last_materialized_at === null || interval === undefined) return null;
  if (nowMs - Date.parse(last_materialized_at) <= 2 * interval) return null;
  return 'Its snapshot is two intervals old, so runs compute directly';
}
