import type { CTE, Expr, SelectQuery } from './ast.ts';
import { atClause } from './at-clause.ts';
import { acceptBareAlias, allowedAlias } from './parse-alias.ts';
import { parseArrayJoin } from './parse-array-join.ts';
import { parseFrom } from './parse-from.ts';
import { parseGroupBy } from './parse-group-by.ts';
import { parseLimits } from './parse-limit.ts';
import { parseInterpolate, parseOrderList } from './parse-order-by.ts';
import { parseNamedWindows } from './parse-window.ts';
import { refuseClause, refuseDistinctOn, refuseTop } from './refuse-clause.ts';
import { parseList, type TokenCursor } from './token-cursor.ts';

/** One SELECT with all its clauses. The cursor stands at SELECT; `ctes` stood before it. */
export function parseSelectQuery(cursor: TokenCursor, ctes: readonly CTE[] | undefined): SelectQuery {
  const start = cursor.expect('SELECT', 'at the start of a query');
  refuseTop(cursor);
  const distinct = cursor.at('DISTINCT') && !cursor.at('DISTINCT', ',') ? cursor.accept('DISTINCT') : false;
  if (distinct) refuseDistinctOn(cursor);
  const select = parseColumns(cursor);
  const select_from = cursor.accept('FROM') ? parseFrom(cursor) : undefined;
  const arrayJoin = parseArrayJoin(cursor, select_from !== undefined);
  const prewhere = parseOptional(cursor, 'PREWHERE');
  const where = parseOptional(cursor, 'WHERE');
  const groupBy = cursor.accept('GROUP', 'BY') ? parseGroupBy(cursor) : {};
  refuseClause(cursor);
  const having = parseOptional(cursor, 'HAVING');
  const qualify = parseOptional(cursor, 'QUALIFY');
  const window_exprs = cursor.accept('WINDOW') ? parseNamedWindows(cursor) : undefined;
  const lateQualify = qualify ?? parseOptional(cursor, 'QUALIFY');
  const order_by = cursor.at('ORDER', 'BY') ? parseOrderList(cursor) : undefined;
  const interpolate = cursor.accept('INTERPOLATE') ? parseInterpolate(cursor) : undefined;
  const limits = parseLimits(cursor);
  refuseClause(cursor);
  return {
    kind: 'SelectQuery',
    ...(ctes && { ctes }),
    select,
    ...(distinct && { distinct }),
    ...(select_from && { select_from }),
    ...arrayJoin,
    ...(window_exprs && { window_exprs }),
    ...(prewhere && { prewhere }),
    ...(where && { where }),
    ...groupBy,
    ...(having && { having }),
    ...(lateQualify && { qualify: lateQualify }),
    ...(order_by && { order_by }),
    ...(interpolate && { interpolate }),
    ...limits,
    span: cursor.spanFrom(start),
  };
}

function parseOptional(cursor: TokenCursor, word: string): Expr | undefined {
  return cursor.accept(word) ? cursor.grammar.expression(cursor) : undefined;
}

/** Columns; a comma may end the list. */
function parseColumns(cursor: TokenCursor): readonly Expr[] {
  return parseList(
    cursor,
    () => parseColumn(cursor),
    () => atClause(cursor),
  );
}

/** `expr`, `expr AS name`, `expr name`, or `name: expr`. */
function parseColumn(cursor: TokenCursor): Expr {
  const start = cursor.token;
  if (
    (start.kind === 'word' || start.kind === 'name') &&
    cursor.peek(1).key === ':' &&
    start.key !== 'LAMBDA'
  ) {
    const alias = allowedAlias(cursor, cursor.name('a name'));
    cursor.take();
    const expr = cursor.grammar.expression(cursor);
    return { kind: 'Alias', alias, expr, span: cursor.spanFrom(start) };
  }
  const expr = cursor.grammar.expression(cursor);
  if (expr.kind === 'Alias') return expr;
  const alias = acceptBareAlias(cursor);
  return alias === undefined ? expr : { kind: 'Alias', alias, expr, span: cursor.spanFrom(start) };
}
