import type { Alias, Expr } from './ast.ts';
import { parseAliasName } from './parse-alias.ts';
import { findInfix } from './parse-infix.ts';
import { parsePrefix } from './parse-prefix.ts';
import type { TokenCursor } from './token-cursor.ts';

/**
 * Parses operators by precedence (a Pratt parser): reads one operand, then extends it as long as the next operator
 * binds tighter than `power`. Chains are this loop; recursion is only for right sides.
 */
export function parseOperand(cursor: TokenCursor, power: number): Expr {
  const start = cursor.token;
  let left = parsePrefix(cursor);
  for (;;) {
    const infix = findInfix(cursor);
    if (infix === undefined || infix.power <= power) return left;
    left = infix.parse(cursor, left, start);
  }
}

/** Parses a complete expression: operators, then an optional `AS name`. */
export function parseExpr(cursor: TokenCursor): Expr {
  return cursor.nested(() => {
    const start = cursor.token;
    const expr = parseOperand(cursor, 0);
    if (!cursor.accept('AS')) return expr;
    const alias: Alias = { kind: 'Alias', alias: parseAliasName(cursor), expr, span: cursor.spanFrom(start) };
    return alias;
  });
}
