import type { DataType } from './data-type.ts';

/** A column of the dialect and where it lives in the engine. */
export interface ColumnDefinition {
  readonly name: string;
  /** Physical column of the engine table. */
  readonly engineName: string;
  readonly type: DataType;
  /** Hidden columns are not part of `*`. */
  readonly hidden?: true;
  /** Engine expression in which `$1` stands for the physical column. Absent = the column itself. */
  readonly template?: string;
}

/**
 * A column computed from another table of the dialect; `sql` is an expression over the rows of one group of that table.
 */
export interface DerivedColumnDefinition {
  readonly name: string;
  /** `channel`: computed by the rules of channel types from the first event that has each property. */
  readonly sql: string | { readonly computed: 'channel' };
  /** Hidden columns are not part of `*`. */
  readonly hidden?: true;
}

/** A join that the compiler adds when a field behind it is used, such as `person.properties.email` on events. */
export interface LazyJoin {
  readonly name: string;
  readonly table: TableName;
  /** Column of this table that equals a column of the joined one. */
  readonly from: string;
  readonly to: string;
  /** Constant condition on the joined table, such as the index of a group type. */
  readonly where?: { readonly column: string; readonly equals: number };
}

/** Tables that a query can name. */
export type TableName = 'events' | 'persons' | 'person_distinct_ids' | 'groups' | 'sessions';

/** Tables that only the compiler reads. */
export type InternalTable = 'person_overrides' | 'cohort_members';

/** Whose property definitions give the keys of a table's `properties` their types. */
export type PropertyScope = 'event' | 'person' | 'group';

interface TableBase {
  readonly joins: readonly LazyJoin[];
  /** Column that `filters_override` dates apply to. */
  readonly timeColumn?: string;
}

/** A table that stands in the engine. */
export interface StoredTable extends TableBase {
  readonly kind: 'stored';
  readonly name: TableName | InternalTable;
  /** Engine table in `app`. */
  readonly engineTable: string;
  /** The table is read with FINAL, because it keeps the newest row of each key. */
  readonly final?: true;
  readonly columns: readonly ColumnDefinition[];
  readonly propertyScope?: PropertyScope;
}

/** A computed table: the rows of `of` that satisfy `where`, with one result row per value of `groupBy`. */
export interface DerivedTable extends TableBase {
  readonly kind: 'derived';
  readonly name: TableName;
  readonly of: TableName;
  /** Condition in the dialect's SQL. */
  readonly where: string;
  /** Field of `of`. */
  readonly groupBy: string;
  readonly columns: readonly DerivedColumnDefinition[];
}

export type TableDefinition = StoredTable | DerivedTable;
