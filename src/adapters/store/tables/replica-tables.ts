/** A service that uses the store together with others. */
export interface ReplicaTable {
  /** Lives and dies with its data folder, as its spool does. */
  readonly name: string;
  readonly version: string;
  /** By the clock of the database. */
  readonly lastSeenAtMs: number;
  /** Accepted events that queries did not see yet when it was last seen. */
  readonly spoolBytes: number;
}
