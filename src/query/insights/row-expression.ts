import { AppError } from '../../base/errors.ts';
import { findFunction } from '../catalog/functions/function-table.ts';
import { parsePart } from '../filters/parse-part.ts';
import type { Expr } from '../language/ast.ts';
import { findNode } from '../language/visit.ts';

/**
 * Parses an expression of the query that is computed for each event, such as a breakdown.
 * @param attr path of the member, for errors
 * @throws the codes of the SQL dialect; nested_aggregate when it aggregates events
 */
export function rowExpression(text: string, attr: string): Expr {
  const expr = parsePart(text, attr);
  const aggregate = findNode(
    expr,
    (part) => part.kind === 'Call' && findFunction(part.name)?.kind === 'aggregate',
  );
  if (aggregate?.kind !== 'Call') return expr;
  throw new AppError(
    'nested_aggregate',
    `The expression is computed for each event, so it cannot hold the aggregate ${aggregate.name}.`,
    { attr },
  );
}
