import type { Expr } from './ast.ts';
import type { TokenCursor } from './token-cursor.ts';

/**
 * CASE becomes a call: with one WHEN `if(when, then, else)`, with more `multiIf(when, then, …, else)`, with an operand
 * `_caseWithExpression(operand, when, then, …, else)`. A missing ELSE is null.
 */
export function parseCase(cursor: TokenCursor): Expr {
  const start = cursor.take();
  const operand = cursor.at('WHEN') ? undefined : cursor.grammar.expression(cursor);
  const branches: Expr[] = [];
  cursor.expect('WHEN', 'in CASE');
  do {
    branches.push(cursor.grammar.expression(cursor));
    cursor.expect('THEN', 'after the condition of WHEN');
    branches.push(cursor.grammar.expression(cursor));
  } while (cursor.accept('WHEN'));
  const otherwise: Expr = cursor.accept('ELSE')
    ? cursor.grammar.expression(cursor)
    : { kind: 'Constant', value: null };
  cursor.expect('END', 'to close CASE');
  const args = operand === undefined ? [...branches, otherwise] : [operand, ...branches, otherwise];
  return { kind: 'Call', name: caseFunction(operand, branches), args, span: cursor.spanFrom(start) };
}

function caseFunction(operand: Expr | undefined, branches: readonly Expr[]): string {
  if (operand !== undefined) return '_caseWithExpression';
  return branches.length === 2 ? 'if' : 'multiIf';
}
