import type { Expr } from './ast.ts';
import { POWER } from './operator-power.ts';
import { parseExpressions } from './parse-arguments.ts';
import { isStatementInBrackets } from './parse-brackets.ts';
import { parseCallFrom } from './parse-call.ts';
import { parseText } from './parse-literal.ts';
import { parseTypeName } from './parse-type-name.ts';
import type { Token } from './token.ts';
import type { TokenCursor } from './token-cursor.ts';

/**
 * Calls whose arguments are not a plain list: CAST, TRY_CAST, TRIM, EXTRACT, SUBSTRING … FROM and COLUMNS.
 * Returns undefined when the call at the cursor is an ordinary one.
 */
export function parseSpecialCall(cursor: TokenCursor): Expr | undefined {
  const name = cursor.token;
  if (isOrdinary(cursor)) return undefined;
  switch (name.key) {
    case 'CAST':
    case 'TRY_CAST':
      return parseCast(cursor, name);
    case 'SUBSTRING':
      return parseSubstring(cursor, name);
    case 'TRIM':
      return parseTrim(cursor, name);
    case 'EXTRACT':
      return parseExtract(cursor, name);
    case 'COLUMNS':
      return parseColumns(cursor, name);
    default:
      return undefined;
  }
}

/** Without arguments, with DISTINCT, only ORDER BY, or with a statement as argument, no special form begins. */
function isOrdinary(cursor: TokenCursor): boolean {
  const [first, second] = [cursor.peek(2).key, cursor.peek(3).key];
  if (first === ')' || first === 'DISTINCT') return true;
  return (first === 'ORDER' && second === 'BY') || isStatementInBrackets(cursor, 1);
}

/** `CAST(x AS type)`; `cast(x, 'type')` is an ordinary call. */
function parseCast(cursor: TokenCursor, name: Token): Expr {
  cursor.take();
  const open = cursor.take();
  const expr = cursor.nested(() => cursor.grammar.operand(cursor, POWER.alias));
  if (!cursor.accept('AS')) return parseCallFrom(cursor, name, open, expr);
  const type_name = parseTypeName(cursor);
  cursor.close(open, ')');
  const kind = name.key === 'CAST' ? 'TypeCast' : 'TryCast';
  return { kind, expr, type_name, span: cursor.spanFrom(name) };
}

/** `SUBSTRING(x FROM start FOR length)` is the call with these three arguments. */
function parseSubstring(cursor: TokenCursor, name: Token): Expr {
  cursor.take();
  const open = cursor.take();
  const text = cursor.grammar.expression(cursor);
  if (!cursor.accept('FROM')) return parseCallFrom(cursor, name, open, text);
  const args = [text, cursor.grammar.expression(cursor)];
  if (cursor.accept('FOR')) args.push(cursor.grammar.expression(cursor));
  cursor.close(open, ')');
  return { kind: 'Call', name: name.text, args, span: cursor.spanFrom(name) };
}

const TRIM_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['BOTH', 'trim'],
  ['LEADING', 'trimLeft'],
  ['TRAILING', 'trimRight'],
]);

/** `TRIM(BOTH 'characters' FROM x)` is `trim(x, 'characters')`. */
function parseTrim(cursor: TokenCursor, name: Token): Expr | undefined {
  const trim = TRIM_FUNCTIONS.get(cursor.peek(2).key);
  if (trim === undefined || cursor.peek(3).kind !== 'string') return undefined;
  cursor.take();
  const open = cursor.take();
  cursor.take();
  const characters = parseText(cursor);
  cursor.expect('FROM', 'before the text to trim');
  const text = cursor.grammar.expression(cursor);
  cursor.close(open, ')');
  return { kind: 'Call', name: trim, args: [text, characters], span: cursor.spanFrom(name) };
}

/** Parts of a date by their word in EXTRACT, with the function that reads each. */
const DATE_PARTS: ReadonlyMap<string, string> = new Map([
  ['YEAR', 'toYear'],
  ['QUARTER', 'toQuarter'],
  ['MONTH', 'toMonth'],
  ['WEEK', 'toISOWeek'],
  ['DAY', 'toDayOfMonth'],
  ['DOY', 'toDayOfYear'],
  ['ISODOW', 'toDayOfWeek'],
  ['HOUR', 'toHour'],
  ['MINUTE', 'toMinute'],
  ['SECOND', 'toSecond'],
  ['EPOCH', 'toUnixTimestamp'],
]);

/** `EXTRACT(year FROM x)` is `toYear(x)`; `extract(text, pattern)` is an ordinary call. */
function parseExtract(cursor: TokenCursor, name: Token): Expr | undefined {
  if (cursor.peek(3).key !== 'FROM') return undefined;
  cursor.take();
  const open = cursor.take();
  const part = DATE_PARTS.get(cursor.token.key);
  if (part === undefined) {
    throw cursor.unexpected(`a part of a date: ${[...DATE_PARTS.keys()].join(', ').toLowerCase()}`);
  }
  cursor.take();
  cursor.take();
  const args = [cursor.grammar.expression(cursor)];
  cursor.close(open, ')');
  return { kind: 'Call', name: part, args, span: cursor.spanFrom(name) };
}

/** `COLUMNS('pattern')` and `COLUMNS(a, b)`. */
function parseColumns(cursor: TokenCursor, name: Token): Expr {
  cursor.take();
  const open = cursor.take();
  const columns = parseExpressions(cursor, ')');
  cursor.close(open, ')');
  const span = cursor.spanFrom(name);
  const [only, ...more] = columns;
  if (more.length === 0 && only?.kind === 'Constant' && typeof only.value === 'string') {
    return { kind: 'ColumnsExpr', regex: only.value, span };
  }
  return { kind: 'ColumnsExpr', columns, span };
}
