import type { QueryLimits } from '../../adapters/engine/engine.ts';
import type { BuildJob } from './snapshot.ts';

/** Far more than a build can write within its time. */
export const MOST_BUILT_ROWS = 1_000_000_000;

/** A build is bound by its own time and memory only. One thread, as runs: rows in the same order, sums the same. */
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
