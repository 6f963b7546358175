/**
 * The tree of the SQL dialect. Node names and fields follow the published HogQL grammar. Added is what the grammar's
 * reference parser loses (nulls order, ORDER BY of a set query, exact number text, positions in UTF-16 units). Nodes
 * are plain, readonly and hold no reference to their parent. Absent fields are absent, never null.
 */

/** Range `[start, end)` in UTF-16 units of the user's text. Absent on nodes that the program made itself. */
export interface SourceSpan {
  readonly start: number;
  readonly end: number;
  /** Set when the text is that of a member of a query, such as a hogql filter, and not the statement's own. */
  readonly member?: SourceMember;
}

/** A member of a query that holds an expression. */
export interface SourceMember {
  /** Its path, for errors. */
  readonly attr: string;
  readonly text: string;
}

interface Located {
  readonly span?: SourceSpan;
}

// ---------------------------------------------------------------------------------------------- statements

export type SelectStatement = SelectQuery | SelectSetQuery;

export interface SelectQuery extends Located {
  readonly kind: 'SelectQuery';
  readonly ctes?: readonly CTE[];
  readonly select: readonly Expr[];
  readonly distinct?: boolean;
  readonly select_from?: JoinExpr;
  readonly array_join_op?: 'ARRAY JOIN' | 'LEFT ARRAY JOIN' | 'INNER ARRAY JOIN';
  readonly array_join_list?: readonly Expr[];
  readonly window_exprs?: readonly NamedWindow[];
  readonly prewhere?: Expr;
  readonly where?: Expr;
  readonly group_by?: readonly (Expr | GroupingSet)[];
  readonly group_by_mode?: 'all' | 'rollup' | 'cube' | 'grouping_sets';
  readonly having?: Expr;
  readonly qualify?: Expr;
  readonly order_by?: readonly OrderExpr[];
  readonly interpolate?: readonly InterpolateExpr[];
  readonly limit?: Expr;
  readonly limit_by?: LimitByExpr;
  readonly limit_with_ties?: boolean;
  readonly limit_percent?: boolean;
  readonly offset?: Expr;
}

export type SetOperator =
  | 'UNION ALL'
  | 'UNION DISTINCT'
  | 'INTERSECT'
  | 'INTERSECT DISTINCT'
  | 'EXCEPT'
  | 'EXCEPT ALL'
  | 'UNION ALL BY NAME';

export interface SelectSetQuery extends Located {
  readonly kind: 'SelectSetQuery';
  readonly initial_select_query: SelectStatement;
  readonly subsequent_select_queries: readonly SelectSetNode[];
  readonly order_by?: readonly OrderExpr[];
  readonly limit?: Expr;
  readonly offset?: Expr;
}

export interface SelectSetNode extends Located {
  readonly kind: 'SelectSetNode';
  readonly set_operator: SetOperator;
  readonly select_query: SelectStatement;
}

/** `cte_type: 'subquery'` is `name AS (SELECT ...)`, `'column'` is `expr AS name`. */
export interface CTE extends Located {
  readonly kind: 'CTE';
  readonly name: string;
  readonly cte_type: 'subquery' | 'column';
  readonly expr: Expr | SelectStatement;
  readonly columns?: readonly string[];
  readonly recursive?: boolean;
  readonly materialized?: boolean;
}

export interface NamedWindow extends Located {
  readonly kind: 'NamedWindow';
  readonly name: string;
  readonly window: WindowExpr;
}

/** One table of a FROM list and, through `next_join`, the tables after it. The first has no `join_type`. */
export interface JoinExpr extends Located {
  readonly kind: 'JoinExpr';
  readonly table: Field | SelectStatement | ValuesQuery | Placeholder;
  /** Arguments of a table function such as `numbers(10)`. */
  readonly table_args?: readonly Expr[];
  readonly alias?: string;
  readonly column_aliases?: readonly string[];
  readonly table_final?: boolean;
  readonly sample?: SampleExpr;
  /** Upper case words as written and normalised, such as `LEFT JOIN`; a comma is `CROSS JOIN`. */
  readonly join_type?: string;
  readonly constraint?: JoinConstraint;
  readonly next_join?: JoinExpr;
  /**
   * Set only by the program, never by the parser: a condition over the fields of this table that its rows must satisfy
   * to exist at all (`filters_override`).
   */
  readonly scan_filter?: Expr;
  /** Set only by the program: the table is one that no query can name. */
  readonly internal?: true;
  /** Set only by the program: the table of the project, also where a CTE of the query has its name. */
  readonly ofProject?: true;
  /** Set only by the program: the statement reads one row of this table for each of its actors, as this joined name. */
  readonly readAs?: 'person' | `group_${number}`;
}

export interface JoinConstraint extends Located {
  readonly kind: 'JoinConstraint';
  readonly constraint_type: 'ON' | 'USING';
  readonly expr: Expr;
}

export interface SampleExpr extends Located {
  readonly kind: 'SampleExpr';
  readonly sample_value: RatioExpr;
  readonly offset_value?: RatioExpr;
}

export interface RatioExpr extends Located {
  readonly kind: 'RatioExpr';
  readonly left: Constant | Placeholder;
  readonly right?: Constant;
}

export interface LimitByExpr extends Located {
  readonly kind: 'LimitByExpr';
  readonly n: Expr;
  readonly offset_value?: Expr;
  readonly exprs: readonly Expr[];
}

export interface OrderExpr extends Located {
  readonly kind: 'OrderExpr';
  readonly expr: Expr;
  readonly order: 'ASC' | 'DESC';
  readonly nulls?: 'FIRST' | 'LAST';
  readonly with_fill?: WithFillExpr;
}

export interface WithFillExpr extends Located {
  readonly kind: 'WithFillExpr';
  readonly from_value?: Expr;
  readonly to_value?: Expr;
  readonly step_value?: Expr;
}

export interface InterpolateExpr extends Located {
  readonly kind: 'InterpolateExpr';
  readonly expr: Expr;
  readonly value?: Expr;
}

export interface GroupingSet extends Located {
  readonly kind: 'GroupingSet';
  readonly exprs: readonly Expr[];
}

export interface ValuesQuery extends Located {
  readonly kind: 'ValuesQuery';
  readonly rows: readonly (readonly Expr[])[];
}

// --------------------------------------------------------------------------------------------- expressions

export type Expr =
  | Constant
  | Field
  | Placeholder
  | Alias
  | Tuple
  | ArrayExpr
  | Dict
  | Lambda
  | And
  | Or
  | Not
  | ArithmeticOperation
  | CompareOperation
  | BetweenExpr
  | IsDistinctFrom
  | Call
  | ExprCall
  | WindowFunction
  | ArrayAccess
  | TupleAccess
  | ArraySlice
  | TypeCast
  | TryCast
  | ColumnsExpr
  | SelectQuery
  | SelectSetQuery;

export type ConstantValue = string | number | bigint | boolean | null;

/**
 * A literal. Integers are bigint, numbers with a point or exponent are number, so that `1` and `1.0` differ;
 * `text` is the exact spelling of a number where it differs from the plain one (`1.0`, `1e5`, `0x1F`). `inf` and `nan`
 * are numbers.
 * `type` is set only by the program: it binds the value as that engine type instead of the natural one.
 */
export interface Constant extends Located {
  readonly kind: 'Constant';
  readonly value: ConstantValue;
  readonly text?: string;
  readonly type?: string;
}

/** A dotted name. `*` and `t.*` are chain items. */
export interface Field extends Located {
  readonly kind: 'Field';
  readonly chain: readonly string[];
}

/** `{expr}`: `{variables.x}`, `{filters}`, `{filters.dateRange.from}`. */
export interface Placeholder extends Located {
  readonly kind: 'Placeholder';
  readonly expr: Expr;
}

export interface Alias extends Located {
  readonly kind: 'Alias';
  readonly alias: string;
  readonly expr: Expr;
}

export interface Tuple extends Located {
  readonly kind: 'Tuple';
  readonly exprs: readonly Expr[];
}

export interface ArrayExpr extends Located {
  readonly kind: 'Array';
  readonly exprs: readonly Expr[];
}

export interface Dict extends Located {
  readonly kind: 'Dict';
  readonly items: readonly (readonly [Expr, Expr])[];
}

export interface Lambda extends Located {
  readonly kind: 'Lambda';
  readonly args: readonly string[];
  readonly expr: Expr;
}

/** Operands of AND, at least two. Nested ANDs are flattened: no And stands directly below an And. */
export interface And extends Located {
  readonly kind: 'And';
  readonly exprs: readonly Expr[];
}

export interface Or extends Located {
  readonly kind: 'Or';
  readonly exprs: readonly Expr[];
}

export interface Not extends Located {
  readonly kind: 'Not';
  readonly expr: Expr;
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

export interface ArithmeticOperation extends Located {
  readonly kind: 'ArithmeticOperation';
  readonly op: ArithmeticOperator;
  readonly left: Expr;
  readonly right: Expr;
}

export type CompareOperator =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'like'
  | 'ilike'
  | 'not like'
  | 'not ilike'
  | 'in'
  | 'not in'
  | 'in cohort'
  | 'not in cohort'
  | '=~'
  | '!~'
  | '=~*'
  | '!~*';

/** `x IS NULL` is `x == null`, `x IS NOT NULL` is `x != null`. */
export interface CompareOperation extends Located {
  readonly kind: 'CompareOperation';
  readonly op: CompareOperator;
  readonly left: Expr;
  readonly right: Expr;
}

export interface BetweenExpr extends Located {
  readonly kind: 'BetweenExpr';
  readonly expr: Expr;
  readonly low: Expr;
  readonly high: Expr;
  readonly negated?: boolean;
}

export interface IsDistinctFrom extends Located {
  readonly kind: 'IsDistinctFrom';
  readonly left: Expr;
  readonly right: Expr;
  readonly negated?: boolean;
}

/** `name(params)(args)`; without params `name(args)`. */
export interface Call extends Located {
  readonly kind: 'Call';
  readonly name: string;
  readonly args: readonly Expr[];
  readonly params?: readonly Expr[];
  readonly distinct?: boolean;
  readonly filter_expr?: Expr;
  readonly order_by?: readonly OrderExpr[];
  readonly within_group?: readonly OrderExpr[];
  readonly nulls?: 'IGNORE' | 'RESPECT';
  /**
   * Set only by the program, never by the parser: the call may name a function that users cannot call
   * (catalog rows with `internal: true`).
   */
  readonly internal?: true;
}

/** A call of anything that is not a plain name. */
export interface ExprCall extends Located {
  readonly kind: 'ExprCall';
  readonly expr: Expr;
  readonly args: readonly Expr[];
}

export interface WindowFunction extends Located {
  readonly kind: 'WindowFunction';
  readonly name: string;
  readonly args: readonly Expr[];
  readonly params?: readonly Expr[];
  readonly nulls?: 'IGNORE' | 'RESPECT';
  readonly over_expr?: WindowExpr;
  readonly over_identifier?: string;
}

export interface WindowExpr extends Located {
  readonly kind: 'WindowExpr';
  readonly partition_by?: readonly Expr[];
  readonly order_by?: readonly OrderExpr[];
  readonly frame_method?: 'ROWS' | 'RANGE';
  readonly frame_start?: WindowFrameExpr;
  readonly frame_end?: WindowFrameExpr;
}

/** An absent `frame_value` with PRECEDING or FOLLOWING means UNBOUNDED. */
export interface WindowFrameExpr extends Located {
  readonly kind: 'WindowFrameExpr';
  readonly frame_type: 'PRECEDING' | 'FOLLOWING' | 'CURRENT ROW';
  readonly frame_value?: Expr;
}

export interface ArrayAccess extends Located {
  readonly kind: 'ArrayAccess';
  readonly array: Expr;
  readonly property: Expr;
  readonly nullish?: boolean;
}

export interface TupleAccess extends Located {
  readonly kind: 'TupleAccess';
  readonly tuple: Expr;
  readonly index: number;
  readonly nullish?: boolean;
}

export interface ArraySlice extends Located {
  readonly kind: 'ArraySlice';
  readonly array: Expr;
  readonly start_expr?: Expr;
  readonly end_expr?: Expr;
}

/** `type_name` is free text of the user, lower-cased: only the closed list of cast types may be printed. */
export interface TypeCast extends Located {
  readonly kind: 'TypeCast';
  readonly expr: Expr;
  readonly type_name: string;
}

export interface TryCast extends Located {
  readonly kind: 'TryCast';
  readonly expr: Expr;
  readonly type_name: string;
}

/** `*`-like selections: `COLUMNS('regex')`, `COLUMNS(a, b)`, `* EXCLUDE (a)`, `* REPLACE (expr AS a)`. */
export interface ColumnsExpr extends Located {
  readonly kind: 'ColumnsExpr';
  readonly regex?: string;
  readonly columns?: readonly Expr[];
  readonly all_columns?: boolean;
  /** Table of `t.* EXCLUDE (...)`. */
  readonly table?: readonly string[];
  readonly exclude?: readonly string[];
  readonly replace?: readonly Alias[];
}

/** Every node that can stand in a tree. */
export type AstNode =
  | Expr
  | CTE
  | NamedWindow
  | JoinExpr
  | JoinConstraint
  | SampleExpr
  | RatioExpr
  | LimitByExpr
  | OrderExpr
  | WithFillExpr
  | InterpolateExpr
  | GroupingSet
  | ValuesQuery
  | SelectSetNode
  | WindowExpr
  | WindowFrameExpr;

export type NodeKind = AstNode['kind'];
