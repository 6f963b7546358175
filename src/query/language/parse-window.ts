import type { Call, Expr, NamedWindow, WindowExpr, WindowFrameExpr, WindowFunction } from './ast.ts';
import { POWER } from './operator-power.ts';
import { parseOrderList } from './parse-order-by.ts';
import { parseList, type TokenCursor } from './token-cursor.ts';

/** Turns `call` with the OVER clause at the cursor into a window function. */
export function parseOver(cursor: TokenCursor, call: Call): Expr {
  if (call.distinct || call.filter_expr || call.order_by || call.within_group) {
    const fix = 'Use an aggregate with a condition such as sumIf, or a sub-query.';
    throw cursor.unsupported(cursor.token, 'OVER behind DISTINCT, FILTER, ORDER BY or WITHIN GROUP', fix);
  }
  cursor.take();
  const { name, args, params, nulls } = call;
  const over = cursor.at('(')
    ? { over_expr: parseWindow(cursor) }
    : { over_identifier: parseWindowName(cursor) };
  const start = call.span ?? cursor.token;
  const window: WindowFunction = {
    kind: 'WindowFunction',
    name,
    args,
    ...(params && { params }),
    ...(nulls && { nulls }),
    ...over,
    span: cursor.spanFrom(start),
  };
  return window;
}

/** `w AS (…), v AS (…)` behind WINDOW. */
export function parseNamedWindows(cursor: TokenCursor): readonly NamedWindow[] {
  return parseList(cursor, () => {
    const start = cursor.token;
    const name = parseWindowName(cursor);
    cursor.expect('AS', 'after the name of the window');
    const window = parseWindow(cursor);
    return { kind: 'NamedWindow', name, window, span: cursor.spanFrom(start) };
  });
}

function parseWindowName(cursor: TokenCursor): string {
  return cursor.name('`(` or the name of a window').text;
}

/** `(PARTITION BY … ORDER BY … ROWS …)`. */
function parseWindow(cursor: TokenCursor): WindowExpr {
  const open = cursor.expect('(', 'before the window');
  const partition_by = cursor.accept('PARTITION', 'BY') ? parseExpressionList(cursor) : undefined;
  const order_by = cursor.at('ORDER', 'BY') ? parseOrderList(cursor) : undefined;
  const frame = parseFrame(cursor);
  if (cursor.token.kind === 'word' || cursor.token.kind === 'name') throw refusedPart(cursor);
  cursor.close(open, ')');
  return {
    kind: 'WindowExpr',
    ...(partition_by && { partition_by }),
    ...(order_by && { order_by }),
    ...frame,
    span: cursor.spanFrom(open),
  };
}

function parseExpressionList(cursor: TokenCursor): readonly Expr[] {
  return parseList(cursor, () => cursor.grammar.expression(cursor));
}

function refusedPart(cursor: TokenCursor): Error {
  if (cursor.at('GROUPS')) return cursor.unsupported(cursor.token, 'A GROUPS frame', 'Use ROWS or RANGE.');
  if (cursor.at('EXCLUDE')) return cursor.unsupported(cursor.token, 'EXCLUDE in a frame', 'Leave it out.');
  const next = cursor.peek(1).key;
  if (next === ')' || next === 'ORDER' || next === 'PARTITION' || next === 'ROWS' || next === 'RANGE') {
    return cursor.unsupported(
      cursor.token,
      'A window made from another window',
      'Write the whole window here.',
    );
  }
  return cursor.unexpected('PARTITION BY, ORDER BY, ROWS, RANGE or `)`, in this order');
}

type Frame = Pick<WindowExpr, 'frame_method' | 'frame_start' | 'frame_end'>;

function parseFrame(cursor: TokenCursor): Frame {
  if (!cursor.at('ROWS') && !cursor.at('RANGE')) return {};
  const frame_method = cursor.take().key === 'ROWS' ? 'ROWS' : 'RANGE';
  if (!cursor.accept('BETWEEN')) return { frame_method, frame_start: parseBound(cursor) };
  const frame_start = parseBound(cursor);
  cursor.expect('AND', 'between the two ends of the frame');
  return { frame_method, frame_start, frame_end: parseBound(cursor) };
}

function parseBound(cursor: TokenCursor): WindowFrameExpr {
  const start = cursor.token;
  if (cursor.accept('CURRENT', 'ROW')) {
    return { kind: 'WindowFrameExpr', frame_type: 'CURRENT ROW', span: cursor.spanFrom(start) };
  }
  const unbounded = cursor.accept('UNBOUNDED');
  const frame_value = unbounded ? undefined : cursor.grammar.operand(cursor, POWER.and);
  const frame_type = cursor.accept('PRECEDING') ? 'PRECEDING' : 'FOLLOWING';
  if (frame_type === 'FOLLOWING') cursor.expect('FOLLOWING', 'or `PRECEDING` in the frame');
  return {
    kind: 'WindowFrameExpr',
    frame_type,
    ...(frame_value && { frame_value }),
    span: cursor.spanFrom(start),
  };
}
