import { MAX_TIMEOUT_SECONDS } from '../schema/endpoint.ts';
import type { FoldSettings } from '../services/capture/fold/fold-services.ts';
import type { Settings } from './config.ts';

/** About the most overrides of one fold: its table lies in memory, a hundred bytes each. */
const MOST_OVERRIDES = 100_000;
/** Silence of a replica after which another one rewrites events. */
const LEASE_MS = 60_000;
/** Steps that are due are noticed so late. */
const POLL_MS = 30_000;
const LEAST_POLL_MS = 100;

/** How overrides of persons are folded. */
export function foldSettings(settings: Settings): FoldSettings & { readonly pollMs: number } {
  const { foldAfterMs, foldAtOverrides, engineUrl } = settings;
  const { executionTimeoutMs, queueTimeoutMs, streamTimeoutMs, buildTimeoutMs } = settings;
  const longestMs = Math.max(executionTimeoutMs, MAX_TIMEOUT_SECONDS * 1000, streamTimeoutMs, buildTimeoutMs);
  return {
    foldAfterMs,
    foldAtOverrides,
    mostOverrides: MOST_OVERRIDES,
    settleMs: queueTimeoutMs + longestMs,
    leaseMs: LEASE_MS,
    pollMs: Math.max(LEAST_POLL_MS, Math.min(POLL_MS, foldAfterMs)),
    hasSharedEngine: engineUrl !== undefined,
  };
}
