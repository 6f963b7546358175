import type { DataType } from '../../catalog/data-type.ts';
import type { Expr, SelectStatement } from '../../language/ast.ts';
import type { CompileContext } from '../compile-context.ts';
import type { IrExpr, IrStatement } from '../ir.ts';
import { checkGrowth, grownTooLarge } from '../rules/bounded-expansion.ts';
import { resolveExpr } from './resolve-expr.ts';
import { resolveQuery } from './resolve-query.ts';
import { checkVariableTypes } from './resolve-variable.ts';
import { type Resolver, type ResultColumn, rootScope, type Scope } from './scope.ts';

const RESOLVER: Resolver = { expr: resolveBounded, query: (node, parent) => resolveQuery(node, parent) };

export interface ResolvedStatement {
  readonly statement: IrStatement;
  readonly columns: readonly ResultColumn[];
}

/** Binds every name of a statement and types every expression. Errors are collected in the context. */
export function resolveStatement(ast: SelectStatement, context: CompileContext): ResolvedStatement {
  const scope = rootScope(context, RESOLVER);
  const { query, columns } = resolveQuery(ast, scope, 'project');
  checkVariableTypes(scope);
  return { statement: { ctes: context.ctes, query }, columns };
}

/** Most expressions that are resolved in one statement: a value CTE is resolved anew at each of its uses. */
const MAX_STEPS = 100_000;

/**
 * `resolveExpr` within bounds. Some shapes print an operand twice, so each such shape around another doubles the text.
 * @throws query_too_complex
 */
function resolveBounded(node: Expr, scope: Scope, expected?: DataType): IrExpr {
  const { context } = scope;
  context.expansion.steps += 1;
  if (context.expansion.steps > MAX_STEPS) throw grownTooLarge(context, node);
  const expr = resolveExpr(node, scope, expected);
  checkGrowth(expr, node, context);
  return expr;
}
