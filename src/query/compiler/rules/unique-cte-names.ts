import { compileError } from '../compile-context.ts';
import type { Rule } from './rule.ts';

/** A CTE name is defined once per WITH. */
export const uniqueCteNames: Rule = (node, context) => {
  if (node.kind !== 'SelectQuery' || !node.ctes) return undefined;
  const names = new Set<string>();
  for (const cte of node.ctes) {
    if (names.has(cte.name)) {
      return compileError(context, 'invalid_alias', `The CTE "${cte.name}" is defined twice.`, cte);
    }
    names.add(cte.name);
  }
  return undefined;
};
