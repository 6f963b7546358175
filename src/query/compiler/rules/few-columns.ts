import type { AppError } from '../../../base/errors.ts';
import type { Expr } from '../../language/ast.ts';
import { type CompileContext, compileError } from '../compile-context.ts';

/** Most columns of one SELECT. */
export const MAX_COLUMNS = 1000;
/**
 * Most columns that all stars of a statement stand for. A star is a single letter, and sub-queries multiply its
 * columns.
 */
const MAX_STAR_COLUMNS = 2000;

/** Counts the columns that a star stands for, before any of them is made. @throws query_too_complex */
export function countStarColumns(columns: number, node: Expr, context: CompileContext): void {
  context.expansion.starColumns += columns;
  if (columns > MAX_COLUMNS) throw tooManyColumns(node, context);
  if (context.expansion.starColumns <= MAX_STAR_COLUMNS) return;
  throw compileError(
    context,
    'query_too_complex',
    `The stars of this query stand for more than ${MAX_STAR_COLUMNS} columns. Name the columns that are needed.`,
    node,
  );
}

export function tooManyColumns(node: Expr, context: CompileContext): AppError {
  return compileError(context, 'query_too_complex', `A SELECT has at most ${MAX_COLUMNS} columns.`, node);
}
