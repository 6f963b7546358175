import type { AstNode, CTE, Expr, SelectQuery, SelectSetQuery, SelectStatement } from '../../language/ast.ts';
import { isWholeSet } from '../../language/build.ts';
import { mapChildren } from '../../language/visit.ts';

/** Names that mean a CTE and not a table. */
export type CteNames = ReadonlySet<string>;

/**
 * Rewrites every SELECT of a tree, the inner ones first, each with the CTE names that its FROM can see. These names are
 * those that the resolver finds: a CTE sees the ones before it; a CTE that is a value hides one of rows; the CTEs of
 * the first branch of a set are seen by the other branches, not by the ORDER BY of the set.
 */
export function mapSelects<Tree extends Expr | SelectStatement>(
  tree: Tree,
  change: (select: SelectQuery, ctes: CteNames) => SelectQuery,
): Tree {
  const walk = (node: AstNode, outside: CteNames): AstNode => {
    if (node.kind === 'SelectQuery') {
      const names = new Set(outside);
      // CTEs are the first children, so the names are complete when the other clauses are reached.
      const changed = mapChildren(node, (child) => {
        const walked = walk(child, names);
        if (child.kind === 'CTE') define(child, names);
        return walked;
      });
      return change(changed, names);
    }
    if (node.kind === 'SelectSetQuery') {
      const names = new Set(outside);
      for (const cte of sharedCtes(node)) define(cte, names);
      return mapChildren(node, (child) => walk(child, child.kind === 'SelectSetNode' ? names : outside));
    }
    return mapChildren(node, (child) => walk(child, outside));
  };
  // A SELECT is replaced by a SELECT, and every other node by a node of its kind.
  return walk(tree, new Set()) as Tree;
}

function define({ name, cte_type }: CTE, names: Set<string>): void {
  if (cte_type === 'subquery') names.add(name);
  else names.delete(name);
}

/** The CTEs that the first branch of a set shares with the others. A set with its own ORDER BY or LIMIT shares none. */
function sharedCtes({ initial_select_query: first }: SelectSetQuery): readonly CTE[] {
  if (first.kind === 'SelectQuery') return first.ctes ?? [];
  return isWholeSet(first) ? [] : sharedCtes(first);
}
