import type { Expr, Tuple } from './ast.ts';
import { MAX_NESTING } from './limits.ts';
import { parseList, type TokenCursor } from './token-cursor.ts';

const AFTER_STATEMENT: ReadonlySet<string> = new Set([
  ')',
  'UNION',
  'INTERSECT',
  'EXCEPT',
  'ORDER',
  'LIMIT',
  'OFFSET',
]);

/**
 * True when the round bracket `distance` tokens ahead encloses a statement: `(SELECT …`, `(WITH …`, or
 * `((SELECT …) UNION …`. `((SELECT 1) + 1)` does not.
 */
export function isStatementInBrackets(cursor: TokenCursor, distance = 0): boolean {
  let depth = 0;
  while (cursor.peek(distance + depth).key === '(' && depth < MAX_NESTING) depth += 1;
  const first = cursor.peek(distance + depth).key;
  if (depth === 0 || (first !== 'SELECT' && first !== 'WITH')) return false;
  for (let inner = 1; inner < depth; inner += 1) {
    const close = cursor.distanceToPartner(distance + inner);
    if (close !== undefined && !AFTER_STATEMENT.has(cursor.peek(close + 1).key)) return false;
  }
  return true;
}

/** A sub-query, an expression in brackets, or a tuple: `(SELECT 1)`, `(a)`, `(a, b)`, `(a,)`. */
export function parseRound(cursor: TokenCursor): Expr {
  if (isStatementInBrackets(cursor)) {
    const open = cursor.take();
    const statement = cursor.grammar.select(cursor);
    cursor.close(open, ')');
    return statement;
  }
  const open = cursor.take();
  if (cursor.at(')'))
    throw cursor.unexpected('an expression', 'Empty brackets stand only after IN and in calls.');
  const first = cursor.grammar.expression(cursor);
  if (!cursor.at(',')) {
    cursor.close(open, ')');
    return first;
  }
  const exprs = [first];
  while (cursor.accept(',')) {
    if (cursor.at(')')) break;
    exprs.push(cursor.grammar.expression(cursor));
  }
  cursor.close(open, ')');
  const tuple: Tuple = { kind: 'Tuple', exprs, span: cursor.spanFrom(open) };
  return tuple;
}

/** `[a, b]`, `[]`. */
export function parseSquare(cursor: TokenCursor): Expr {
  const open = cursor.take();
  const exprs = cursor.at(']') ? [] : parseElements(cursor, ']');
  cursor.close(open, ']');
  return { kind: 'Array', exprs, span: cursor.spanFrom(open) };
}

function parseElements(cursor: TokenCursor, end: string): readonly Expr[] {
  return parseList(
    cursor,
    () => cursor.grammar.expression(cursor),
    () => cursor.at(end),
  );
}

/** `{}` and `{key: value, …}` are a Dict, `{expr}` is a placeholder. */
export function parseCurly(cursor: TokenCursor): Expr {
  const open = cursor.take();
  if (cursor.accept('}')) return { kind: 'Dict', items: [], span: cursor.spanFrom(open) };
  const first = cursor.grammar.expression(cursor);
  if (!cursor.accept(':')) {
    cursor.close(open, '}');
    return { kind: 'Placeholder', expr: first, span: cursor.spanFrom(open) };
  }
  const items: (readonly [Expr, Expr])[] = [[first, cursor.grammar.expression(cursor)]];
  while (cursor.accept(',')) {
    if (cursor.at('}')) break;
    const key = cursor.grammar.expression(cursor);
    cursor.expect(':', 'between key and value');
    items.push([key, cursor.grammar.expression(cursor)]);
  }
  cursor.close(open, '}');
  return { kind: 'Dict', items, span: cursor.spanFrom(open) };
}
