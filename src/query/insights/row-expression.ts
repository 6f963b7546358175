import { AppError } from '../../base/errors.ts';
import { findFunction } from '../catalog/functions/function-table.ts';
import { parsePart } from '../filters/parse-part.ts';
import { withoutEventsName } from '../filters/without-events-name.ts';
import type { AstNode, Expr } from '../language/ast.ts';
import { childrenOf, findNode } from '../language/visit.ts';

/**
 * Parses an expression of the query that is computed for each event, such as a breakdown.
 * @param attr path of the member, for errors
 * @throws the codes of the SQL dialect; nested_aggregate when it aggregates events
 */
export function rowExpression(text: string, attr: string): Expr {
  const expr = oneExpression(text, attr);
  const aggregate = aggregateOfEvents(expr);
  if (aggregate === undefined) return expr;
  throw new AppError(
    'nested_aggregate',
    `The expression is computed for each event, so it cannot hold the aggregate ${aggregate}.`,
    { attr },
  );
}

/**
 * Parses an expression that stands in a member of an insight.
 * @throws the codes of the SQL dialect; unsupported_syntax for placeholders, which only SQL queries have values for
 */
export function oneExpression(text: string, attr: string): Expr {
  const expr = parsePart(text, attr);
  if (findNode(expr, ({ kind }) => kind === 'Placeholder')) {
    const detail = 'Placeholders such as {variables.x} are for SQL queries; insights have none.';
    throw new AppError('unsupported_syntax', detail, { attr });
  }
  // The alias is left out: its name would stand in the statement twice where the expression does.
  return withoutEventsName(expr.kind === 'Alias' ? expr.expr : expr);
}

/**
 * The name of the first aggregate over the events. Aggregates of a sub-select do not count: they read rows of their
 * own.
 */
function aggregateOfEvents(part: AstNode): string | undefined {
  if (part.kind === 'SelectQuery' || part.kind === 'SelectSetQuery') return undefined;
  if (part.kind === 'Call' && findFunction(part.name)?.kind === 'aggregate') return part.name;
  for (const child of childrenOf(part)) {
    const found = aggregateOfEvents(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
