import type { Expr, SourceSpan } from './ast.ts';
import { parseArguments } from './parse-arguments.ts';
import { parseTypeName } from './parse-type-name.ts';
import type { TokenCursor } from './token-cursor.ts';

/** What stands directly behind an operand: `.name` `.1` `?.name` `[index]` `[from:to]` `(args)` `::type`. */
export function parsePostfix(cursor: TokenCursor, left: Expr, start: SourceSpan): Expr {
  const operator = cursor.token;
  switch (operator.key) {
    case '[':
      return parseIndex(cursor, left, start);
    case '(': {
      const args = parseArguments(cursor);
      return { kind: 'ExprCall', expr: left, args, span: cursor.spanFrom(start) };
    }
    case '::': {
      cursor.take();
      const type_name = parseTypeName(cursor);
      return { kind: 'TypeCast', expr: left, type_name, span: cursor.spanFrom(start) };
    }
    default:
      cursor.take();
      return parseAccess(cursor, left, start, operator.key === '?.');
  }
}

/** Behind `.` or `?.`: a number is a tuple element, a name a key; behind `?.` also `[index]`. */
function parseAccess(cursor: TokenCursor, left: Expr, start: SourceSpan, nullish: boolean): Expr {
  const mark = nullish ? { nullish: true } : {};
  if (cursor.token.kind === 'number') {
    const index = Number(cursor.take().text);
    return { kind: 'TupleAccess', tuple: left, index, ...mark, span: cursor.spanFrom(start) };
  }
  if (nullish && cursor.at('[')) {
    const open = cursor.take();
    const property = cursor.grammar.expression(cursor);
    cursor.close(open, ']');
    return { kind: 'ArrayAccess', array: left, property, ...mark, span: cursor.spanFrom(start) };
  }
  const name = cursor.member();
  const property: Expr = { kind: 'Constant', value: name.text, span: { start: name.start, end: name.end } };
  return { kind: 'ArrayAccess', array: left, property, ...mark, span: cursor.spanFrom(start) };
}

function parseIndex(cursor: TokenCursor, array: Expr, start: SourceSpan): Expr {
  const open = cursor.take();
  const first = cursor.at(':') ? undefined : cursor.grammar.expression(cursor);
  if (!cursor.accept(':')) {
    cursor.close(open, ']');
    if (first === undefined) throw cursor.unexpected('an index');
    return { kind: 'ArrayAccess', array, property: first, span: cursor.spanFrom(start) };
  }
  const last = cursor.at(']') ? undefined : cursor.grammar.expression(cursor);
  cursor.close(open, ']');
  return {
    kind: 'ArraySlice',
    array,
    ...(first && { start_expr: first }),
    ...(last && { end_expr: last }),
    span: cursor.spanFrom(start),
  };
}
