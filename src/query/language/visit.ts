import type { AstNode, Expr, SelectStatement } from './ast.ts';
import { childrenOf, forEachChild, mapChildren } from './child-keys.ts';

/** What `visit` calls; `parents` are the nodes above, the nearest last. */
export interface Visitor {
  /** Called before the children of a node; `false` leaves them out. */
  readonly enter?: (node: AstNode, parents: readonly AstNode[]) => unknown;
  /** Called after the children of a node, also when they were left out. */
  readonly leave?: (node: AstNode, parents: readonly AstNode[]) => void;
}

/** Walks a tree in the order of the text. */
export function visit(root: AstNode, visitor: Visitor): void {
  const parents: AstNode[] = [];
  const walk = (node: AstNode): void => {
    if (visitor.enter?.(node, parents) !== false) {
      parents.push(node);
      forEachChild(node, walk);
      parents.pop();
    }
    visitor.leave?.(node, parents);
  };
  walk(root);
}

/** Returns the first node, in the order of the text, for which `matches` holds. */
export function findNode(root: AstNode, matches: (node: AstNode) => boolean): AstNode | undefined {
  if (matches(root)) return root;
  for (const child of childrenOf(root)) {
    const found = findNode(child, matches);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Rewrites a tree from the leaves up: `change` sees each node with its children already changed and returns the node
 * that takes its place. Parts that do not change keep their identity; a tree that does not change is returned itself.
 * `change` must return a node that may stand where the old one stood: an expression for an expression.
 */
export function mapTree(root: SelectStatement, change: (node: AstNode) => AstNode): SelectStatement;
export function mapTree(root: Expr, change: (node: AstNode) => AstNode): Expr;
export function mapTree(root: AstNode, change: (node: AstNode) => AstNode): AstNode;
export function mapTree(root: AstNode, change: (node: AstNode) => AstNode): AstNode {
  return change(mapChildren(root, (child) => mapTree(child, change)));
}
