import { AppError } from '../../../base/errors.ts';
import type { AstNode, Constant, Expr, SelectStatement } from '../../language/ast.ts';
import { and, compare, constant } from '../../language/build.ts';
import { findNode, mapTree } from '../../language/visit.ts';

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

interface Bounds {
  readonly from?: Constant;
  readonly to?: Constant;
}

/** Puts the bounds of the dates into their places; a comparison with an absent bound becomes true. */
export function replaceDateBounds(ast: SelectStatement, bounds: Bounds): SelectStatement {
  const replaced = mapTree(ast, (node) => {
    if (node.kind === 'CompareOperation') return absentSide(node, bounds) ? constant(true) : node;
    if (node.kind === 'BetweenExpr' && !node.negated && (isBound(node.low) || isBound(node.high))) {
      const sides = [compare(node.expr, '>=', node.low), compare(node.expr, '<=', node.high)];
      return and(...sides.map((side) => (absentSide(side, bounds) ? constant(true) : side)));
    }
    return node;
  });
  return mapTree(replaced, (node) => {
    const which = filterPlaceholder(node);
    if (which !== 'from' && which !== 'to') return node;
    const bound = bounds[which];
    if (bound) return bound;
    throw new AppError(
      'unsupported_syntax',
      `{filters.dateRange.${which}} has no value here; compare a column with it directly, so that the comparison can be left out.`,
    );
  });
}

function isBound(node: Expr): boolean {
  const which = filterPlaceholder(node);
  return which === 'from' || which === 'to';
}

function absentSide(node: AstNode, bounds: Bounds): boolean {
  if (node.kind !== 'CompareOperation') return false;
  return [node.left, node.right].some((side) => {
    const which = filterPlaceholder(side);
    return (which === 'from' || which === 'to') && bounds[which] === undefined;
  });
}
