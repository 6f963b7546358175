import type { Expr, GroupingSet, SelectQuery } from './ast.ts';
import { atClause } from './at-clause.ts';
import { parseArguments, parseExpressions } from './parse-arguments.ts';
import { parseList, type TokenCursor } from './token-cursor.ts';

type GroupBy = Pick<SelectQuery, 'group_by' | 'group_by_mode'>;

/** The list behind GROUP BY, ALL, ROLLUP(…), CUBE(…), GROUPING SETS (…), or a list WITH ROLLUP or CUBE. */
export function parseGroupBy(cursor: TokenCursor): GroupBy {
  if (cursor.at('ALL') && !['(', '.', '['].includes(cursor.peek(1).key)) {
    cursor.take();
    return { group_by_mode: 'all' };
  }
  if (cursor.accept('GROUPING', 'SETS')) return parseGroupingSets(cursor);
  if (isWholeList(cursor)) {
    const group_by_mode = cursor.take().key === 'ROLLUP' ? 'rollup' : 'cube';
    return { group_by: parseArguments(cursor), group_by_mode };
  }
  const group_by = parseList(
    cursor,
    () => cursor.grammar.expression(cursor),
    () => atClause(cursor),
  );
  return { group_by, ...parseModifier(cursor) };
}

/** `ROLLUP(a, b)` is the mode when nothing follows it in the list; otherwise a call. */
function isWholeList(cursor: TokenCursor): boolean {
  if (!cursor.at('ROLLUP', '(') && !cursor.at('CUBE', '(')) return false;
  const close = cursor.distanceToPartner(1);
  return close !== undefined && cursor.peek(close + 1).key !== ',';
}

function parseGroupingSets(cursor: TokenCursor): GroupBy {
  const open = cursor.expect('(', 'after GROUPING SETS');
  const group_by = parseList(cursor, () => parseGroupingSet(cursor));
  cursor.close(open, ')');
  return { group_by, group_by_mode: 'grouping_sets' };
}

function parseGroupingSet(cursor: TokenCursor): GroupingSet {
  const open = cursor.expect('(', 'before each set of GROUPING SETS');
  const exprs: readonly Expr[] = parseExpressions(cursor, ')');
  cursor.close(open, ')');
  return { kind: 'GroupingSet', exprs, span: cursor.spanFrom(open) };
}

function parseModifier(cursor: TokenCursor): GroupBy {
  if (cursor.accept('WITH', 'ROLLUP')) return { group_by_mode: 'rollup' };
  if (cursor.accept('WITH', 'CUBE')) return { group_by_mode: 'cube' };
  return {};
}
