import type { DataType } from './data-type.ts';

/** A column of the dialect and where it lives in the engine. */
export interface ColumnDefinition {
  readonly name: string;
  /** Physical column of the engine table. */
  readonly engineName: string;
  readonly type: DataType;
  /** Hidden columns are not part of `*`. */
  readonly hidden?: true;
  /** Engine expression over the physical column, which stands where `$1` is. Absent = the column itself. */
  readonly template?: string;
}

/** A column computed from another table of the dialect; `sql` is an expression of the dialect over its row group. */
export interface DerivedColumnDefinition {
  readonly name: string;
  /** `channel`: by the rules of channel types, from what the first event with each property says. */
  readonly sql: string | { readonly computed: 'channel' };
  /** Hidden columns are not part of `*`. */
  readonly hidden?: true;
}

/** A join that the compiler adds when a field behind it is used, such as `person.properties.email` on events. */
export interface LazyJoin {
  readonly name: string;
  readonly table: TableName;
  /** Column of this table and column of the joined one. */
  readonly from: string;
  readonly to: string;
  /** Constant condition on the joined table, such as the index of a group type. */
  readonly where?: { readonly column: string; readonly equals: number };
}

/** Tables that a query can name. */
export type TableName = 'events' | 'persons' | 'person_distinct_ids' | 'groups' | 'sessions';

/** Whose property definitions type the keys of a table's `properties`. */
export type PropertyScope = 'event' | 'person' | 'group';

interface TableBase {
  readonly joins: readonly LazyJoin[];
  /** Column that `filters_override` dates apply to. */
  readonly timeColumn?: string;
}

/** A table that stands in the engine. */
export interface StoredTable extends TableBase {
  readonly kind: 'stored';
  readonly name: TableName | 'person_overrides';
  /** Engine table in `app`. */
  readonly engineTable: string;
  /** Read with FINAL: the table keeps the newest row of each key. */
  readonly final?: true;
  readonly columns: readonly ColumnDefinition[];
  readonly propertyScope?: PropertyScope;
}

/** A table that is computed: the rows of `of` that satisfy `where`, one result row per value of `groupBy`. */
export interface DerivedTable extends TableBase {
  readonly kind: 'derived';
  readonly name: TableName;
  readonly of: TableName;
  /** Condition of the dialect. */
  readonly where: string;
  /** Field of `of`. */
  readonly groupBy: string;
  readonly columns: readonly DerivedColumnDefinition[];
}

export type TableDefinition = StoredTable | DerivedTable;
