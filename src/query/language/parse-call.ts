import type { Call, Expr, OrderExpr } from './ast.ts';
import type { Token } from './lex.ts';
import { OPERATOR_POWER } from './operator-power.ts';
import { parseText } from './parse-literal.ts';
import { parseOrderList } from './parse-order-by.ts';
import { parseOver } from './parse-window.ts';
import { syntaxError } from './syntax-error.ts';
import type { TokenCursor } from './token-cursor.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * A call of a plain name: `f(args)`, `f(params)(args)`, with DISTINCT and ORDER BY inside the brackets and
 * WITHIN GROUP, FILTER, IGNORE NULLS or OVER behind them. The cursor stands at the name.
 */
export function parseCall(cursor: TokenCursor): Expr {
  const name = cursor.take();
  return finishCall(cursor, name, parseBrackets(cursor));
}

/** What stands in one pair of brackets of a call. */
interface CallBrackets {
  readonly args: readonly Expr[];
  readonly distinct?: boolean;
  readonly order_by?: readonly OrderExpr[];
}

/** The rest of a call whose name, opening bracket and first argument have been read. */
function parseCallFrom(cursor: TokenCursor, name: Token, open: Token, first: Expr): Expr {
  const more = cursor.accept(',') ? cursor.expressions(')') : [];
  const order_by = parseOrderIn(cursor);
  cursor.close(open);
  return finishCall(cursor, name, { args: [first, ...more], ...order_by });
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

/** `(a, b, …)`, `()` or `(SELECT …)`. A trailing comma is allowed. */
export function parseArguments(cursor: TokenCursor): readonly Expr[] {
  // `f(select 1)`: the brackets of the call are those of the statement.
  if (cursor.atStatement()) return [cursor.brackets(() => cursor.select())];
  return cursor.brackets(() => cursor.expressions(')'), 'before the arguments');
}

function parseBrackets(cursor: TokenCursor): CallBrackets {
  if (cursor.atStatement()) return { args: parseArguments(cursor) };
  return cursor.brackets(() => {
    const distinct = cursor.accept('DISTINCT');
    const args = cursor.at('ORDER', 'BY') ? [] : cursor.expressions(')');
    return { args, ...(distinct && { distinct }), ...parseOrderIn(cursor) };
  }, 'before the arguments');
}

function parseOrderIn(cursor: TokenCursor): Pick<CallBrackets, 'order_by'> {
  return cursor.at('ORDER', 'BY') ? { order_by: parseOrderList(cursor) } : {};
}

function parseSuffixes(cursor: TokenCursor, call: Mutable<Call>): void {
  if (cursor.accept('WITHIN', 'GROUP')) {
    call.within_group = cursor.brackets(() => parseOrderList(cursor), 'after WITHIN GROUP');
    if (call.params === undefined) {
      call.params = call.args;
      call.args = [];
    }
  }
  if (cursor.at('FILTER', '(')) {
    cursor.take();
    call.filter_expr = cursor.brackets(() => {
      cursor.expect('WHERE', 'in FILTER');
      return cursor.expression();
    });
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

// ------------------------------------------------------------------ calls whose arguments are not a plain list

/**
 * CAST, TRY_CAST, TRIM, EXTRACT, SUBSTRING … FROM and COLUMNS. Returns undefined when the call at the cursor is an
 * ordinary one.
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

/**
 * True when no special form begins: without arguments, with DISTINCT, with only ORDER BY, or with a statement as
 * argument.
 */
function isOrdinary(cursor: TokenCursor): boolean {
  const [first, second] = [cursor.peek(2).key, cursor.peek(3).key];
  if (first === ')' || first === 'DISTINCT') return true;
  return (first === 'ORDER' && second === 'BY') || cursor.atStatement(1);
}

/** `CAST(x AS type)`; `cast(x, 'type')` is an ordinary call. */
function parseCast(cursor: TokenCursor, name: Token): Expr {
  cursor.take();
  const open = cursor.take();
  const expr = cursor.nested(() => cursor.operand(OPERATOR_POWER.alias));
  if (!cursor.accept('AS')) return parseCallFrom(cursor, name, open, expr);
  const type_name = parseTypeName(cursor);
  cursor.close(open);
  const kind = name.key === 'CAST' ? 'TypeCast' : 'TryCast';
  return { kind, expr, type_name, span: cursor.spanFrom(name) };
}

/** `SUBSTRING(x FROM start FOR length)` is the call with these three arguments. */
function parseSubstring(cursor: TokenCursor, name: Token): Expr {
  cursor.take();
  const open = cursor.take();
  const text = cursor.expression();
  if (!cursor.accept('FROM')) return parseCallFrom(cursor, name, open, text);
  const args = [text, cursor.expression()];
  if (cursor.accept('FOR')) args.push(cursor.expression());
  cursor.close(open);
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
  const args = cursor.brackets(() => {
    cursor.take();
    const characters = parseText(cursor);
    cursor.expect('FROM', 'before the text to trim');
    return [cursor.expression(), characters];
  });
  return { kind: 'Call', name: trim, args, span: cursor.spanFrom(name) };
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
  const args = [cursor.expression()];
  cursor.close(open);
  return { kind: 'Call', name: part, args, span: cursor.spanFrom(name) };
}

/** `COLUMNS('pattern')` and `COLUMNS(a, b)`. */
function parseColumns(cursor: TokenCursor, name: Token): Expr {
  cursor.take();
  const columns = cursor.brackets(() => cursor.expressions(')'));
  const span = cursor.spanFrom(name);
  const [only, ...more] = columns;
  if (more.length === 0 && only?.kind === 'Constant' && typeof only.value === 'string') {
    return { kind: 'ColumnsExpr', regex: only.value, span };
  }
  return { kind: 'ColumnsExpr', columns, span };
}

/**
 * Reads a type behind `::` or in CAST and returns it in one spelling: lower case, one space after a comma, such as
 * `nullable(decimal(10, 2))` or `timestamp with time zone`. Which types exist is decided later.
 */
export function parseTypeName(cursor: TokenCursor): string {
  const word = cursor.token;
  const name = cursor.name('a type').toLowerCase();
  if (!/^\w+$/.test(word.text)) throw syntaxError(cursor.text, word, `\`${word.text}\` is not a type.`);
  if (name === 'double' && cursor.accept('PRECISION')) return 'double precision';
  const parameters = cursor.at('(') ? parseTypeParameters(cursor) : '';
  const zone = cursor.accept('WITH', 'TIME', 'ZONE') ? ' with time zone' : '';
  return `${name}${parameters}${zone}`;
}

function parseTypeParameters(cursor: TokenCursor): string {
  const parameters = cursor.nested(() =>
    cursor.brackets(() => cursor.list(() => parseTypeParameter(cursor))),
  );
  return `(${parameters.join(', ')})`;
}

/** A number, a text, a type, or a named type such as `a Int64` in `Tuple(a Int64)`. */
function parseTypeParameter(cursor: TokenCursor): string {
  const { kind } = cursor.token;
  if (cursor.peek(1).key === '=') {
    throw cursor.unsupported(cursor.peek(1), 'An Enum type', 'Cast to String, or compare with the number.');
  }
  if (kind === 'number') return cursor.take().text;
  if (kind === 'string') return `'${cursor.take().text.replaceAll("'", "''")}'`;
  const type = parseTypeName(cursor);
  return cursor.atName() ? `${type} ${parseTypeName(cursor)}` : type;
}
