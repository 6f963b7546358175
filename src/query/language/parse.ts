import type { AstNode, Expr, SelectStatement } from './ast.ts';
import { MAX_HEIGHT, MAX_NODES, MAX_TEXT_LENGTH } from './limits.ts';
import { parseExpr, parseOperand } from './parse-expression.ts';
import { parseStatement } from './parse-statement.ts';
import { parseError } from './syntax-error.ts';
import { type Grammar, TokenCursor } from './token-cursor.ts';
import { forEachChild } from './visit.ts';

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

/**
 * Refuses a tree with more than MAX_NODES nodes or a path of more than MAX_HEIGHT. The check goes down level by level
 * without recursion, so that no tree is too deep for it.
 * @throws query_too_complex at the node where the limit is crossed
 */
function checkSize(text: string, root: AstNode): void {
  let level: readonly AstNode[] = [root];
  let nodes = 0;
  for (let height = 1; level.length > 0; height += 1) {
    nodes += level.length;
    if (nodes > MAX_NODES) throw tooLarge(text, level.at(MAX_NODES - nodes), `more than ${MAX_NODES} parts`);
    if (height > MAX_HEIGHT) {
      const what = `a chain of more than ${MAX_HEIGHT} operators or joins that build on each other`;
      throw tooLarge(text, level[0], what);
    }
    const below: AstNode[] = [];
    for (const node of level) forEachChild(node, (child) => below.push(child));
    level = below;
  }
}

function tooLarge(text: string, node: AstNode | undefined, what: string): Error {
  const span = node?.span ?? { start: 0, end: text.length };
  return parseError('query_too_complex', text, span, `The query has ${what}. Split it or make it smaller.`);
}
