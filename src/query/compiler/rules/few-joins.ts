import { compileError } from '../compile-context.ts';
import type { Rule } from './rule.ts';

/** Most tables of one FROM. */
const MAX_TABLES = 17;

/** A FROM names at most 17 tables, joined by 16 joins: the engine plans each join separately. */
export const fewJoins: Rule = (node, context) => {
  if (node.kind !== 'SelectQuery') return undefined;
  let tables = 0;
  for (let join = node.select_from; join; join = join.next_join) {
    tables += 1;
    if (tables > MAX_TABLES) {
      const detail = `A FROM joins at most ${MAX_TABLES} tables. Join some of them in a sub-query.`;
      return compileError(context, 'query_too_complex', detail, join);
    }
  }
  return undefined;
};
