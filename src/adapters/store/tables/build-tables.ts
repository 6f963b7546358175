import type { OutputColumn } from './endpoint-tables.ts';

export type BuildState = 'Pending' | 'Running' | 'Completed' | 'Failed';

/**
 * Where building an endpoint stands. The row is made when materialization is first switched on and stays, because its
 * fencing token never goes back.
 */
export interface MaterializationTable {
  readonly endpointId: string;
  readonly projectId: number;
  readonly state: BuildState;
  /** The version to build: the current one. */
  readonly version: number;
  readonly intervalMs: number;
  /** When the next build is due; null = building is off. */
  readonly nextRunAtMs: number | null;
  /** A build that somebody asked for and that has not begun. */
  readonly queuedBuildId: string | null;
  readonly runningBuildId: string | null;
  /** The process that runs it, and until when it may be silent. */
  readonly leaseOwner: string | null;
  readonly leaseExpiresAtMs: number | null;
  /** Grows with every build. */
  readonly fencingToken: number;
  readonly lastStartedAtMs: number | null;
  readonly failuresInARow: number;
  readonly lastError: string | null;
}

/** One build, for the history. */
export interface BuildTable {
  readonly id: string;
  readonly endpointId: string;
  readonly projectId: number;
  readonly version: number;
  /** Why it was made: the schedule, a caller who asked, or a change of the endpoint. */
  readonly cause: 'schedule' | 'request' | 'change' | 'repair';
  readonly state: BuildState;
  readonly createdAtMs: number;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly durationMs: number | null;
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly verified: boolean | null;
  readonly error: string | null;
}

/** A good snapshot: the current one of its endpoint, or a retired one whose objects are still to be deleted. */
export interface SnapshotTable {
  readonly buildId: string;
  readonly endpointId: string;
  readonly projectId: number;
  readonly version: number;
  readonly fencingToken: number;
  readonly objectPrefix: string;
  /** When its build was done; its age counts from here. */
  readonly builtAtMs: number;
  /** The `now` of its query. */
  readonly dataTimeMs: number;
  /**
   * Fingerprint of what it was built under besides the query: settings of the project, revisions of actions, data
   * epoch. It answers only while the same text is made of the project as it is.
   */
  readonly conditions: string;
  /** Output columns of the rows; null for insights. */
  readonly columns: readonly OutputColumn[] | null;
  readonly rows: number;
  /** Size of all its objects. */
  readonly bytes: number;
  readonly durationMs: number;
  /** Whether it equals the direct answer; null when that could not be compared. */
  readonly verified: boolean | null;
  /** Comparisons that failed one after the other, the last one included; 2 = it is not served. */
  readonly mismatchesInARow: number;
  /** When a reader found it missing, corrupt or outdated; a build was queued then. */
  readonly unusableAtMs: number | null;
  /** Null = current. */
  readonly retiredAtMs: number | null;
}
