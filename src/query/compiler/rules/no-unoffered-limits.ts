import { compileError } from '../compile-context.ts';
import type { Rule } from './rule.ts';

/** LIMIT n PERCENT is refused: the engine would have to read everything twice. */
export const noUnofferedLimits: Rule = (node, context) => {
  if (node.kind !== 'SelectQuery' || !node.limit_percent) return undefined;
  return compileError(context, 'unsupported_syntax', 'LIMIT ... PERCENT is not offered.', node.limit ?? node);
};
