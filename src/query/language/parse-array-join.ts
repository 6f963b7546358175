import type { Expr, SelectQuery } from './ast.ts';
import { parseList, type TokenCursor } from './token-cursor.ts';

type ArrayJoin = Pick<SelectQuery, 'array_join_op' | 'array_join_list'>;

/** `[LEFT | INNER] ARRAY JOIN expr AS name, …`. @throws unsupported_syntax for an array without a name */
export function parseArrayJoin(cursor: TokenCursor, hasFrom: boolean): ArrayJoin {
  const start = cursor.token;
  const op = acceptWords(cursor);
  if (op === undefined) return {};
  if (!hasFrom) throw cursor.unsupported(start, 'ARRAY JOIN without FROM', 'Use arrayJoin(…) in SELECT.');
  const array_join_list = parseList(cursor, () => parseArray(cursor));
  return { array_join_op: op, array_join_list };
}

function acceptWords(cursor: TokenCursor): ArrayJoin['array_join_op'] {
  if (cursor.accept('ARRAY', 'JOIN')) return 'ARRAY JOIN';
  if (cursor.accept('LEFT', 'ARRAY', 'JOIN')) return 'LEFT ARRAY JOIN';
  return cursor.accept('INNER', 'ARRAY', 'JOIN') ? 'INNER ARRAY JOIN' : undefined;
}

function parseArray(cursor: TokenCursor): Expr {
  const start = cursor.token;
  const expr = cursor.grammar.expression(cursor);
  if (expr.kind === 'Alias') return expr;
  throw cursor.unsupported(
    cursor.spanFrom(start),
    'An array without a name in ARRAY JOIN',
    'Add AS and a name.',
  );
}
