import type { CTE, Expr, GroupingSet, LimitByExpr, SelectQuery } from './ast.ts';
import { parseArguments } from './parse-call.ts';
import { parseFrom } from './parse-from.ts';
import { parseInterpolate, parseOrderList } from './parse-order-by.ts';
import { parseNamedWindows } from './parse-window.ts';
import { syntaxError } from './syntax-error.ts';
import type { TokenCursor } from './token-cursor.ts';

/** One SELECT with all its clauses. The cursor stands at SELECT; `ctes` stood before it. */
export function parseSelectQuery(cursor: TokenCursor, ctes: readonly CTE[] | undefined): SelectQuery {
  const start = cursor.expect('SELECT', 'at the start of a query');
  if (cursor.at('TOP') && cursor.peek(1).kind === 'number')
    throw cursor.unsupported(cursor.token, 'TOP', 'Use LIMIT n.');
  const distinct = !cursor.at('DISTINCT', ',') && cursor.accept('DISTINCT');
  if (distinct && cursor.at('ON', '('))
    throw cursor.unsupported(cursor.token, 'DISTINCT ON', 'Use LIMIT 1 BY a, b.');
  const select = cursor.list(
    () => parseColumn(cursor),
    () => atClause(cursor),
  );
  const select_from = cursor.accept('FROM') && parseFrom(cursor);
  const arrayJoin = parseArrayJoin(cursor, select_from !== false);
  const prewhere = cursor.clause('PREWHERE');
  const where = cursor.clause('WHERE');
  const groupBy = cursor.accept('GROUP', 'BY') ? parseGroupBy(cursor) : {};
  refuseClause(cursor);
  const having = cursor.clause('HAVING');
  const qualify = cursor.clause('QUALIFY');
  const window_exprs = cursor.accept('WINDOW') && parseNamedWindows(cursor);
  const lateQualify = qualify ?? cursor.clause('QUALIFY');
  const order_by = cursor.at('ORDER', 'BY') && parseOrderList(cursor);
  const interpolate = cursor.accept('INTERPOLATE') && parseInterpolate(cursor);
  const limits = parseLimits(cursor);
  refuseClause(cursor);
  return cursor.node<SelectQuery>(start, {
    kind: 'SelectQuery',
    ctes,
    select,
    distinct,
    select_from,
    ...arrayJoin,
    window_exprs,
    prewhere,
    where,
    ...groupBy,
    having,
    qualify: lateQualify,
    order_by,
    interpolate,
    ...limits,
  });
}

/** `expr`, `expr AS name`, `expr name`, or `name: expr`. */
function parseColumn(cursor: TokenCursor): Expr {
  const start = cursor.token;
  if (cursor.atName() && cursor.peek(1).key === ':' && start.key !== 'LAMBDA') {
    const alias = cursor.newName('a name');
    cursor.take();
    const expr = cursor.expression();
    return { kind: 'Alias', alias, expr, span: cursor.spanFrom(start) };
  }
  const expr = cursor.expression();
  if (expr.kind === 'Alias') return expr;
  const alias = cursor.acceptBareAlias();
  return alias === undefined ? expr : { kind: 'Alias', alias, expr, span: cursor.spanFrom(start) };
}

const CLAUSE_WORDS: ReadonlySet<string> = new Set(
  'FROM PREWHERE WHERE HAVING QUALIFY LIMIT UNION INTERSECT EXCEPT'.split(' '),
);

/** True where a list of expressions has ended: at the next clause, a closing bracket, or the end of the text. */
function atClause(cursor: TokenCursor): boolean {
  const { kind, key } = cursor.token;
  if (kind === 'end' || key === ')' || key === ';') return true;
  return CLAUSE_WORDS.has(key) || cursor.at('GROUP', 'BY') || cursor.at('ORDER', 'BY');
}

// ----------------------------------------------------------------------------------------------- ARRAY JOIN

type ArrayJoin = Pick<SelectQuery, 'array_join_op' | 'array_join_list'>;

const ARRAY_JOINS = ['ARRAY JOIN', 'LEFT ARRAY JOIN', 'INNER ARRAY JOIN'] as const;

/** `[LEFT | INNER] ARRAY JOIN expr AS name, …`. @throws unsupported_syntax for an array without a name */
function parseArrayJoin(cursor: TokenCursor, hasFrom: boolean): ArrayJoin {
  const start = cursor.token;
  const array_join_op = ARRAY_JOINS.find((words) => cursor.accept(...words.split(' ')));
  if (array_join_op === undefined) return {};
  if (!hasFrom) throw cursor.unsupported(start, 'ARRAY JOIN without FROM', 'Use arrayJoin(…) in SELECT.');
  return { array_join_op, array_join_list: cursor.list(() => parseArray(cursor)) };
}

function parseArray(cursor: TokenCursor): Expr {
  const start = cursor.token;
  const expr = cursor.expression();
  if (expr.kind === 'Alias') return expr;
  const what = 'An array without a name in ARRAY JOIN';
  throw cursor.unsupported(cursor.spanFrom(start), what, 'Add AS and a name.');
}

// ------------------------------------------------------------------------------------------------- GROUP BY

type GroupBy = Pick<SelectQuery, 'group_by' | 'group_by_mode'>;

/** The list behind GROUP BY, ALL, ROLLUP(…), CUBE(…), GROUPING SETS (…), or a list WITH ROLLUP or CUBE. */
function parseGroupBy(cursor: TokenCursor): GroupBy {
  if (cursor.at('ALL') && !['(', '.', '['].includes(cursor.peek(1).key)) {
    cursor.take();
    return { group_by_mode: 'all' };
  }
  if (cursor.accept('GROUPING', 'SETS')) {
    const group_by = cursor.brackets(
      () => cursor.list(() => parseGroupingSet(cursor)),
      'after GROUPING SETS',
    );
    return { group_by, group_by_mode: 'grouping_sets' };
  }
  if (isWholeList(cursor)) {
    const group_by_mode = cursor.take().key === 'ROLLUP' ? 'rollup' : 'cube';
    return { group_by: parseArguments(cursor), group_by_mode };
  }
  const group_by = cursor.list(
    () => cursor.expression(),
    () => atClause(cursor),
  );
  return { group_by, ...parseGroupModifier(cursor) };
}

/**
 * True when nothing follows `ROLLUP(a, b)` in the list, which makes it the mode of the list; otherwise it is a call.
 */
function isWholeList(cursor: TokenCursor): boolean {
  if (!cursor.at('ROLLUP', '(') && !cursor.at('CUBE', '(')) return false;
  const close = cursor.distanceToPartner(1);
  return close !== undefined && cursor.peek(close + 1).key !== ',';
}

function parseGroupingSet(cursor: TokenCursor): GroupingSet {
  const start = cursor.token;
  const exprs = cursor.brackets(() => cursor.expressions(')'), 'before each set of GROUPING SETS');
  return { kind: 'GroupingSet', exprs, span: cursor.spanFrom(start) };
}

function parseGroupModifier(cursor: TokenCursor): GroupBy {
  if (cursor.accept('WITH', 'ROLLUP')) return { group_by_mode: 'rollup' };
  return cursor.accept('WITH', 'CUBE') ? { group_by_mode: 'cube' } : {};
}

// --------------------------------------------------------------------------------------- LIMIT and OFFSET

type Limits = Pick<SelectQuery, 'limit' | 'limit_by' | 'limit_with_ties' | 'limit_percent' | 'offset'>;

/** `LIMIT n [OFFSET m] BY a, b`, then `LIMIT n [%] [WITH TIES] [OFFSET m]` or `OFFSET m [LIMIT n]`; all optional. */
export function parseLimits(cursor: TokenCursor): Limits {
  const first = parseLimit(cursor);
  if (!cursor.at('BY')) return refuseSecond(cursor, withoutPair(cursor, first));
  const limit_by = parseLimitBy(cursor, first);
  return refuseSecond(cursor, { limit_by, ...withoutPair(cursor, parseLimit(cursor)) });
}

/** One LIMIT and OFFSET; `pair` marks the form `LIMIT m, n`. */
interface OneLimit extends Limits {
  readonly pair?: { readonly start: number; readonly end: number };
}

function parseLimit(cursor: TokenCursor): OneLimit {
  if (cursor.at('OFFSET')) {
    const offset = parseOffset(cursor);
    return { ...offset, ...(cursor.at('LIMIT') ? parseCount(cursor) : {}) };
  }
  return cursor.at('LIMIT') ? parseCount(cursor) : {};
}

function parseCount(cursor: TokenCursor): OneLimit {
  const start = cursor.take();
  const limit = cursor.expression();
  if (cursor.accept(',')) {
    const count = cursor.expression();
    return { limit: count, offset: limit, pair: cursor.spanFrom(start) };
  }
  const limit_percent = cursor.accept('%');
  const limit_with_ties = cursor.accept('WITH', 'TIES');
  return {
    limit,
    ...(limit_percent && { limit_percent }),
    ...(limit_with_ties && { limit_with_ties }),
    ...(cursor.at('OFFSET') && parseOffset(cursor)),
  };
}

function parseOffset(cursor: TokenCursor): Limits {
  cursor.take();
  return { offset: cursor.expression() };
}

function parseLimitBy(cursor: TokenCursor, { limit, offset }: OneLimit): LimitByExpr {
  const by = cursor.take();
  if (limit === undefined) throw cursor.unexpected('`LIMIT n` before BY');
  const exprs = cursor.list(() => cursor.expression());
  const span = { start: limit.span?.start ?? by.start, end: cursor.spanFrom(by).end };
  return { kind: 'LimitByExpr', n: limit, ...(offset && { offset_value: offset }), exprs, span };
}

/**
 * Refuses the pair of a LIMIT.
 * @throws unsupported_syntax for `LIMIT m, n`, which HogQL and ClickHouse read in opposite ways
 */
function withoutPair(cursor: TokenCursor, { pair, ...limits }: OneLimit): Limits {
  if (pair === undefined) return limits;
  throw cursor.unsupported(pair, 'LIMIT with a comma', 'Write LIMIT count OFFSET skip.');
}

function refuseSecond(cursor: TokenCursor, limits: Limits): Limits {
  if (!cursor.at('LIMIT') && !cursor.at('OFFSET')) return limits;
  const detail = `A second ${cursor.token.key} has no meaning here. Keep one.`;
  throw syntaxError(cursor.text, cursor.token, detail);
}

// ------------------------------------------------------------------------------- clauses that are not offered

/** Clauses that other SQL has, by their first words, and what to write instead. */
const REFUSED: readonly (readonly [words: readonly string[], what: string, fix: string])[] = [
  [['WITH', 'TOTALS'], 'WITH TOTALS', 'Use GROUP BY ROLLUP(…), or a second query.'],
  [['COLLATE'], 'COLLATE', 'Use lower(x).'],
  [['SETTINGS'], 'SETTINGS', 'Limits belong to the endpoint.'],
  [['FORMAT'], 'FORMAT', 'The format is chosen by the request.'],
  [['INTO'], 'INTO', 'A query only reads.'],
  [['FETCH'], 'FETCH', 'Use LIMIT n.'],
  [['ROWS'], 'OFFSET … ROWS', 'Use OFFSET n.'],
  [['ROW'], 'OFFSET … ROW', 'Use OFFSET n.'],
  [['PIVOT'], 'PIVOT', 'Use sumIf and its like.'],
  [['UNPIVOT'], 'UNPIVOT', 'Use arrayJoin.'],
];

/**
 * Refuses a clause at the cursor that the dialect does not offer.
 * @throws unsupported_syntax
 */
export function refuseClause(cursor: TokenCursor): void {
  for (const [words, what, fix] of REFUSED) {
    if (cursor.at(...words)) throw cursor.unsupported(cursor.token, what, fix);
  }
}
