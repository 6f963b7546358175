import { RE2JS } from 're2js';
import { regexProblem, regexSize, shownPattern } from '../../filters/regex-problem.ts';
import type { ColumnsExpr } from '../../language/ast.ts';
import { compileError } from '../compile-context.ts';
import type { Scope } from './scope.ts';

/**
 * Most pieces that all patterns of COLUMNS in a statement stand for; MAX_WORK limits the pieces times the letters of
 * names.
 */
const MAX_PIECES = 2000;
const MAX_WORK = 2_000_000;

/**
 * Tells which names `COLUMNS('pattern')` takes. The pattern is one of RE2, like all others of the dialect. The matcher
 * never goes back in the text, so it does at most pieces times letters of work, and these are counted before matching
 * begins.
 * @throws syntax_error for a broken pattern, query_too_complex
 */
export function columnPattern(
  node: ColumnsExpr,
  regex: string,
  names: readonly string[],
  scope: Scope,
): (name: string) => boolean {
  const { context } = scope;
  const problem = regexProblem(regex);
  if (problem !== undefined) {
    const detail = `The pattern ${shownPattern(regex)} of COLUMNS is not a regular expression: ${problem}.`;
    throw compileError(context, 'syntax_error', detail, node);
  }
  const pieces = 1 + regexSize(regex);
  const letters = names.reduce((sum, name) => sum + name.length + 1, 0);
  context.expansion.patternPieces += pieces;
  context.expansion.patternWork += pieces * letters;
  if (context.expansion.patternPieces > MAX_PIECES || context.expansion.patternWork > MAX_WORK) {
    const detail =
      'The patterns of COLUMNS are too large for these columns. Use shorter ones, or name the columns.';
    throw compileError(context, 'query_too_complex', detail, node);
  }
  const pattern = RE2JS.compile(regex);
  return (name) => pattern.test(name);
}
