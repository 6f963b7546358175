import type { InterpolateExpr, OrderExpr, WithFillExpr } from './ast.ts';
import type { TokenCursor } from './token-cursor.ts';

/** `ORDER BY a DESC NULLS LAST WITH FILL …, b`. The cursor stands at ORDER. */
export function parseOrderList(cursor: TokenCursor): readonly OrderExpr[] {
  cursor.expect('ORDER', 'before BY');
  cursor.expect('BY', 'after ORDER');
  // `all(x)` and `all.x` are expressions.
  if (cursor.at('ALL') && !['(', '.', '['].includes(cursor.peek(1).key)) {
    throw cursor.unsupported(cursor.token, 'ORDER BY ALL', 'Name the columns.');
  }
  return cursor.list(() => parseOrderItem(cursor));
}

function parseOrderItem(cursor: TokenCursor): OrderExpr {
  const start = cursor.token;
  const expr = cursor.expression();
  const order = parseDirection(cursor);
  const nulls = parseNulls(cursor);
  if (cursor.at('COLLATE')) {
    throw cursor.unsupported(cursor.token, 'COLLATE', 'Order by `lower(x)` for an order without case.');
  }
  const with_fill = cursor.at('WITH', 'FILL') && parseWithFill(cursor);
  return cursor.node<OrderExpr>(start, { kind: 'OrderExpr', expr, order, nulls, with_fill });
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
  const from_value = cursor.clause('FROM');
  const to_value = cursor.clause('TO');
  const step_value = cursor.clause('STEP');
  return cursor.node<WithFillExpr>(start, { kind: 'WithFillExpr', from_value, to_value, step_value });
}

/** `INTERPOLATE` and `INTERPOLATE (a, b AS b + 1)`. The cursor stands behind the word. */
export function parseInterpolate(cursor: TokenCursor): readonly InterpolateExpr[] {
  if (!cursor.at('(')) return [];
  return cursor.brackets(() => cursor.list(() => parseInterpolateItem(cursor)));
}

function parseInterpolateItem(cursor: TokenCursor): InterpolateExpr {
  const start = cursor.token;
  const chain = [cursor.name('a column to interpolate')];
  const expr = { kind: 'Field', chain, span: cursor.spanFrom(start) } as const;
  return cursor.node<InterpolateExpr>(start, { kind: 'InterpolateExpr', expr, value: cursor.clause('AS') });
}
