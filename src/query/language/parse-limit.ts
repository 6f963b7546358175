import type { LimitByExpr, SelectQuery } from './ast.ts';
import { parseError } from './syntax-error.ts';
import { parseList, type TokenCursor } from './token-cursor.ts';

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
  const limit = cursor.grammar.expression(cursor);
  if (cursor.accept(',')) {
    const count = cursor.grammar.expression(cursor);
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
  return { offset: cursor.grammar.expression(cursor) };
}

function parseLimitBy(cursor: TokenCursor, { limit, offset }: OneLimit): LimitByExpr {
  const by = cursor.take();
  if (limit === undefined) throw cursor.unexpected('`LIMIT n` before BY');
  const exprs = parseList(cursor, () => cursor.grammar.expression(cursor));
  const span = { start: limit.span?.start ?? by.start, end: cursor.spanFrom(by).end };
  return { kind: 'LimitByExpr', n: limit, ...(offset && { offset_value: offset }), exprs, span };
}

/** @throws unsupported_syntax for `LIMIT m, n`, which HogQL and ClickHouse read in opposite ways */
function withoutPair(cursor: TokenCursor, { pair, ...limits }: OneLimit): Limits {
  if (pair === undefined) return limits;
  throw cursor.unsupported(pair, 'LIMIT with a comma', 'Write LIMIT count OFFSET skip.');
}

function refuseSecond(cursor: TokenCursor, limits: Limits): Limits {
  if (!cursor.at('LIMIT') && !cursor.at('OFFSET')) return limits;
  const detail = `A second ${cursor.token.key} has no meaning here. Keep one.`;
  throw parseError('syntax_error', cursor.text, cursor.token, detail);
}
