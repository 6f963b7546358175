import type { SnapshotFacts } from '../../adapters/store/snapshot-store.ts';

/** One build of one endpoint, as the scheduler hands it out. Exactly one is running per endpoint. */
export interface BuildJob {
  readonly projectId: number;
  readonly endpointId: string;
  /** The version to build: the current one when the build began. */
  readonly version: number;
  /** Never given to another build, not even to the one that takes over after a crash. */
  readonly buildId: string;
  /** Grows with every build of the endpoint. A snapshot never replaces one of a greater token. */
  readonly fencingToken: number;
  /** Prefix of every object of the build, `<prefix>/<name>`. No other object has it, so remains can be swept. */
  readonly objectPrefix: string;
  /** The time that relative dates and `now()` mean; the snapshot's data time. */
  readonly nowMs: number;
  readonly budget: BuildBudget;
  /**
   * Aborted when the build must stop: its time is over, it lost its lease, the endpoint was changed or switched off,
   * or the service ends. What it has written by then is swept.
   */
  readonly signal: AbortSignal;
}

/** What one build may use. */
export interface BuildBudget {
  readonly timeoutMs: number;
  readonly maxMemoryBytes: number;
}

/**
 * What a build says of the snapshot it wrote: `rows`, `bytes`, `dataTimeMs`, `columns`, `conditions` and `verified`. By
 * then all objects are durable and were read back. The snapshot is served once the scheduler has switched to it.
 */
export type BuiltSnapshot = SnapshotFacts;

/**
 * Writes the snapshot of a job below the job's prefix.
 * @throws the error that made the build fail; the owner sees the message of an AppError as `last_error`
 */
export type BuildSnapshot = (job: BuildJob) => Promise<BuiltSnapshot>;
