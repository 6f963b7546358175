import type { Alias, ColumnsExpr, Expr } from './ast.ts';
import { parseList, type TokenCursor } from './token-cursor.ts';

/**
 * `*` and `table.*`, with `EXCLUDE (a, b)` or `EXCEPT (a, b)` (also for one name without brackets) and
 * `REPLACE (expr AS a)` behind it. The cursor stands at the star; `table` is the path before it.
 */
export function parseStar(cursor: TokenCursor, table: readonly string[], start = cursor.token): Expr {
  cursor.take();
  const exclude = atExclude(cursor) ? parseExclude(cursor) : undefined;
  const replace = cursor.at('REPLACE', '(') ? parseReplace(cursor) : undefined;
  if (cursor.at('APPLY', '(')) {
    throw cursor.unsupported(cursor.token, '* APPLY', 'Write the function around each column.');
  }
  const span = cursor.spanFrom(start);
  if (exclude === undefined && replace === undefined) return { kind: 'Field', chain: [...table, '*'], span };
  const columns: ColumnsExpr = {
    kind: 'ColumnsExpr',
    all_columns: true,
    ...(table.length > 0 && { table }),
    ...(exclude && { exclude }),
    ...(replace && { replace }),
    span,
  };
  return columns;
}

/** EXCEPT behind a star is not the set operator: that is followed by SELECT, WITH, ALL or a bracketed SELECT. */
function atExclude(cursor: TokenCursor): boolean {
  if (cursor.at('EXCLUDE')) return true;
  if (!cursor.at('EXCEPT')) return false;
  const { key } = cursor.peek(1);
  return !STATEMENT_START.has(key === '(' ? cursor.peek(2).key : key);
}

const STATEMENT_START: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'ALL', 'DISTINCT', '(', '{']);

function parseExclude(cursor: TokenCursor): readonly string[] {
  cursor.take();
  if (!cursor.at('(')) return [parseColumnName(cursor)];
  const open = cursor.take();
  const names = parseList(cursor, () => parseColumnName(cursor));
  cursor.close(open, ')');
  return names;
}

/** A column, or with its table `t.a`. */
function parseColumnName(cursor: TokenCursor): string {
  const parts = [cursor.name('a column to leave out').text];
  while (cursor.accept('.')) parts.push(cursor.member().text);
  return parts.join('.');
}

function parseReplace(cursor: TokenCursor): readonly Alias[] {
  cursor.take();
  const open = cursor.take();
  const replace = parseList(cursor, () => {
    const expr = cursor.grammar.expression(cursor);
    if (expr.kind !== 'Alias') throw cursor.unexpected('`AS` and the column that the expression replaces');
    return expr;
  });
  cursor.close(open, ')');
  return replace;
}
