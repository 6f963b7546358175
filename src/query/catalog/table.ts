import type { DataType } from './types.ts';

/** A column of the dialect and where it lives in the engine. */
export interface ColumnDefinition {
  readonly name: string;
  /** Physical column of the engine table. */
  readonly engineName: string;
  readonly type: DataType;
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

export type TableName = 'events' | 'persons' | 'person_distinct_ids' | 'groups' | 'sessions';

export interface TableDefinition {
  readonly name: TableName;
  /** Engine table in `app`; absent for tables that are computed from others (sessions). */
  readonly engineTable?: string;
  /** Read with FINAL: the table keeps the newest row of each key. */
  readonly final?: true;
  readonly columns: readonly ColumnDefinition[];
  readonly joins: readonly LazyJoin[];
  /** Column that `filters_override` dates apply to. */
  readonly timeColumn?: string;
}
