import type { CompareOperator, Expr, SourceSpan } from './ast.ts';
import { NO_BARE_ALIAS } from './keywords.ts';
import { POWER } from './operator-power.ts';
import type { TokenCursor } from './token-cursor.ts';

/** `[NOT] IN set` and `[NOT] IN COHORT id`. `IN ()` is the empty set. One value in brackets stays that value. */
export function parseIn(cursor: TokenCursor, left: Expr, start: SourceSpan): Expr {
  const not = cursor.accept('NOT') ? 'not ' : '';
  cursor.expect('IN', 'after NOT');
  const cohort = atCohort(cursor);
  if (cohort) cursor.take();
  const op: CompareOperator = `${not}in${cohort ? ' cohort' : ''}`;
  const right = acceptEmptySet(cursor) ?? cursor.grammar.operand(cursor, POWER.compare);
  return { kind: 'CompareOperation', op, left, right, span: cursor.spanFrom(start) };
}

function acceptEmptySet(cursor: TokenCursor): Expr | undefined {
  const open = cursor.token;
  if (!cursor.accept('(', ')')) return undefined;
  return { kind: 'Tuple', exprs: [], span: cursor.spanFrom(open) };
}

/** COHORT is a keyword only when the cohort follows: `x in cohort` alone names a column. */
function atCohort(cursor: TokenCursor): boolean {
  if (!cursor.at('COHORT')) return false;
  const { kind, key } = cursor.peek(1);
  if (kind === 'word') return !NO_BARE_ALIAS.has(key);
  return kind === 'name' || kind === 'number' || kind === 'string' || key === '{' || key === '(';
}
