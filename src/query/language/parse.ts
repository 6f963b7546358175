import type { AstNode, Expr, SelectStatement } from './ast.ts';
import { checkSize } from './check-size.ts';
import { MAX_TEXT_LENGTH } from './limits.ts';
import { parseExpr, parseOperand } from './parse-expression.ts';
import { parseStatement } from './parse-statement.ts';
import { parseError } from './syntax-error.ts';
import { type Grammar, TokenCursor } from './token-cursor.ts';

/**
 * Parses one query; a semicolon may end it. Linear in the length of the text.
 * @throws syntax_error, unsupported_syntax, invalid_alias, query_too_complex, each with the position in `text`
 */
export function parseSelect(text: string): SelectStatement {
  return parseWhole(text, parseStatement, true);
}

/**
 * Parses one expression, such as a HogQL filter or breakdown. A SELECT stands in brackets.
 * @throws syntax_error, unsupported_syntax, invalid_alias, query_too_complex, each with the position in `text`
 */
export function parseExpression(text: string): Expr {
  return parseWhole(text, parseExpr, false);
}

const GRAMMAR: Grammar = { expression: parseExpr, operand: parseOperand, select: parseStatement };

function parseWhole<T extends AstNode>(
  text: string,
  rule: (cursor: TokenCursor) => T,
  maySemicolon: boolean,
): T {
  if (text.length > MAX_TEXT_LENGTH) {
    const detail = `The text has ${text.length} characters, at most ${MAX_TEXT_LENGTH} are allowed.`;
    throw parseError('query_too_complex', text, { start: MAX_TEXT_LENGTH, end: text.length }, detail);
  }
  const cursor = new TokenCursor(text, GRAMMAR);
  const node = rule(cursor);
  if (maySemicolon) cursor.accept(';');
  if (cursor.token.kind !== 'end') throw cursor.unexpected(expectedEnd(maySemicolon));
  checkSize(text, node);
  return node;
}

function expectedEnd(isStatement: boolean): string {
  if (!isStatement) return 'an operator or the end of the expression';
  return 'an operator, a comma, the next clause (FROM, ARRAY JOIN, PREWHERE, WHERE, GROUP BY, HAVING, QUALIFY, WINDOW, ORDER BY, LIMIT, OFFSET, in this order) or the end of the query';
}
