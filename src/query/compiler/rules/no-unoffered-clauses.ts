import type { AstNode } from '../../language/ast.ts';
import { compileError } from '../compile-context.ts';
import type { Rule } from './rule.ts';

/** Refuses clauses that the grammar reads but the dialect does not offer, and says what to write instead. */
export const noUnofferedClauses: Rule = (node, context) => {
  const detail = whyRefused(node);
  if (detail === undefined) return undefined;
  const at = node.kind === 'SelectQuery' ? (node.limit ?? node) : node;
  return compileError(context, 'unsupported_syntax', detail, at);
};

function whyRefused(node: AstNode): string | undefined {
  switch (node.kind) {
    case 'JoinExpr':
      return node.table_final
        ? 'FINAL is not offered: every table already shows its newest rows.'
        : undefined;
    case 'SampleExpr':
      return 'SAMPLE is not offered. Filter by cityHash64(distinct_id) % n instead.';
    case 'CTE':
      return node.recursive ? 'WITH RECURSIVE is not offered. Use numbers(n) for series.' : undefined;
    case 'SelectQuery':
      // For a percentage the engine would have to read everything twice.
      return node.limit_percent ? 'LIMIT ... PERCENT is not offered.' : undefined;
    default:
      return undefined;
  }
}
