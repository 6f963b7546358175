import type { QueryLimits } from '../../adapters/engine/engine.ts';
import type { BuildJob } from './snapshot.ts';

/** Far more than a build can write within its time. */
export const MOST_BUILT_ROWS = 1_000_000_000;

/**
 * The limits of a build are its own time and memory. It runs on one thread like a run, so that order and sums are
 * equal.
 */
export function buildLimits({ budget }: BuildJob): QueryLimits {
  return {
    timeoutMs: budget.timeoutMs,
    maxMemoryBytes: budget.maxMemoryBytes,
    maxResultRows: MOST_BUILT_ROWS + 1,
    maxResultBytes: Number.MAX_SAFE_INTEGER,
    maxThreads: 1,
    priority: 10,
  };
}
