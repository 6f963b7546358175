/** The truth about persons; the engine's table of the same name is copied from it. `...Us` are microseconds. */
export interface PersonTable {
  readonly projectId: number;
  readonly id: string;
  /** Time of its first event. */
  readonly createdAtUs: number;
  /** Canonical JSON of an object. */
  readonly properties: string;
  readonly isIdentified: boolean;
  readonly isDeleted: boolean;
  /** Number of the transaction that changed the row last; grows. */
  readonly version: number;
}

export interface PersonDistinctIdTable {
  readonly projectId: number;
  readonly distinctId: string;
  readonly personId: string;
  readonly isDeleted: boolean;
  readonly version: number;
}

/** Events stored under `oldPersonId` belong to `personId`. Flat: no `personId` is somebody's old id. */
export interface PersonOverrideTable {
  readonly projectId: number;
  readonly oldPersonId: string;
  readonly personId: string;
  readonly isDeleted: boolean;
  readonly version: number;
}

/** Where folding the overrides of a project into its events stands. */
export interface PersonFoldTable {
  readonly projectId: number;
  /**
   * `waiting` for enough overrides or time; `fenced` when it is settled which are folded; `folded` when no event
   * carries their old ids any more.
   */
  readonly phase: 'waiting' | 'fenced' | 'folded';
  /** When the phase began. */
  readonly sinceMs: number;
  /** Overrides up to this version are folded; 0 while waiting. */
  readonly version: number;
  /** The writing that had begun when the fence was set. */
  readonly inFlight: InFlight;
  /** The replica that rewrites events, and until when it may be silent. */
  readonly leaseOwner: string | null;
  readonly leaseExpiresAtMs: number | null;
}

/** Writing whose persons are in this database and whose events may be on their way to the engine. */
export interface InFlight {
  /** Up to where spools are applied, by name: only those that are not written as far. */
  readonly spools: Readonly<Record<string, number>>;
}

export interface GroupTable {
  readonly projectId: number;
  /** 0..4. */
  readonly groupTypeIndex: number;
  readonly groupKey: string;
  readonly createdAtUs: number;
  readonly updatedAtUs: number;
  /** Canonical JSON of an object. */
  readonly properties: string;
  readonly isDeleted: boolean;
  readonly version: number;
}

/** How far a spool has come. Positions are bytes of its endless log. */
export interface CaptureProgressTable {
  readonly spoolName: string;
  /** Random; nothing reads it any more. */
  readonly spoolId: string;
  /** Persons, groups and definitions of everything before it are in this database. */
  readonly appliedTo: number;
  /** Events of everything before it are in the engine. Behind `appliedTo` only while a block is being written. */
  readonly writtenTo: number;
  /** Lanes whose part of the block behind `writtenTo` is applied; null = all of them. */
  readonly appliedLanes: readonly number[] | null;
  /** All that was received before it is written. By the clock of the replica; 0 where nobody asks. */
  readonly passedMs: number;
}

/** Rows of the table up to this version are in the engine. */
export interface ProjectionProgressTable {
  readonly tableName: string;
  readonly version: number;
}
