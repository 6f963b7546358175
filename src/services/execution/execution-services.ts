import type { Engine } from '../../adapters/engine/engine.ts';
import type { Workers } from '../../adapters/workers/workers.ts';
import type { LoopSlices } from '../../base/loop-slices.ts';
import type { Observe } from '../../base/observation.ts';
import type { EngineAdmission } from '../admission/engine-admission.ts';
import type { SingleFlight } from '../cache/single-flight.ts';
import type { CompiledVersions } from './compiled-versions.ts';
import type { RunningQueries } from './running-queries.ts';
import type { StoredResult } from './stored-result.ts';

/** What executing queries works with, whoever asks them. */
export interface ExecutionServices {
  readonly engine: Engine;
  readonly observe: Observe;
  readonly compiledVersions: CompiledVersions;
  readonly flights: SingleFlight<StoredResult>;
  readonly runningQueries: RunningQueries;
  readonly admission: EngineAdmission;
  readonly runLimits: RunLimits;
  readonly slices: LoopSlices;
  readonly workers: Workers;
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
