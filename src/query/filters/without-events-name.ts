import type { AstNode, Expr } from '../language/ast.ts';
import { mapChildren } from '../language/visit.ts';

/** Names that expressions of an insight may have for the events that the insight reads ([N-7]). */
const NAMES = ['e', 'events'];

/** An expression in which fields of the events have no such name before them. Sub-selects keep their own names. */
export function withoutEventsName(expr: Expr): Expr {
  return strip(expr, []);
}

/** @param bound parameters of the lambdas around `node`, which hide the events' names */
function strip<Node extends AstNode>(node: Node, bound: readonly string[]): Node {
  switch (node.kind) {
    case 'SelectQuery':
    case 'SelectSetQuery':
      return node;
    case 'Field': {
      const [first = '', ...rest] = node.chain;
      const isEvents = rest.length > 0 && NAMES.includes(first) && !bound.includes(first);
      return isEvents ? { ...node, chain: rest } : node;
    }
    case 'Lambda':
      return mapChildren(node, (child) => strip(child, [...bound, ...node.args]));
    default:
      return mapChildren(node, (child) => strip(child, bound));
  }
}
