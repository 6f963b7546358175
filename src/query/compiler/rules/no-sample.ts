import { compileError } from '../compile-context.ts';
import type { Rule } from './rule.ts';

/** SAMPLE is refused: no table has a sampling key. */
export const noSample: Rule = (node, context) => {
  if (node.kind !== 'SampleExpr') return undefined;
  return compileError(
    context,
    'unsupported_syntax',
    'SAMPLE is not offered. Filter by cityHash64(distinct_id) % n instead.',
    node,
  );
};
