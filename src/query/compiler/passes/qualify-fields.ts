import type { AstNode, Expr } from '../../language/ast.ts';
import { mapChildren } from '../../language/visit.ts';

/** The condition with each field of the table written behind the name that the table has in its FROM. */
export function qualifyFields(condition: Expr, name: string, table: string): Expr {
  return qualify(condition, new Set()) as Expr;

  function qualify(node: AstNode, bound: ReadonlySet<string>): AstNode {
    switch (node.kind) {
      case 'Field': {
        const [first = '', ...rest] = node.chain;
        if (bound.has(first)) return node;
        return {
          ...node,
          chain: first === table && rest.length > 0 ? [name, ...rest] : [name, ...node.chain],
        };
      }
      case 'Lambda': {
        const inside = new Set([...bound, ...node.args]);
        return mapChildren(node, (child) => qualify(child, inside));
      }
      case 'SelectQuery':
      case 'SelectSetQuery':
        return node;
      default:
        return mapChildren(node, (child) => qualify(child, bound));
    }
  }
}
