import type { Engine } from '../../adapters/engine/engine.ts';
import type { LoopSlices } from '../../base/loop-slices.ts';
import type { Observe } from '../../base/observation.ts';
import type { SingleFlight } from '../cache/single-flight.ts';
import type { Concurrency } from '../limits/concurrency.ts';
import type { RateLimiter } from '../limits/rate.ts';
import type { ActiveRuns } from './active-runs.ts';
import type { CompiledVersions } from './compiled-versions.ts';
import type { RunLimits } from './run-limits.ts';
import type { StoredResult } from './stored-result.ts';

/** What executing queries works with, whoever asks them. */
export interface ExecutionServices {
  readonly engine: Engine;
  readonly observe: Observe;
  readonly compiledVersions: CompiledVersions;
  readonly flights: SingleFlight<StoredResult>;
  readonly concurrency: Concurrency;
  /** Charged when a call starts an engine query. */
  readonly executionRate: RateLimiter;
  readonly activeRuns: ActiveRuns;
  readonly runLimits: RunLimits;
  readonly slices: LoopSlices;
}
