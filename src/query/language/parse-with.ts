import type { CTE, Expr } from './ast.ts';
import { allowedAlias } from './parse-alias.ts';
import { parseList, type TokenCursor } from './token-cursor.ts';

/** `WITH [RECURSIVE] name AS (SELECT …), expr AS name`. The cursor stands at WITH. */
export function parseWith(cursor: TokenCursor): readonly CTE[] {
  cursor.take();
  const recursive =
    cursor.at('RECURSIVE') && !cursor.at('RECURSIVE', 'AS') ? cursor.accept('RECURSIVE') : false;
  return parseList(
    cursor,
    () => (isSubquery(cursor) ? parseSubqueryCte(cursor, recursive) : parseColumnCte(cursor)),
    () => cursor.at('SELECT'),
  );
}

/** `name AS (`, `name (a, b) AS (`, with MATERIALIZED before the bracket. */
function isSubquery(cursor: TokenCursor): boolean {
  const { kind } = cursor.token;
  if (kind !== 'word' && kind !== 'name') return false;
  const columnsEnd = cursor.peek(1).key === '(' ? cursor.distanceToPartner(1) : 0;
  if (columnsEnd === undefined) return false;
  const [as, next, afterNext] = [1, 2, 3].map((distance) => cursor.peek(columnsEnd + distance).key);
  if (as === 'USING')
    throw cursor.unsupported(cursor.peek(columnsEnd + 1), 'USING KEY in a CTE', 'Leave it out.');
  return as === 'AS' && (next === '(' || next === 'NOT' || (next === 'MATERIALIZED' && afterNext === '('));
}

function parseSubqueryCte(cursor: TokenCursor, recursive: boolean): CTE {
  const start = cursor.token;
  const name = allowedAlias(cursor, cursor.name('the name of a CTE'));
  const columns = cursor.at('(') ? parseColumnNames(cursor) : undefined;
  cursor.expect('AS', 'before the sub-query');
  const materialized = !cursor.accept('NOT', 'MATERIALIZED') && cursor.accept('MATERIALIZED');
  const open = cursor.expect('(', 'before the sub-query');
  const expr = cursor.grammar.select(cursor);
  cursor.close(open, ')');
  return {
    kind: 'CTE',
    name,
    cte_type: 'subquery',
    expr,
    ...(columns && { columns }),
    ...(recursive && { recursive }),
    ...(materialized && { materialized }),
    span: cursor.spanFrom(start),
  };
}

/** `(a, b)`: names of columns. */
export function parseColumnNames(cursor: TokenCursor): readonly string[] {
  const open = cursor.take();
  const names = parseList(cursor, () => allowedAlias(cursor, cursor.name('the name of a column')));
  cursor.close(open, ')');
  return names;
}

/** `expr AS name`. A lambda takes the alias into its body, from where it comes back here. */
function parseColumnCte(cursor: TokenCursor): CTE {
  const start = cursor.token;
  const named = splitAlias(cursor.grammar.expression(cursor));
  if (named === undefined) throw cursor.unexpected('`AS` and the name of the CTE');
  return {
    kind: 'CTE',
    name: named.name,
    cte_type: 'column',
    expr: named.expr,
    span: cursor.spanFrom(start),
  };
}

function splitAlias(expr: Expr): { readonly name: string; readonly expr: Expr } | undefined {
  if (expr.kind === 'Alias') return { name: expr.alias, expr: expr.expr };
  if (expr.kind !== 'Lambda') return undefined;
  const body = splitAlias(expr.expr);
  return body && { name: body.name, expr: { ...expr, expr: body.expr } };
}
