/** Names of the events of a project. */
export interface EventDefinitionTable {
  readonly projectId: number;
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  /** Events of this name, each counted once. */
  readonly volume: number;
}

/** Properties and how queries read them. */
export interface PropertyDefinitionTable {
  readonly projectId: number;
  readonly type: 'event' | 'person' | 'group';
  readonly name: string;
  readonly propertyType: 'String' | 'Numeric' | 'Boolean' | 'DateTime';
  /** Set by a person, so that what capture finds no longer changes it. */
  readonly isPinned: boolean;
  readonly updatedAtMs: number;
}

/** What came in of a property. */
export interface PropertyCountTable {
  readonly projectId: number;
  readonly type: PropertyDefinitionTable['type'];
  readonly name: string;
  readonly volume: number;
  /** A bit for each type of the values. */
  readonly seenTypes: number;
  readonly lastSeenAtMs: number;
}

/** Rows from which queries read a property of events on one day (UTC). Sums that any number of processes add to. */
export interface PropertyReadTable {
  readonly projectId: number;
  readonly name: string;
  readonly dayMs: number;
  readonly rowsRead: number;
}
