import type { CTE, Expr, SelectSetNode, SelectSetQuery, SelectStatement, SetOperator } from './ast.ts';
import { parseColumnNames } from './parse-from.ts';
import { parseOrderList } from './parse-order-by.ts';
import { parseLimits, parseSelectQuery, refuseClause } from './parse-select.ts';
import type { TokenCursor } from './token-cursor.ts';

/**
 * A statement, and whether brackets closed it. Only then do ORDER BY and LIMIT after it belong to the statement as a
 * whole.
 */
interface Branch {
  readonly statement: SelectStatement;
  readonly isBracketed: boolean;
}

/** SELECT, a chain of SELECTs joined by set operators, or either in brackets with ORDER BY and LIMIT behind them. */
export function parseStatement(cursor: TokenCursor): SelectStatement {
  return cursor.nested(() => {
    const start = cursor.token;
    const first = parseBranch(cursor);
    const more: SelectSetNode[] = [];
    let last = first;
    for (let at = cursor.token; SET_WORDS.has(at.key); at = cursor.token) {
      const set_operator = parseSetOperator(cursor);
      last = parseBranch(cursor);
      more.push({
        kind: 'SelectSetNode',
        set_operator,
        select_query: last.statement,
        span: cursor.spanFrom(at),
      });
    }
    const whole: SelectStatement =
      more.length === 0
        ? first.statement
        : {
            kind: 'SelectSetQuery',
            initial_select_query: first.statement,
            subsequent_select_queries: more,
            span: cursor.spanFrom(start),
          };
    if (last.isBracketed) return parseEnding(cursor, whole);
    return whole.kind === 'SelectSetQuery' ? withEndingOfLast(whole, cursor) : whole;
  });
}

function parseBranch(cursor: TokenCursor): Branch {
  const ctes = cursor.at('WITH') ? parseWith(cursor) : undefined;
  if (!cursor.at('(')) {
    if (!cursor.at('SELECT')) throw notAStatement(cursor);
    return { statement: parseSelectQuery(cursor, ctes), isBracketed: false };
  }
  const isStatement = cursor.atStatement();
  const inner = cursor.brackets(() => {
    if (!isStatement) throw cursor.unexpected('`SELECT` or `WITH` in the brackets');
    return cursor.select();
  });
  return { statement: ctes === undefined ? inner : withCtes(inner, ctes), isBracketed: true };
}

/**
 * The statement with CTEs that stood before a bracket. They go to the first SELECT in it, from where other branches see
 * them.
 */
function withCtes(statement: SelectStatement, ctes: readonly CTE[]): SelectStatement {
  if (statement.kind === 'SelectQuery') return { ...statement, ctes: [...ctes, ...(statement.ctes ?? [])] };
  return { ...statement, initial_select_query: withCtes(statement.initial_select_query, ctes) };
}

const SET_WORDS: ReadonlySet<string> = new Set(['UNION', 'INTERSECT', 'EXCEPT']);

function parseSetOperator(cursor: TokenCursor): SetOperator {
  const start = cursor.take();
  const modifier = cursor.at('ALL') || cursor.at('DISTINCT') ? cursor.take().key : '';
  const byName = cursor.accept('BY', 'NAME') ? ' BY NAME' : '';
  const written = `${start.key}${modifier && ` ${modifier}`}${byName}`;
  const operator = SET_OPERATORS.get(written);
  if (operator !== undefined) return operator;
  const known = 'UNION ALL [BY NAME], UNION [DISTINCT], INTERSECT [DISTINCT], EXCEPT and EXCEPT ALL';
  throw cursor.unsupported(cursor.spanFrom(start), written, `There are ${known}.`);
}

const SET_OPERATORS: ReadonlyMap<string, SetOperator> = new Map([
  ['UNION', 'UNION DISTINCT'],
  ['UNION ALL', 'UNION ALL'],
  ['UNION DISTINCT', 'UNION DISTINCT'],
  ['UNION ALL BY NAME', 'UNION ALL BY NAME'],
  ['INTERSECT', 'INTERSECT'],
  ['INTERSECT DISTINCT', 'INTERSECT DISTINCT'],
  ['EXCEPT', 'EXCEPT'],
  ['EXCEPT ALL', 'EXCEPT ALL'],
]);

/** `a UNION ALL b ORDER BY c LIMIT 3` orders and limits the whole, as in standard SQL. */
function withEndingOfLast(whole: SelectSetQuery, cursor: TokenCursor): SelectSetQuery {
  const last = whole.subsequent_select_queries.at(-1);
  if (last?.select_query.kind !== 'SelectQuery') return whole;
  const { order_by, limit, offset, ...select_query } = last.select_query;
  const clause = order_by?.[0] ?? limit ?? offset;
  if (clause === undefined) return whole;
  const { limit_by, limit_with_ties, limit_percent, interpolate } = select_query;
  if (limit_by || limit_with_ties || limit_percent || interpolate) {
    const what = 'LIMIT BY, WITH TIES or INTERPOLATE behind the last branch of a UNION without brackets';
    const fix =
      'Put brackets around the last SELECT and its clauses, or write SELECT * FROM (…) around the whole.';
    throw cursor.unsupported(clause.span ?? cursor.token, what, fix);
  }
  const rest = whole.subsequent_select_queries.slice(0, -1);
  return {
    ...whole,
    subsequent_select_queries: [...rest, { ...last, select_query }],
    ...(order_by && { order_by }),
    ...(limit && { limit }),
    ...(offset && { offset }),
  };
}

/** Adds ORDER BY, LIMIT and OFFSET behind a closing bracket to `statement`. */
function parseEnding(cursor: TokenCursor, statement: SelectStatement): SelectStatement {
  const start = cursor.token;
  const order_by = cursor.at('ORDER', 'BY') ? parseOrderList(cursor) : undefined;
  const limits = parseLimits(cursor);
  refuseClause(cursor);
  const ending = { ...(order_by && { order_by }), ...limits };
  if (Object.keys(ending).length === 0) return statement;
  const isClosed = statement.order_by || statement.limit || statement.offset;
  const isPlain = !limits.limit_by && !limits.limit_with_ties && !limits.limit_percent;
  if (isClosed || (statement.kind === 'SelectSetQuery' && !isPlain) || hasLimitBy(statement)) {
    const what = 'This second ordering or limit of a query in brackets';
    throw cursor.unsupported(cursor.spanFrom(start), what, 'Write SELECT * FROM (…) around the inner query.');
  }
  return { ...statement, ...ending };
}

function hasLimitBy(statement: SelectStatement): boolean {
  return statement.kind === 'SelectQuery' && statement.limit_by !== undefined;
}

const OTHER_STATEMENTS: ReadonlySet<string> = new Set(
  `ALTER ATTACH BACKUP CHECK CREATE DELETE DESC DESCRIBE DETACH DROP EXISTS EXPLAIN FROM GRANT INSERT KILL OPTIMIZE
  PIVOT RENAME REPLACE REVOKE SET SHOW SYSTEM TRUNCATE UNPIVOT UPDATE USE VALUES WATCH LET FN FUN RETURN`.split(
    /\s+/,
  ),
);

function notAStatement(cursor: TokenCursor): Error {
  const { token } = cursor;
  const start = 'A query starts with SELECT or WITH.';
  if (OTHER_STATEMENTS.has(token.key))
    return cursor.unsupported(token, `A statement that starts with ${token.key}`, start);
  if (token.key === '<') return cursor.unsupported(token, 'A HogQLX tag', start);
  if (token.key !== '{') return cursor.unexpected('`SELECT` or `WITH`');
  const fix = 'A variable is a value, never a query.';
  return cursor.unsupported(token, 'A placeholder in place of a query', fix);
}

// ------------------------------------------------------------------------------- WITH: common table expressions

/** `WITH [RECURSIVE] name AS (SELECT …), expr AS name`. The cursor stands at WITH. */
function parseWith(cursor: TokenCursor): readonly CTE[] {
  cursor.take();
  const recursive = !cursor.at('RECURSIVE', 'AS') && cursor.accept('RECURSIVE');
  return cursor.list(
    () => (isSubquery(cursor) ? parseSubqueryCte(cursor, recursive) : parseColumnCte(cursor)),
    () => cursor.at('SELECT'),
  );
}

/** `name AS (`, `name (a, b) AS (`, with MATERIALIZED before the bracket. */
function isSubquery(cursor: TokenCursor): boolean {
  if (!cursor.atName()) return false;
  const columnsEnd = cursor.peek(1).key === '(' ? cursor.distanceToPartner(1) : 0;
  if (columnsEnd === undefined) return false;
  const [as, next, afterNext] = [1, 2, 3].map((distance) => cursor.peek(columnsEnd + distance).key);
  if (as === 'USING')
    throw cursor.unsupported(cursor.peek(columnsEnd + 1), 'USING KEY in a CTE', 'Leave it out.');
  return as === 'AS' && (next === '(' || next === 'NOT' || (next === 'MATERIALIZED' && afterNext === '('));
}

function parseSubqueryCte(cursor: TokenCursor, recursive: boolean): CTE {
  const start = cursor.token;
  const name = cursor.newName('the name of a CTE');
  const columns = cursor.at('(') && parseColumnNames(cursor);
  cursor.expect('AS', 'before the sub-query');
  const materialized = !cursor.accept('NOT', 'MATERIALIZED') && cursor.accept('MATERIALIZED');
  const expr = cursor.brackets(() => cursor.select(), 'before the sub-query');
  const written = { name, cte_type: 'subquery', expr, columns, recursive, materialized } as const;
  return cursor.node<CTE>(start, { kind: 'CTE', ...written });
}

/** `expr AS name`. A lambda reads the alias as part of its body, so the alias is taken out of the body again. */
function parseColumnCte(cursor: TokenCursor): CTE {
  const start = cursor.token;
  const named = splitAlias(cursor.expression());
  if (named === undefined) throw cursor.unexpected('`AS` and the name of the CTE');
  return { kind: 'CTE', cte_type: 'column', ...named, span: cursor.spanFrom(start) };
}

function splitAlias(expr: Expr): { readonly name: string; readonly expr: Expr } | undefined {
  if (expr.kind === 'Alias') return { name: expr.alias, expr: expr.expr };
  if (expr.kind !== 'Lambda') return undefined;
  const body = splitAlias(expr.expr);
  return body && { name: body.name, expr: { ...expr, expr: body.expr } };
}
