import type { Engine } from '../../adapters/engine/engine.ts';
import type { Observe } from '../../base/observation.ts';
import type { ResultCache } from '../cache/result-cache.ts';
import type { SingleFlight } from '../cache/single-flight.ts';
import type { Concurrency } from '../limits/concurrency.ts';
import type { RateLimiter } from '../limits/rate.ts';
import type { ActiveRuns } from './active-runs.ts';
import type { CheckedRuns } from './checked-runs.ts';
import type { CompiledVersions } from './compiled-versions.ts';
import type { EndpointDirectory } from './endpoint-directory.ts';
import type { StoredResult } from './stored-result.ts';

/** What runs work with. */
export interface RunServices {
  readonly engine: Engine;
  readonly observe: Observe;
  readonly directory: EndpointDirectory;
  readonly compiledVersions: CompiledVersions;
  readonly checkedRuns: CheckedRuns;
  readonly resultCache: ResultCache<StoredResult>;
  readonly flights: SingleFlight<StoredResult>;
  readonly concurrency: Concurrency;
  /** Charged when a call starts an engine query. */
  readonly executionRate: RateLimiter;
  readonly activeRuns: ActiveRuns;
  readonly runLimits: RunLimits;
}

/** Limits of every run; endpoints may set a shorter or longer time and fewer or more rows. */
export interface RunLimits {
  readonly executionTimeoutMs: number;
  /** Time that a run may wait for a free place, on top of its execution time. */
  readonly queueTimeoutMs: number;
  /** Time of a streamed answer, in which waiting for its reader counts. */
  readonly streamTimeoutMs: number;
  readonly memoryBytes: number;
  /** Most rows and bytes of a JSON answer. */
  readonly answerRows: number;
  readonly answerBytes: number;
}
