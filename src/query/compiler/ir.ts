import type { ParameterValue } from '../../base/engine-parameter.ts';
import type { DataType } from '../catalog/data-type.ts';
import type { ColumnDefinition, StoredTable } from '../catalog/table.ts';
import type { ListName } from '../run-plan.ts';
import type { GuardedScan } from './guarded-scan.ts';
import type { JoinOperator } from './join-operators.ts';
import type { LookupRows, SourceSwitch } from './lookup-source.ts';
import type { SlotForm } from './slot-forms.ts';

/**
 * What the resolver makes of a tree: every name is bound, every expression has a type, and no word of the user's text
 * is left. Names are generated (`t1` tables, `c1` columns, `q1` CTEs, `l1` lambda arguments, `w1` windows) and unique
 * in the whole statement. The user's output names are kept as labels beside the printed text, or among its bound
 * values.
 */

export interface IrStatement {
  /** In order of definition: each CTE sees only those before it. */
  readonly ctes: readonly IrCte[];
  readonly query: IrQuery;
  readonly naming?: IrNaming;
}

/** A last SELECT around the statement, whose columns carry the user's names, for formats that print names. */
export interface IrNaming {
  /** Alias of the statement as a sub-query of that SELECT. */
  readonly alias: string;
  readonly outputs: readonly { readonly label: string; readonly expr: IrExpr }[];
}

export interface IrCte {
  readonly name: string;
  readonly query: IrQuery;
}

export type IrQuery = IrSelect | IrSet;

export interface IrOutput {
  /** Generated column name. */
  readonly name: string;
  /** The user's name of the column. */
  readonly label: string;
  readonly expr: IrExpr;
}

export interface IrSelect {
  readonly kind: 'select';
  readonly distinct?: boolean;
  readonly outputs: readonly IrOutput[];
  readonly from?: IrFrom;
  readonly arrayJoin?: {
    readonly left: boolean;
    readonly items: readonly { readonly name: string; readonly expr: IrExpr }[];
  };
  readonly where?: IrExpr;
  readonly groupBy?: IrGroupBy;
  readonly having?: IrExpr;
  readonly qualify?: IrExpr;
  readonly orderBy?: readonly IrOrder[];
  readonly interpolate?: readonly { readonly name: string; readonly value?: IrExpr }[];
  readonly limitBy?: { readonly n: IrExpr; readonly offset?: IrExpr; readonly exprs: readonly IrExpr[] };
  readonly limit?: IrExpr;
  readonly offset?: IrExpr;
  readonly withTies?: boolean;
}

export interface IrGroupBy {
  readonly mode: 'plain' | 'all' | 'rollup' | 'cube' | 'grouping_sets';
  /** One list per grouping set; the other modes have exactly one. */
  readonly sets: readonly (readonly IrExpr[])[];
}

export type IrSetOperator =
  | 'UNION ALL'
  | 'UNION DISTINCT'
  | 'INTERSECT'
  | 'INTERSECT DISTINCT'
  | 'EXCEPT'
  | 'EXCEPT DISTINCT';

export interface IrSet {
  readonly kind: 'set';
  readonly first: IrQuery;
  readonly rest: readonly { readonly operator: IrSetOperator; readonly query: IrQuery }[];
}

export interface IrFrom {
  readonly source: IrSource;
  readonly joins: readonly IrJoin[];
}

export interface IrJoin {
  readonly operator: JoinOperator;
  readonly source: IrSource;
  readonly on?: IrExpr;
}

/**
 * `table` is a table of the catalog as resolved; `expand-joins` turns it into scans, and `guard-project` every scan
 * into a guarded one, the only form that can be printed. `flat` is a guarded scan whose condition stands in the WHERE
 * of its SELECT; only the first source of a SELECT is one, made by `flat-scans`.
 */
export type IrSource =
  | { readonly kind: 'table'; readonly table: IrTable }
  | IrScan
  | { readonly kind: 'guarded' | 'flat'; readonly scan: GuardedScan<IrExpr> }
  | SourceSwitch<IrSource>
  /** `isTable`: nothing but columns, lazy joins and the filter of a table of the catalog. */
  | { readonly kind: 'query'; readonly alias: string; readonly query: IrQuery; readonly isTable?: true }
  | { readonly kind: 'cte'; readonly alias: string; readonly name: string }
  | {
      readonly kind: 'numbers';
      readonly alias: string;
      readonly column: string;
      readonly args: readonly IrExpr[];
    };

/**
 * A table of the catalog in a FROM list. The resolver adds each field that is used, so the maps grow until the whole
 * statement is resolved; afterwards nothing changes them.
 */
export interface IrTable {
  readonly alias: string;
  readonly base: IrStoredBase | IrDerivedBase;
  /** Lazy joins that were used, by name. */
  readonly joins: Map<string, IrLazyJoin>;
  /** The fields that the query reads from the table. Their expressions read the base and the lazy joins. */
  readonly outputs: Map<string, IrOutput>;
  /** Condition over the outputs. For the query, only rows that satisfy it exist (`filters_override`). */
  filter?: IrExpr;
  /** Judged by the constraint of the run: its filter has the condition, or rows of such a table find its rows. */
  isConstrained?: true;
}

export interface IrStoredBase {
  readonly kind: 'stored';
  readonly alias: string;
  readonly table: StoredTable;
  readonly exports: Map<string, ScanExport>;
  /** Found by `use-lookups`. */
  readonly lookup?: IrLookup;
}

/** An aggregate over another table, such as sessions over events. */
export interface IrDerivedBase {
  readonly kind: 'derived';
  readonly alias: string;
  readonly of: IrTable;
  readonly where: IrExpr;
  readonly groupBy: IrExpr;
  readonly outputs: Map<string, IrOutput>;
}

interface IrLazyJoin {
  readonly table: IrTable;
  /** Condition over the base and over the lazy joins before this one. */
  readonly on: IrExpr;
}

/** A base table and the columns that are read from it. */
export interface IrScan {
  readonly kind: 'scan';
  readonly alias: string;
  /** Alias of the base table inside the guard; the expressions of the columns use it. */
  readonly innerAlias: string;
  readonly table: StoredTable;
  readonly columns: readonly { readonly name: string; readonly expr: IrExpr }[];
  /** What is read instead of `table`. */
  readonly lookup?: IrLookup;
}

export type IrLookup = LookupRows<IrExpr>;

/** A column that a scan hands out: a physical one, or one key of a JSON column. */
export type ScanExport =
  | { readonly kind: 'column'; readonly name: string; readonly column: ColumnDefinition }
  | {
      readonly kind: 'property';
      readonly name: string;
      readonly column: ColumnDefinition;
      /** Literals and variables. */
      readonly path: readonly IrExpr[];
    };

export interface IrOrder {
  readonly expr: IrExpr;
  readonly descending: boolean;
  readonly nulls?: 'FIRST' | 'LAST';
  readonly fill?: { readonly from?: IrExpr; readonly to?: IrExpr; readonly step?: IrExpr };
}

export interface IrWindow {
  readonly partitionBy: readonly IrExpr[];
  readonly orderBy: readonly IrOrder[];
  readonly frame?: {
    readonly method: 'ROWS' | 'RANGE';
    readonly start: IrFrameBound;
    readonly end?: IrFrameBound;
  };
}

export type IrFrameBound =
  | { readonly kind: 'current' }
  | { readonly kind: 'unbounded' | 'offset'; readonly following: boolean; readonly value?: IrExpr };

export type IrExpr =
  | IrLiteral
  | IrVariable
  | IrSystem
  | IrColumn
  | IrName
  | IrProperty
  | IrJsonKey
  | IrCall
  | IrTemplate
  | IrZone
  | IrCast
  | IrFill
  | IrWord
  | IrNamed
  | IrLambda
  | IrWindowCall
  | IrNullSwitch
  | IrSubquery;

/** A value known at compile time; always printed as a bound parameter. */
export interface IrLiteral {
  readonly kind: 'literal';
  readonly value: ParameterValue;
  /** Engine type of the parameter. */
  readonly engineType: string;
  readonly type: DataType;
  /** Set on a condition that was decided when it was compiled; `value` is then 0 or 1. */
  readonly truth?: boolean;
}

export interface IrVariable {
  readonly kind: 'variable';
  readonly variable: string;
  readonly form: SlotForm;
  /** True when the slot is bound as Nullable. */
  readonly nullable: boolean;
  readonly type: DataType;
}

/** A value that the server sets at bind time; a user cannot name it. */
export interface IrSystem {
  readonly kind: 'system';
  readonly name: 'team' | 'kept' | 'now' | 'limit' | 'offset' | ListName;
  readonly type: DataType;
}

/** A column of a table, sub-query or CTE of the same FROM. */
export interface IrColumn {
  readonly kind: 'column';
  readonly table: string;
  readonly column: string;
  readonly type: DataType;
}

/** A column alias, lambda argument or ARRAY JOIN element. */
export interface IrName {
  readonly kind: 'name';
  readonly name: string;
  readonly type: DataType;
  /** What the expression behind an alias contains; absent for lambda arguments and ARRAY JOIN elements. */
  readonly contains?: Contents;
  /**
   * The column behind an alias that names nothing but a column. Range conditions use the column, so that they still
   * prune.
   */
  readonly column?: IrColumn;
}

export interface Contents {
  readonly aggregate: boolean;
  readonly window: boolean;
}

/** A property: its raw text, and how the project types it. `lower-properties` turns it into calls. */
export interface IrProperty {
  readonly kind: 'property';
  /** Nullable(String): NULL for a missing key and a JSON null, compact JSON for objects and arrays. */
  readonly text: IrExpr;
  readonly definition: 'Numeric' | 'Boolean' | 'DateTime' | undefined;
  readonly type: DataType;
}

/** The text behind a path of JSON: NULL for a missing key and a JSON null, compact JSON for objects and arrays. */
export interface IrJsonKey {
  readonly kind: 'jsonKey';
  readonly json: IrExpr;
  /** Literals and variables. */
  readonly path: readonly IrExpr[];
  readonly type: DataType;
}

export interface IrCall {
  readonly kind: 'call';
  /** Engine name out of the function table, never a word of the user. */
  readonly engine: string;
  readonly params?: readonly IrExpr[];
  readonly args: readonly IrExpr[];
  readonly distinct?: boolean;
  readonly nulls?: 'IGNORE' | 'RESPECT';
  readonly role?: 'aggregate' | 'window';
  /** The arguments are the elements of the list that the call answers. */
  readonly isList?: true;
  /** The arguments are conditions, which AND or OR connects. */
  readonly connective?: 'and' | 'or';
  /** The call is its first argument, a condition, with false in place of NULL. */
  readonly isFalseForNull?: true;
  /** The call tells whether its first argument is its second one, or in it. Where that is not known it is NULL. */
  readonly op?: 'equals' | 'in';
  readonly type: DataType;
}

/** Constant text of the catalog with expressions in its holes. */
export interface IrTemplate {
  readonly kind: 'template';
  readonly pieces: readonly (string | IrExpr)[];
  readonly role?: 'aggregate' | 'window';
  readonly type: DataType;
}

/** The same moment, shown in another zone. */
export interface IrZone {
  readonly kind: 'zone';
  readonly expr: IrExpr;
  readonly zone: string;
  readonly type: DataType;
}

/** A value as one of another type. */
interface IrCast {
  readonly kind: 'cast';
  readonly expr: IrExpr;
  /** The engine's name of the type. */
  readonly to: string;
  /** NULL stands for what is no value of the type. */
  readonly orNull?: true;
  readonly type: DataType;
}

/** A value, or the empty one of its type where it is NULL. */
interface IrFill {
  readonly kind: 'fill';
  readonly expr: IrExpr;
  readonly type: DataType;
}

/** A value that no parameter can carry: a word of the grammar. */
interface IrWord {
  readonly kind: 'word';
  readonly word: 'NULL' | 'nan' | 'inf' | '-inf';
  readonly type: DataType;
}

/** `(expr AS name)`. */
interface IrNamed {
  readonly kind: 'named';
  readonly name: string;
  readonly expr: IrExpr;
  readonly type: DataType;
}

interface IrLambda {
  readonly kind: 'lambda';
  readonly args: readonly string[];
  readonly body: IrExpr;
  readonly type: DataType;
}

interface IrWindowCall {
  readonly kind: 'window';
  readonly call: IrExpr;
  readonly over: IrWindow;
  readonly type: DataType;
}

/**
 * One of two texts, chosen when the value of the variable is known: a comparison with NULL is a different expression.
 */
interface IrNullSwitch {
  readonly kind: 'nullSwitch';
  readonly variable: string;
  readonly whenNull: IrExpr;
  readonly otherwise: IrExpr;
  readonly type: DataType;
}

export interface IrSubquery {
  readonly kind: 'subquery';
  readonly query: IrQuery;
  /** Only whether the query has rows is asked. */
  readonly exists?: true;
  readonly type: DataType;
}
