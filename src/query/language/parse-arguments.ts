import type { Expr } from './ast.ts';
import { isStatementInBrackets } from './parse-brackets.ts';
import { parseList, type TokenCursor } from './token-cursor.ts';

/** Reads `(a, b, …)`, `()` or `(SELECT …)`. A trailing comma is allowed. */
export function parseArguments(cursor: TokenCursor): readonly Expr[] {
  if (isStatementInBrackets(cursor)) return [parseStatementArgument(cursor)];
  const open = cursor.expect('(', 'before the arguments');
  const args = parseExpressions(cursor, ')');
  cursor.close(open, ')');
  return args;
}

/** Reads expressions up to `end`, which is left to the caller. None and a trailing comma are allowed. */
export function parseExpressions(cursor: TokenCursor, end: string): readonly Expr[] {
  if (cursor.at(end)) return [];
  return parseList(
    cursor,
    () => parseArgument(cursor),
    () => cursor.at(end),
  );
}

/** `f(select 1)`: the brackets of the call are those of the statement. */
function parseStatementArgument(cursor: TokenCursor): Expr {
  const open = cursor.take();
  const statement = cursor.grammar.select(cursor);
  cursor.close(open, ')');
  return statement;
}

function parseArgument(cursor: TokenCursor): Expr {
  const name = cursor.token;
  if (name.kind === 'word' && cursor.peek(1).key === ':=') {
    throw cursor.unsupported(name, 'A named argument', 'Write the arguments in their order.');
  }
  return cursor.grammar.expression(cursor);
}
