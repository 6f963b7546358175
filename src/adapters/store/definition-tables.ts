/** Names of the events of a project. */
export interface EventDefinitionTable {
  readonly project_id: number;
  readonly name: string;
  readonly created_at_ms: number;
  readonly last_seen_at_ms: number;
  /** Events of this name, each counted once. */
  readonly volume: number;
}

/** What came in of a property. */
export interface PropertyCountTable {
  readonly project_id: number;
  readonly type: PropertyDefinitionTable['type'];
  readonly name: string;
  readonly volume: number;
  /** A bit for each type of the values. */
  readonly seen_types: number;
  readonly last_seen_at_ms: number;
}

/** Properties and how queries read them. */
export interface PropertyDefinitionTable {
  readonly project_id: number;
  readonly type: 'event' | 'person' | 'group';
  readonly name: string;
  readonly property_type: 'String' | 'Numeric' | 'Boolean' | 'DateTime';
  /** 1 = set by a person, so that what capture finds no longer changes it. */
  readonly is_pinned: 0 | 1;
  readonly updated_at_ms: number;
}

/** Rows from which queries read a property of events on one day (UTC). Sums that any number of processes add to. */
export interface PropertyReadTable {
  readonly project_id: number;
  readonly name: string;
  readonly day_ms: number;
  readonly rows_read: number;
}
