import type { AppError } from '../../../base/errors.ts';
import type { Expr } from '../../language/ast.ts';
import { addError, type CompileContext, collectErrors, compileError } from '../compile-context.ts';
import type { IrExpr, IrQuery, IrStatement } from '../ir.ts';
import { exprChildren, visitClauses, visitQuery } from '../ir-visit.ts';

/** Most expansions of CTEs in one statement, and longest chain of CTEs that use one another. */
export const MAX_EXPANSIONS = 256;
/** Most nodes that an expression may grow to, and most that a statement may. */
const MAX_NODES = 50_000;

/**
 * Counts what a resolved statement has grown to as a whole, before any pass walks the statement. The engine puts a CTE
 * in place at every use, so each CTE that uses another one twice doubles the engine's work.
 */
export function checkExpansion(statement: IrStatement, context: CompileContext): void {
  const queries = [...statement.ctes.map((cte) => cte.query), statement.query];
  // Aliases count here as what they stand for, so the true number is not larger; few statements need the exact count.
  const atMost = queries.reduce((sum, query) => sum + weightOfClauses(query, context), 0);
  if (
    atMost > MAX_NODES &&
    collectErrors(context, undefined, () => countNodes(queries, context)) === undefined
  )
    return;
  if (statement.ctes.length === 0) return;
  const weights = new Map<string, number>();
  for (const cte of statement.ctes) weights.set(cte.name, 1 + weightOf(cte.query, weights));
  if (weightOf(statement.query, weights) > MAX_EXPANSIONS) addError(context, tooManyExpansions(context));
}

/** Refuses an expression as soon as it has grown too large. @throws query_too_complex */
export function checkGrowth(expr: IrExpr, node: Expr, context: CompileContext): void {
  if (nodesOf(expr, context) > MAX_NODES) throw grownTooLarge(context, node);
}

/** Lets a name count as many nodes as the expression that it stands for. */
export function weighAs(name: IrExpr, expr: IrExpr, context: CompileContext): void {
  context.expansion.nodes.set(name, nodesOf(expr, context));
}

export function tooManyExpansions(context: CompileContext): AppError {
  const detail = `The CTEs of this query expand more than ${MAX_EXPANSIONS} times. Use each of them fewer times.`;
  return compileError(context, 'query_too_complex', detail);
}

export function grownTooLarge(context: CompileContext, node?: Expr): AppError {
  const detail =
    'The query grows too large when it is translated. Use sub-queries, or fewer nested comparisons.';
  return compileError(context, 'query_too_complex', detail, node);
}

function weightOf(query: IrQuery, weights: ReadonlyMap<string, number>): number {
  let weight = 0;
  visitQuery(query, {
    source: (source) => {
      if (source.kind === 'cte') weight += weights.get(source.name) ?? 0;
    },
  });
  return weight;
}

/** The nodes of all `queries` together. @throws query_too_complex */
function countNodes(queries: readonly IrQuery[], context: CompileContext): number {
  let nodes = 0;
  const expr = (): void => {
    nodes += 1;
    if (nodes > MAX_NODES) throw grownTooLarge(context);
  };
  for (const query of queries) visitQuery(query, { expr });
  return nodes;
}

/** The nodes of all clauses, as far as they are known for each expression. */
function weightOfClauses(query: IrQuery, context: CompileContext): number {
  let weight = 0;
  visitClauses(query, (expr) => {
    weight += nodesOf(expr, context);
  });
  return weight;
}

/** Nodes as printed: an expression that stands in two places counts twice, but is walked only once. */
function nodesOf(expr: IrExpr, context: CompileContext): number {
  if (LEAVES.has(expr.kind)) return 1;
  const { nodes } = context.expansion;
  const known = nodes.get(expr);
  if (known !== undefined) return known;
  const below = expr.kind === 'subquery' ? countNodes([expr.query], context) : 0;
  let count = 1 + below;
  for (const child of exprChildren(expr)) count += nodesOf(child, context);
  nodes.set(expr, count);
  return count;
}

/** Expressions of one node. A name is not among them: it counts as what it stands for. */
const LEAVES: ReadonlySet<IrExpr['kind']> = new Set(['literal', 'variable', 'system', 'column', 'word']);
