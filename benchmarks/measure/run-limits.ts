import type { QueryLimits } from '../../src/adapters/engine/engine.ts';

/** Limits of a statement as those of an endpoint run, but for its time. */
export function runLimits(timeoutMs: number): QueryLimits {
  return {
    timeoutMs,
    maxMemoryBytes: 1024 ** 3,
    maxResultRows: 100_000,
    maxResultBytes: 64 * 1024 ** 2,
    maxThreads: 1,
    priority: 1,
  };
}
