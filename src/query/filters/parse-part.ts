import { AppError, isAppError } from '../../base/errors.ts';
import type { AstNode, Expr } from '../language/ast.ts';
import { parseExpression } from '../language/parse.ts';
import { mapTree } from '../language/visit.ts';

/**
 * Parses an expression that stands in a member of a query, such as a hogql filter or breakdown. Its nodes carry no
 * positions, because they become part of a tree that belongs to no text.
 * @param attr path of the member, for errors
 * @throws the codes of the SQL dialect, with `attr` and the position in the member's text
 */
export function parsePart(text: string, attr: string): Expr {
  try {
    return mapTree(parseExpression(text), withoutSpan);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { code, message, position } = error;
    throw new AppError(code, message, { attr, ...(position && { position }), cause: error });
  }
}

function withoutSpan(node: AstNode): AstNode {
  const { span: _span, ...rest } = node;
  return rest;
}
