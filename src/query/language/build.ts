import { invariant } from '../../base/invariant.ts';
import type {
  Alias,
  And,
  Call,
  CompareOperation,
  CompareOperator,
  Constant,
  ConstantValue,
  Expr,
  Field,
  JoinExpr,
  Lambda,
  Not,
  Or,
  OrderExpr,
  SelectQuery,
  SelectSetQuery,
  SelectStatement,
  Tuple,
} from './ast.ts';

/** Constructors of the nodes that the program makes itself. The nodes have no span. */

export function field(...chain: readonly string[]): Field {
  return { kind: 'Field', chain };
}

/** A literal; whole numbers of JavaScript become integers of the dialect. */
export function constant(value: ConstantValue): Constant {
  return { kind: 'Constant', value: Number.isSafeInteger(value) ? BigInt(value as number) : value };
}

/** A literal bound as `type`, which is an engine type in the program's own text. */
export function typedConstant(value: ConstantValue, type: string): Constant {
  return { kind: 'Constant', value, type };
}

export function call(name: string, ...args: readonly Expr[]): Call {
  return { kind: 'Call', name, args };
}

export function compare(left: Expr, op: CompareOperator, right: Expr): CompareOperation {
  return { kind: 'CompareOperation', op, left, right };
}

export function isNotNull(expr: Expr): CompareOperation {
  return compare(expr, '!=', constant(null));
}

/** All of `conditions`; `true` when there is none. Nested Ands are flattened. */
export function and(...conditions: readonly Expr[]): Expr {
  const exprs = membersOf(conditions, 'And').filter((expr) => !isAlways(expr));
  return connected({ kind: 'And', exprs }, true);
}

/** Whether a condition is the constant `true`. */
export function isAlways(expr: Expr): boolean {
  return expr.kind === 'Constant' && expr.value === true;
}

/** Any of `conditions`; `false` when there is none. Nested Ors are flattened. */
export function or(...conditions: readonly Expr[]): Expr {
  return connected({ kind: 'Or', exprs: membersOf(conditions, 'Or') }, false);
}

function membersOf(conditions: readonly Expr[], kind: 'And' | 'Or'): readonly Expr[] {
  const members: Expr[] = [];
  for (const condition of conditions) {
    if (condition.kind === kind) members.push(...condition.exprs);
    else members.push(condition);
  }
  return members;
}

function connected(node: And | Or, empty: boolean): Expr {
  const [first] = node.exprs;
  if (first === undefined) return constant(empty);
  return node.exprs.length === 1 ? first : node;
}

export function not(expr: Expr): Not {
  return { kind: 'Not', expr };
}

export function alias(name: string, expr: Expr): Alias {
  return { kind: 'Alias', alias: name, expr };
}

export function tuple(...exprs: readonly Expr[]): Tuple {
  return { kind: 'Tuple', exprs };
}

export function lambda(args: readonly string[], expr: Expr): Lambda {
  return { kind: 'Lambda', args, expr };
}

export function ascending(expr: Expr): OrderExpr {
  return { kind: 'OrderExpr', expr, order: 'ASC' };
}

export function descending(expr: Expr): OrderExpr {
  return { kind: 'OrderExpr', expr, order: 'DESC' };
}

/** A FROM with one table or sub-query. */
export function from(table: string | SelectStatement, tableAlias?: string): JoinExpr {
  return {
    kind: 'JoinExpr',
    table: typeof table === 'string' ? field(table) : table,
    ...(tableAlias !== undefined && { alias: tableAlias }),
  };
}

export function select(parts: Omit<SelectQuery, 'kind'>): SelectQuery {
  return { kind: 'SelectQuery', ...parts };
}

/** The rows of all `queries`, of which there is at least one; the query itself when there is one. */
export function unionAll(queries: readonly SelectStatement[]): SelectStatement {
  const [first, ...rest] = queries;
  invariant(first, 'a union has a query');
  if (rest.length === 0) return first;
  return {
    kind: 'SelectSetQuery',
    initial_select_query: first,
    subsequent_select_queries: rest.map((query) => ({
      kind: 'SelectSetNode',
      set_operator: 'UNION ALL',
      select_query: query,
    })),
  };
}

/** True when a set is ordered or cut as a whole, which makes the set a query of its own. */
export function isWholeSet({ order_by, limit, offset }: SelectSetQuery): boolean {
  return order_by !== undefined || limit !== undefined || offset !== undefined;
}
