import type { Call, Expr, OrderExpr } from './ast.ts';
import { parseArguments, parseExpressions } from './parse-arguments.ts';
import { isStatementInBrackets } from './parse-brackets.ts';
import { parseOrderList } from './parse-order-by.ts';
import { parseOver } from './parse-window.ts';
import type { Token } from './token.ts';
import type { TokenCursor } from './token-cursor.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What stands in one pair of brackets of a call. */
interface CallBrackets {
  readonly args: readonly Expr[];
  readonly distinct?: boolean;
  readonly order_by?: readonly OrderExpr[];
}

/**
 * A call of a plain name: `f(args)`, `f(params)(args)`, with DISTINCT and ORDER BY inside the brackets and
 * WITHIN GROUP, FILTER, IGNORE NULLS or OVER behind them. The cursor stands at the name.
 */
export function parseCall(cursor: TokenCursor): Expr {
  const name = cursor.take();
  return finishCall(cursor, name, parseBrackets(cursor));
}

/** The rest of a call whose name, opening bracket and first argument are read already. */
export function parseCallFrom(cursor: TokenCursor, name: Token, open: Token, first: Expr): Expr {
  const more = cursor.accept(',') ? parseExpressions(cursor, ')') : [];
  return finishCall(cursor, name, closeBrackets(cursor, open, { args: [first, ...more] }));
}

function finishCall(cursor: TokenCursor, name: Token, first: CallBrackets): Expr {
  const hasParams = cursor.at('(') && !first.distinct && !first.order_by;
  const second = hasParams ? parseBrackets(cursor) : undefined;
  const call: Mutable<Call> = { kind: 'Call', name: name.text, ...(second ?? first) };
  if (second !== undefined) call.params = first.args;
  parseSuffixes(cursor, call);
  if (cursor.at('OVER')) return parseOver(cursor, { ...call, span: cursor.spanFrom(name) });
  const swapped = name.key === 'POSITION' ? swappedPosition(call) : {};
  return { ...call, ...swapped, span: cursor.spanFrom(name) };
}

function parseBrackets(cursor: TokenCursor): CallBrackets {
  if (isStatementInBrackets(cursor)) return { args: parseArguments(cursor) };
  const open = cursor.expect('(', 'before the arguments');
  const distinct = cursor.accept('DISTINCT');
  const args = atOrderBy(cursor) ? [] : parseExpressions(cursor, ')');
  return closeBrackets(cursor, open, { args, ...(distinct && { distinct }) });
}

function closeBrackets(cursor: TokenCursor, open: Token, brackets: CallBrackets): CallBrackets {
  const order_by = atOrderBy(cursor) ? parseOrderList(cursor) : undefined;
  cursor.close(open, ')');
  return { ...brackets, ...(order_by && { order_by }) };
}

function atOrderBy(cursor: TokenCursor): boolean {
  return cursor.at('ORDER', 'BY');
}

function parseSuffixes(cursor: TokenCursor, call: Mutable<Call>): void {
  if (cursor.accept('WITHIN', 'GROUP')) {
    const open = cursor.expect('(', 'after WITHIN GROUP');
    call.within_group = parseOrderList(cursor);
    cursor.close(open, ')');
    if (call.params === undefined) {
      call.params = call.args;
      call.args = [];
    }
  }
  if (cursor.at('FILTER', '(')) {
    cursor.take();
    const open = cursor.take();
    cursor.expect('WHERE', 'in FILTER');
    call.filter_expr = cursor.grammar.expression(cursor);
    cursor.close(open, ')');
  }
  if (cursor.accept('IGNORE', 'NULLS')) call.nulls = 'IGNORE';
  if (cursor.accept('RESPECT', 'NULLS')) call.nulls = 'RESPECT';
}

/** `position(needle IN haystack)` is `position(haystack, needle)`. */
function swappedPosition({ args }: Call): Partial<Call> {
  const [only, ...more] = args;
  if (only?.kind !== 'CompareOperation' || only.op !== 'in' || more.length > 0) return {};
  return { args: [only.right, only.left] };
}
