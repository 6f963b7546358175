import type { DataType } from '../../catalog/types.ts';
import type { Expr } from '../../language/ast.ts';
import type { IrExpr } from '../ir.ts';
import { checkGrowth, grownTooLarge } from '../rules/bounded-expansion.ts';
import { resolveExpr } from './resolve-expr.ts';
import type { Scope } from './scope.ts';

/** Most expressions that are resolved in one statement: a value CTE is resolved anew at each of its uses. */
const MAX_STEPS = 100_000;

/**
 * `resolveExpr` within bounds. Some shapes print an operand twice, so that a few of them inside one another would grow
 * without end: each next one doubles the text.
 * @throws query_too_complex
 */
export function resolveBounded(node: Expr, scope: Scope, expected?: DataType): IrExpr {
  const { context } = scope;
  context.expansion.steps += 1;
  if (context.expansion.steps > MAX_STEPS) throw grownTooLarge(context, node);
  const expr = resolveExpr(node, scope, expected);
  checkGrowth(expr, node, context);
  return expr;
}
