import type { Call, Expr, NamedWindow, WindowExpr, WindowFrameExpr, WindowFunction } from './ast.ts';
import { OPERATOR_POWER } from './operator-power.ts';
import { parseOrderList } from './parse-order-by.ts';
import type { TokenCursor } from './token-cursor.ts';

/** Turns `call` with the OVER clause at the cursor into a window function. */
export function parseOver(cursor: TokenCursor, call: Call): Expr {
  if (call.distinct || call.filter_expr || call.order_by || call.within_group) {
    const fix = 'Use an aggregate with a condition such as sumIf, or a sub-query.';
    throw cursor.unsupported(cursor.token, 'OVER behind DISTINCT, FILTER, ORDER BY or WITHIN GROUP', fix);
  }
  cursor.take();
  const { name, args, params, nulls, span = cursor.token } = call;
  const over = cursor.at('(')
    ? { over_expr: parseWindow(cursor) }
    : { over_identifier: parseWindowName(cursor) };
  return cursor.node<WindowFunction>(span, { kind: 'WindowFunction', name, args, params, nulls, ...over });
}

/** `w AS (…), v AS (…)` behind WINDOW. */
export function parseNamedWindows(cursor: TokenCursor): readonly NamedWindow[] {
  return cursor.list(() => {
    const start = cursor.token;
    const name = parseWindowName(cursor);
    cursor.expect('AS', 'after the name of the window');
    const window = parseWindow(cursor);
    return { kind: 'NamedWindow', name, window, span: cursor.spanFrom(start) };
  });
}

function parseWindowName(cursor: TokenCursor): string {
  return cursor.name('`(` or the name of a window');
}

/** `(PARTITION BY … ORDER BY … ROWS …)`. */
function parseWindow(cursor: TokenCursor): WindowExpr {
  const start = cursor.token;
  const parts = cursor.brackets(() => {
    const isPartitioned = cursor.accept('PARTITION', 'BY');
    const partition_by = isPartitioned && cursor.list(() => cursor.expression());
    const order_by = cursor.at('ORDER', 'BY') && parseOrderList(cursor);
    const frame = parseFrame(cursor);
    if (cursor.atName()) throw refusedPart(cursor);
    return { partition_by, order_by, ...frame };
  }, 'before the window');
  return cursor.node<WindowExpr>(start, { kind: 'WindowExpr', ...parts });
}

function refusedPart(cursor: TokenCursor): Error {
  if (cursor.at('GROUPS')) return cursor.unsupported(cursor.token, 'A GROUPS frame', 'Use ROWS or RANGE.');
  if (cursor.at('EXCLUDE')) return cursor.unsupported(cursor.token, 'EXCLUDE in a frame', 'Leave it out.');
  if (![')', 'ORDER', 'PARTITION', 'ROWS', 'RANGE'].includes(cursor.peek(1).key))
    return cursor.unexpected('PARTITION BY, ORDER BY, ROWS, RANGE or `)`, in this order');
  const what = 'A window made from another window';
  return cursor.unsupported(cursor.token, what, 'Write the whole window here.');
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
  const frame_value = !cursor.accept('UNBOUNDED') && cursor.operand(OPERATOR_POWER.and);
  const frame_type = cursor.accept('PRECEDING') ? 'PRECEDING' : 'FOLLOWING';
  if (frame_type === 'FOLLOWING') cursor.expect('FOLLOWING', 'or `PRECEDING` in the frame');
  return cursor.node<WindowFrameExpr>(start, { kind: 'WindowFrameExpr', frame_type, frame_value });
}
