import type { FoldSettings } from '../services/capture/fold/fold-services.ts';
import type { Settings } from './config.ts';

/** About the most overrides of one fold: its table lies in memory, a hundred bytes each. */
const MOST_OVERRIDES = 100_000;
/** Silence of a replica after which another one rewrites events. */
const LEASE_MS = 60_000;
/** Steps that are due are noticed so late. */
const POLL_MS = 30_000;

/** How overrides of persons are folded. */
export function foldSettings(settings: Settings): FoldSettings & { readonly pollMs: number } {
  const { foldAfterMs, foldAtOverrides, engineUrl } = settings;
  const { executionTimeoutMs, queueTimeoutMs, streamTimeoutMs, buildTimeoutMs } = settings;
  return {
    foldAfterMs,
    foldAtOverrides,
    mostOverrides: MOST_OVERRIDES,
    settleMs: Math.max(executionTimeoutMs + queueTimeoutMs, streamTimeoutMs, buildTimeoutMs),
    leaseMs: LEASE_MS,
    pollMs: Math.min(POLL_MS, foldAfterMs),
    hasSharedEngine: engineUrl !== undefined,
  };
}
