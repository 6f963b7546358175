import { unreachable } from '../../base/invariant.ts';
import type {
  BetweenExpr,
  Call,
  ColumnsExpr,
  CompareOperation,
  CTE,
  Expr,
  ExprCall,
  GroupingSet,
  JoinConstraint,
  JoinExpr,
  OrderExpr,
  RatioExpr,
  SelectQuery,
  SelectSetQuery,
  SelectStatement,
  ValuesQuery,
  WindowExpr,
  WindowFrameExpr,
  WindowFunction,
} from './ast.ts';
import { OPERATOR_POWER } from './operator-power.ts';
import { printConstant, printName, printPath, printText } from './print-name.ts';

/**
 * Spells a query as text of the dialect, in one canonical form: parsing the text gives the same tree, so two queries
 * that differ only in white space, comments and the case of keywords print alike. Placeholders stay placeholders.
 */
export function printHogql(node: SelectStatement): string {
  return node.kind === 'SelectQuery' ? printSelect(node) : printSetQuery(node);
}

/** Words and clauses with a space between them; absent ones are left out. */
function words(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}

/** A word and the expression behind it; undefined without an expression. */
function clause(word: string, expr: Expr | undefined): string | undefined {
  return expr && `${word} ${printExpression(expr)}`;
}

function list(nodes: readonly Expr[]): string {
  return nodes.map((node) => printExpression(node)).join(', ');
}

function names(texts: readonly string[]): string {
  return texts.map(printName).join(', ');
}

// -------------------------------------------------------------------------------------------------- statements

function printSetQuery(node: SelectSetQuery): string {
  const ending = words(orderBy(node.order_by), clause('LIMIT', node.limit), clause('OFFSET', node.offset));
  const last = node.subsequent_select_queries.length - 1;
  const branches = node.subsequent_select_queries.map(({ set_operator, select_query }, index) => {
    const mustClose = index === last && ending !== '';
    return `${set_operator} ${printBranch(select_query, mustClose)}`;
  });
  return words(printBranch(node.initial_select_query, false), ...branches, ending);
}

/** A branch stands in brackets when it is a set query or ends with an order or limit of its own. */
function printBranch(node: SelectStatement, mustClose: boolean): string {
  const text = printHogql(node);
  const isOpen =
    node.kind === 'SelectQuery' && !node.order_by && !node.limit && !node.offset && !node.limit_by;
  return isOpen && !mustClose && !node.interpolate ? text : `(${text})`;
}

function printSelect(node: SelectQuery): string {
  const { limit_by: by } = node;
  const windows = node.window_exprs?.map(
    ({ name, window }) => `${printName(name)} AS ${printWindow(window)}`,
  );
  return words(
    node.ctes && printCtes(node.ctes),
    `SELECT${node.distinct ? ' DISTINCT' : ''} ${list(node.select)}`,
    node.select_from && `FROM ${printFrom(node.select_from)}`,
    node.array_join_op && `${node.array_join_op} ${list(node.array_join_list ?? [])}`,
    clause('PREWHERE', node.prewhere),
    clause('WHERE', node.where),
    printGroupBy(node),
    clause('HAVING', node.having),
    clause('QUALIFY', node.qualify),
    windows && `WINDOW ${windows.join(', ')}`,
    orderBy(node.order_by),
    printInterpolate(node),
    by && words(clause('LIMIT', by.n), clause('OFFSET', by.offset_value), `BY ${list(by.exprs)}`),
    clause('LIMIT', node.limit),
    node.limit && node.limit_percent && '%',
    node.limit && node.limit_with_ties && 'WITH TIES',
    clause('OFFSET', node.offset),
  );
}

function printCtes(ctes: readonly CTE[]): string {
  const isRecursive = ctes.some((cte) => cte.recursive);
  return words('WITH', isRecursive && 'RECURSIVE', ctes.map(printCte).join(', '));
}

function printCte({ name, cte_type, expr, columns, materialized }: CTE): string {
  if (cte_type === 'column') return `${printExpression(expr, OPERATOR_POWER.ternary)} AS ${printName(name)}`;
  const columnNames = columns && `(${names(columns)})`;
  return words(printName(name), columnNames, 'AS', materialized && 'MATERIALIZED', printExpression(expr));
}

const GROUP_MODES = { rollup: 'ROLLUP', cube: 'CUBE', grouping_sets: 'GROUPING SETS ' } as const;

function printGroupBy({ group_by, group_by_mode: mode }: SelectQuery): string | undefined {
  if (mode === 'all') return 'GROUP BY ALL';
  const items = group_by?.map(printGroup).join(', ');
  return items && `GROUP BY ${mode === undefined ? items : `${GROUP_MODES[mode]}(${items})`}`;
}

function printGroup(node: Expr | GroupingSet): string {
  return node.kind === 'GroupingSet' ? `(${list(node.exprs)})` : printExpression(node);
}

function printInterpolate({ interpolate: items }: SelectQuery): string | undefined {
  const printed = items?.map(({ expr, value }) => words(printExpression(expr), clause('AS', value)));
  return printed && words('INTERPOLATE', printed.length > 0 && `(${printed.join(', ')})`);
}

/** `ORDER BY a DESC NULLS LAST WITH FILL …, b`; ascending is not spelled. */
function orderBy(items: readonly OrderExpr[] | undefined): string | undefined {
  return items && `ORDER BY ${items.map(printOrder).join(', ')}`;
}

function printOrder({ expr, order, nulls, with_fill: fill }: OrderExpr): string {
  return words(
    printExpression(expr),
    order === 'DESC' && order,
    nulls && `NULLS ${nulls}`,
    fill && 'WITH FILL',
    clause('FROM', fill?.from_value),
    clause('TO', fill?.to_value),
    clause('STEP', fill?.step_value),
  );
}

/** Spells the chain of tables behind FROM. */
function printFrom({ join_type, constraint, next_join: next, ...table }: JoinExpr): string {
  return words(
    join_type,
    printTable(table),
    constraint && printConstraint(constraint),
    next && printFrom(next),
  );
}

function printTable(node: JoinExpr): string {
  const { table, table_args, alias, column_aliases, sample } = node;
  return words(
    `${table.kind === 'ValuesQuery' ? printValues(table) : printExpression(table)}${table_args ? `(${list(table_args)})` : ''}`,
    alias !== undefined && `AS ${printName(alias)}`,
    column_aliases && `(${names(column_aliases)})`,
    node.table_final && 'FINAL',
    sample && `SAMPLE ${printRatio(sample.sample_value)}`,
    sample?.offset_value && `OFFSET ${printRatio(sample.offset_value)}`,
  );
}

function printValues({ rows }: ValuesQuery): string {
  return `(VALUES ${rows.map((row) => `(${list(row)})`).join(', ')})`;
}

function printRatio({ left, right }: RatioExpr): string {
  return [left, ...(right ? [right] : [])].map((part) => printExpression(part)).join('/');
}

function printConstraint({ constraint_type, expr }: JoinConstraint): string {
  const isBare = constraint_type === 'USING' && expr.kind !== 'Tuple';
  return `${constraint_type} ${isBare ? `(${printExpression(expr)})` : printExpression(expr)}`;
}

// -------------------------------------------------------------------------------------------------- expressions

/** Spells an expression in canonical form, in brackets when its operator binds less tightly than `power`. */
export function printExpression(node: Expr, power: number = OPERATOR_POWER.alias): string {
  const text = spell(node);
  return powerOf(node) < power ? `(${text})` : text;
}

const POWERS: Partial<Record<Expr['kind'], number>> = {
  Alias: OPERATOR_POWER.alias,
  Lambda: OPERATOR_POWER.alias,
  Or: OPERATOR_POWER.or,
  And: OPERATOR_POWER.and,
  Not: OPERATOR_POWER.not,
  BetweenExpr: OPERATOR_POWER.between,
  IsDistinctFrom: OPERATOR_POWER.distinct,
  CompareOperation: OPERATOR_POWER.compare,
};

/** How tightly the outermost operator of the printed form binds. */
function powerOf(node: Expr): number {
  switch (node.kind) {
    case 'ArithmeticOperation':
      return node.op === '+' || node.op === '-' ? OPERATOR_POWER.add : OPERATOR_POWER.multiply;
    case 'Constant':
      // `1.a` would be read as the number `1.` and a name
      return typeof node.value === 'number' || typeof node.value === 'bigint'
        ? OPERATOR_POWER.negate
        : OPERATOR_POWER.primary;
    case 'ColumnsExpr':
      return node.all_columns ? OPERATOR_POWER.alias : OPERATOR_POWER.primary;
    case 'Field':
      return node.chain.at(-1) === '*' ? OPERATOR_POWER.alias : OPERATOR_POWER.primary;
    default:
      return POWERS[node.kind] ?? OPERATOR_POWER.primary;
  }
}

function spell(node: Expr): string {
  const at = printExpression;
  switch (node.kind) {
    case 'Constant':
      return printConstant(node);
    case 'Field':
      return printPath(node.chain);
    case 'Placeholder':
      return `{${at(node.expr)}}`;
    case 'Alias':
      return `${at(node.expr, OPERATOR_POWER.ternary)} AS ${printName(node.alias)}`;
    case 'Tuple':
      return `(${list(node.exprs)}${node.exprs.length === 1 ? ',' : ''})`;
    case 'Array':
      return `[${list(node.exprs)}]`;
    case 'Dict':
      return `{${node.items.map(([key, value]) => `${at(key)}: ${at(value)}`).join(', ')}}`;
    case 'Lambda':
      return `${node.args.length === 1 ? names(node.args) : `(${names(node.args)})`} -> ${at(node.expr)}`;
    case 'And':
      return node.exprs.map((expr) => at(expr, OPERATOR_POWER.and + 1)).join(' AND ');
    case 'Or':
      return node.exprs.map((expr) => at(expr, OPERATOR_POWER.or + 1)).join(' OR ');
    case 'Not':
      return `NOT ${at(node.expr, OPERATOR_POWER.not)}`;
    case 'ArithmeticOperation':
      return binary(node, node.op, powerOf(node));
    case 'CompareOperation':
      return printComparison(node);
    case 'BetweenExpr':
      return printBetween(node);
    case 'IsDistinctFrom':
      return binary(node, `IS ${node.negated ? 'NOT ' : ''}DISTINCT FROM`, OPERATOR_POWER.distinct);
    case 'Call':
      return printCall(node);
    case 'ExprCall':
      return printExprCall(node);
    case 'WindowFunction':
      return printWindowFunction(node);
    case 'ArrayAccess':
      return `${at(node.array, OPERATOR_POWER.postfix)}${node.nullish ? '?.' : ''}[${at(node.property)}]`;
    case 'TupleAccess':
      return `${at(node.tuple, OPERATOR_POWER.postfix)}${node.nullish ? '?.' : '.'}${node.index}`;
    case 'ArraySlice': {
      const [from, to] = [node.start_expr, node.end_expr].map((end) => (end ? at(end) : ''));
      return `${at(node.array, OPERATOR_POWER.postfix)}[${from}:${to}]`;
    }
    case 'TypeCast':
      return `CAST(${at(node.expr, OPERATOR_POWER.ternary)} AS ${printType(node.type_name)})`;
    case 'TryCast':
      return `TRY_CAST(${at(node.expr, OPERATOR_POWER.ternary)} AS ${printType(node.type_name)})`;
    case 'ColumnsExpr':
      return printColumns(node);
    case 'SelectQuery':
    case 'SelectSetQuery':
      return `(${printHogql(node)})`;
    default:
      return unreachable(node);
  }
}

function binary({ left, right }: { left: Expr; right: Expr }, operator: string, power: number): string {
  return `${printExpression(left, power)} ${operator} ${printExpression(right, power + 1)}`;
}

function printComparison(node: CompareOperation): string {
  const { left, op, right } = node;
  if (right.kind === 'Constant' && right.value === null && (op === '==' || op === '!=')) {
    return `${printExpression(left, OPERATOR_POWER.compare)} IS ${op === '!=' ? 'NOT ' : ''}NULL`;
  }
  // Brackets keep a cohort from being read as the name of a column.
  if (op.endsWith('cohort')) {
    return `${printExpression(left, OPERATOR_POWER.compare)} ${op.toUpperCase()} (${printExpression(right)})`;
  }
  return binary(node, op === '==' ? '=' : op.toUpperCase(), OPERATOR_POWER.compare);
}

function printBetween({ expr, negated, ...bounds }: BetweenExpr): string {
  const [low, high] = [bounds.low, bounds.high].map((bound) =>
    printExpression(bound, OPERATOR_POWER.between + 1),
  );
  return `${printExpression(expr, OPERATOR_POWER.between)} ${negated ? 'NOT ' : ''}BETWEEN ${low} AND ${high}`;
}

/** Spells a type, which is already in one spelling; only a type of a single word may need back-ticks. */
function printType(type: string): string {
  return /^\w+$/.test(type) ? printName(type) : type;
}

function printColumns(node: ColumnsExpr): string {
  if (node.regex !== undefined) return `COLUMNS(${printText(node.regex)})`;
  if (!node.all_columns) return `COLUMNS(${list(node.columns ?? [])})`;
  return words(
    printPath([...(node.table ?? []), '*']),
    node.exclude && `EXCLUDE (${names(node.exclude)})`,
    node.replace && `REPLACE (${list(node.replace)})`,
  );
}

// ---------------------------------------------------------------------------------------------- calls and windows

function printCall(node: Call): string {
  const { params, args, within_group, filter_expr, nulls } = node;
  // `f(p) WITHIN GROUP (…)` has only one pair of brackets, whose contents are kept as parameters.
  const isWithinGroup = within_group !== undefined && args.length === 0 && params !== undefined;
  return words(
    `${printFunction(node)}${isWithinGroup ? '' : printBrackets(node)}`,
    within_group && `WITHIN GROUP (${orderBy(within_group)})`,
    filter_expr && `FILTER (WHERE ${printExpression(filter_expr)})`,
    nulls && `${nulls} NULLS`,
  );
}

function printBrackets({ distinct, args, order_by }: Call): string {
  return `(${words(distinct && 'DISTINCT', list(args), orderBy(order_by))})`;
}

/** Spells a function with its parameters; in back-ticks where the plain word would begin a special form. */
function printFunction({ name, params, args }: Call | WindowFunction): string {
  const [first, ...more] = params ?? args;
  const key = name.toUpperCase();
  const isCast = (key === 'CAST' || key === 'TRY_CAST') && first?.kind === 'Alias';
  const isPosition = key === 'POSITION' && more.length === 0;
  return `${isCast || isPosition ? `\`${name}\`` : printName(name)}${params ? `(${list(params)})` : ''}`;
}

/**
 * Spells a call of an expression. Brackets around a name or a call keep the arguments from joining that name or call.
 */
function printExprCall({ expr, args }: ExprCall): string {
  const isName = expr.kind === 'Call' || (expr.kind === 'Field' && expr.chain.length === 1);
  const callee = isName ? `(${printExpression(expr)})` : printExpression(expr, OPERATOR_POWER.postfix);
  return `${callee}(${list(args)})`;
}

function printWindowFunction(node: WindowFunction): string {
  const over = node.over_expr ? printWindow(node.over_expr) : printName(node.over_identifier ?? '');
  return words(
    `${printFunction(node)}(${list(node.args)})`,
    node.nulls && `${node.nulls} NULLS`,
    `OVER ${over}`,
  );
}

function printWindow({ partition_by, order_by, ...frame }: WindowExpr): string {
  const partition = partition_by && `PARTITION BY ${list(partition_by)}`;
  return `(${words(partition, orderBy(order_by), printFrame(frame))})`;
}

function printFrame({ frame_method, frame_start: start, frame_end: end }: WindowExpr): string | undefined {
  if (frame_method === undefined || start === undefined) return undefined;
  if (end === undefined) return `${frame_method} ${printBound(start)}`;
  return `${frame_method} BETWEEN ${printBound(start)} AND ${printBound(end)}`;
}

function printBound({ frame_type, frame_value }: WindowFrameExpr): string {
  if (frame_type === 'CURRENT ROW') return frame_type;
  return `${frame_value ? printExpression(frame_value, OPERATOR_POWER.not) : 'UNBOUNDED'} ${frame_type}`;
}
