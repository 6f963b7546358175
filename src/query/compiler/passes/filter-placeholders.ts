import { AppError } from '../../../base/errors.ts';
import { findFunction } from '../../catalog/functions/function-table.ts';
import type { AstNode, Constant, Expr, SelectStatement } from '../../language/ast.ts';
import { and, compare, constant, typedConstant } from '../../language/build.ts';
import { childrenOf, findNode, mapTree } from '../../language/visit.ts';

/** Which of the filter placeholders a node is. */
export function filterPlaceholder(node: AstNode): 'filters' | 'from' | 'to' | undefined {
  if (node.kind !== 'Placeholder' || node.expr.kind !== 'Field') return undefined;
  switch (node.expr.chain.join('.')) {
    case 'filters':
      return 'filters';
    case 'filters.dateRange.from':
      return 'from';
    case 'filters.dateRange.to':
      return 'to';
    default:
      return undefined;
  }
}

/** True when the text has `{filters}`, or one of the bounds `{filters.dateRange.…}`. */
export function holdsPlaceholder(ast: SelectStatement, which: 'filters' | 'dateRange'): boolean {
  const wanted = which === 'filters' ? ['filters'] : ['from', 'to'];
  return findNode(ast, (node) => wanted.includes(filterPlaceholder(node) ?? '')) !== undefined;
}

export interface DateBounds {
  readonly from?: Constant;
  readonly to?: Constant;
}

/**
 * Leaves out every comparison that is a conjunct of WHERE, PREWHERE, HAVING or ON and asks for a bound that is not set.
 */
export function withoutUnsetComparisons(ast: SelectStatement, bounds: DateBounds): SelectStatement {
  const remaining = (condition: Expr) => remainingConjuncts(condition, bounds);
  return mapTree(ast, (node) => {
    if (node.kind === 'JoinConstraint') {
      return node.constraint_type === 'ON' ? { ...node, expr: remaining(node.expr) } : node;
    }
    if (node.kind !== 'SelectQuery') return node;
    const { where, prewhere, having } = node;
    return {
      ...node,
      ...(where && { where: remaining(where) }),
      ...(prewhere && { prewhere: remaining(prewhere) }),
      ...(having && { having: remaining(having) }),
    };
  });
}

/** True when the statement cannot run without a bound that is not set. */
export function lacksBound(ast: SelectStatement, bounds: DateBounds): boolean {
  const isUnset = (node: AstNode) => isUnsetBound(node, bounds);
  return (
    findNode(ast, isUnset) !== undefined &&
    findNode(withoutUnsetComparisons(ast, bounds), isUnset) !== undefined
  );
}

/** What stands for a bound that is not set: NULL while a query is only read, nothing while it runs. */
export type UnsetBound = 'null' | 'missing';

const NO_MOMENT = typedConstant(null, "Nullable(DateTime64(6, 'UTC'))");

/**
 * Puts the bounds of the dates into their places.
 * @throws missing_variable for one that is not set and may not be NULL
 */
export function replaceDateBounds(
  ast: SelectStatement,
  bounds: DateBounds,
  unset: UnsetBound,
): SelectStatement {
  return mapTree(ast, (node) => {
    const which = filterPlaceholder(node);
    if (which !== 'from' && which !== 'to') return node;
    const bound = bounds[which];
    if (bound) return bound;
    if (unset === 'null') return NO_MOMENT;
    throw new AppError(
      'missing_variable',
      `{filters.dateRange.${which}} has no value: neither the query nor the call sets date_${which}. Only a comparison that is joined by AND in WHERE, PREWHERE, HAVING or ON is left out then.`,
    );
  });
}

/** The condition without the comparisons that ask for an unset bound; the same node when there is none. */
function remainingConjuncts(condition: Expr, bounds: DateBounds): Expr {
  if (!asksUnset(condition, bounds)) return condition;
  const conjuncts = conjunctsOf(condition);
  if (conjuncts) return and(...conjuncts.map((conjunct) => remainingConjuncts(conjunct, bounds)));
  if (condition.kind === 'BetweenExpr' && !condition.negated) {
    const { expr, low, high } = condition;
    const sides = [compare(expr, '>=', low), compare(expr, '<=', high)];
    return and(...sides.filter((side) => !asksUnset(side, bounds)));
  }
  return isComparison(condition) ? constant(true) : condition;
}

/** The conditions that `a AND b` and `and(a, b)` join. */
function conjunctsOf(node: Expr): readonly Expr[] | undefined {
  if (node.kind === 'And') return node.exprs;
  if (node.kind !== 'Call') return undefined;
  switch (findFunction(node.name)?.connective) {
    case 'and':
      return node.args;
    default:
      return undefined;
  }
}

/** `a <= b`, `a IN b`, `a BETWEEN b AND c`, `a IS DISTINCT FROM b`, `lessOrEquals(a, b)`. */
function isComparison(node: Expr): boolean {
  if (node.kind === 'Call') return findFunction(node.name)?.operator !== undefined;
  return ['CompareOperation', 'BetweenExpr', 'IsDistinctFrom'].includes(node.kind);
}

/** True when the expression itself, and no sub-query in it, asks for a bound that is not set. */
function asksUnset(node: AstNode, bounds: DateBounds): boolean {
  if (node.kind === 'SelectQuery') return false;
  return isUnsetBound(node, bounds) || childrenOf(node).some((child) => asksUnset(child, bounds));
}

function isUnsetBound(node: AstNode, bounds: DateBounds): boolean {
  const which = filterPlaceholder(node);
  return (which === 'from' || which === 'to') && bounds[which] === undefined;
}
