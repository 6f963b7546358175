import type { Call, Expr } from './ast.ts';

/** True for a call of `concat` that has nothing but arguments: what `||` makes and may extend. */
export function isPlainConcat(expr: Expr): expr is Call {
  if (expr.kind !== 'Call' || expr.name !== 'concat') return false;
  return (
    !expr.params && !expr.distinct && !expr.filter_expr && !expr.order_by && !expr.within_group && !expr.nulls
  );
}
