/** The right to write events of a lane into an engine that several services share. */
export interface WriteLeaseTable {
  readonly name: string;
  /** The replica that has it. */
  readonly owner: string;
  /** Of one holding. */
  readonly token: string;
  /** By the clock of the database. 0 = its owner has left something undone. */
  readonly expiresAtMs: number;
}

/** The one row that says how many lanes of writers there are. */
export interface WriteLaneTable {
  readonly lanes: number;
}
