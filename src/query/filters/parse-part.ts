import { AppError, isAppError } from '../../base/errors.ts';
import type { AstNode, Expr, SelectStatement, SourceMember } from '../language/ast.ts';
import { parseExpression } from '../language/parse.ts';
import { mapTree } from '../language/visit.ts';

/**
 * Parses an expression that stands in a member of a query, such as a hogql filter or breakdown. Its nodes remember the
 * member, because the tree around them belongs to another text or to none.
 * @param attr path of the member, for errors
 * @throws the codes of the SQL dialect, with `attr` and the position in the member's text
 */
export function parsePart(text: string, attr: string): Expr {
  try {
    const member = { attr, text };
    return mapTree(parseExpression(text), (node) => ofMember(node, member));
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { code, message, position } = error;
    throw new AppError(code, message, { attr, ...(position && { position }), cause: error });
  }
}

/** The tree of a query that is itself the member `path` of another query: errors name the longer path. */
export function placedBelow(path: string, tree: SelectStatement): SelectStatement {
  return mapTree(tree, (node) => {
    const member = node.span?.member;
    return member ? ofMember(node, { ...member, attr: `${path}.${member.attr}` }) : node;
  });
}

function ofMember(node: AstNode, member: SourceMember): AstNode {
  return node.span ? { ...node, span: { ...node.span, member } } : node;
}
