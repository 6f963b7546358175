import { compileError } from '../compile-context.ts';
import type { Rule } from './rule.ts';

/** FINAL is refused: tables that need it are read with it anyway. */
export const noFinal: Rule = (node, context) => {
  if (node.kind !== 'JoinExpr' || !node.table_final) return undefined;
  return compileError(
    context,
    'unsupported_syntax',
    'FINAL is not offered: every table already shows its newest rows.',
    node,
  );
};
