import type { InterpolateExpr, OrderExpr, WithFillExpr } from './ast.ts';
import { parseList, type TokenCursor } from './token-cursor.ts';

/** `ORDER BY a DESC NULLS LAST WITH FILL …, b`. The cursor stands at ORDER. */
export function parseOrderList(cursor: TokenCursor): readonly OrderExpr[] {
  cursor.expect('ORDER', 'before BY');
  cursor.expect('BY', 'after ORDER');
  if (cursor.at('ALL') && !isOperand(cursor)) {
    throw cursor.unsupported(cursor.token, 'ORDER BY ALL', 'Name the columns.');
  }
  return parseList(cursor, () => parseOrderItem(cursor));
}

/** `all(x)` and `all.x` are expressions. */
function isOperand(cursor: TokenCursor): boolean {
  return ['(', '.', '['].includes(cursor.peek(1).key);
}

function parseOrderItem(cursor: TokenCursor): OrderExpr {
  const start = cursor.token;
  const expr = cursor.grammar.expression(cursor);
  const order = parseDirection(cursor);
  const nulls = parseNulls(cursor);
  if (cursor.at('COLLATE')) {
    throw cursor.unsupported(cursor.token, 'COLLATE', 'Order by `lower(x)` for an order without case.');
  }
  const with_fill = cursor.at('WITH', 'FILL') ? parseWithFill(cursor) : undefined;
  return {
    kind: 'OrderExpr',
    expr,
    order,
    ...(nulls && { nulls }),
    ...(with_fill && { with_fill }),
    span: cursor.spanFrom(start),
  };
}

function parseDirection(cursor: TokenCursor): 'ASC' | 'DESC' {
  if (cursor.accept('DESC') || cursor.accept('DESCENDING')) return 'DESC';
  if (!cursor.accept('ASC')) cursor.accept('ASCENDING');
  return 'ASC';
}

function parseNulls(cursor: TokenCursor): 'FIRST' | 'LAST' | undefined {
  if (!cursor.accept('NULLS')) return undefined;
  if (cursor.accept('FIRST')) return 'FIRST';
  cursor.expect('LAST', 'or `FIRST` after NULLS');
  return 'LAST';
}

function parseWithFill(cursor: TokenCursor): WithFillExpr {
  const start = cursor.take();
  cursor.take();
  const from_value = cursor.accept('FROM') ? cursor.grammar.expression(cursor) : undefined;
  const to_value = cursor.accept('TO') ? cursor.grammar.expression(cursor) : undefined;
  const step_value = cursor.accept('STEP') ? cursor.grammar.expression(cursor) : undefined;
  return {
    kind: 'WithFillExpr',
    ...(from_value && { from_value }),
    ...(to_value && { to_value }),
    ...(step_value && { step_value }),
    span: cursor.spanFrom(start),
  };
}

/** `INTERPOLATE` and `INTERPOLATE (a, b AS b + 1)`. The cursor stands behind the word. */
export function parseInterpolate(cursor: TokenCursor): readonly InterpolateExpr[] {
  if (!cursor.at('(')) return [];
  const open = cursor.take();
  const items = parseList(cursor, () => parseInterpolateItem(cursor));
  cursor.close(open, ')');
  return items;
}

function parseInterpolateItem(cursor: TokenCursor): InterpolateExpr {
  const start = cursor.token;
  const name = cursor.name('a column to interpolate');
  const expr = { kind: 'Field', chain: [name.text], span: cursor.spanFrom(start) } as const;
  const value = cursor.accept('AS') ? cursor.grammar.expression(cursor) : undefined;
  return { kind: 'InterpolateExpr', expr, ...(value && { value }), span: cursor.spanFrom(start) };
}
