import { compileError } from '../compile-context.ts';
import type { Rule } from './rule.ts';

/** WITH RECURSIVE is refused: its work has no bound. */
export const noRecursiveCte: Rule = (node, context) => {
  if (node.kind !== 'CTE' || !node.recursive) return undefined;
  return compileError(
    context,
    'unsupported_syntax',
    'WITH RECURSIVE is not offered. Use numbers(n) for series.',
    node,
  );
};
