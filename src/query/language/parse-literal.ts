import type { Call, Constant, Expr, SourceSpan } from './ast.ts';
import { NO_BARE_ALIAS } from './keywords.ts';
import { OPERATOR_POWER } from './operator-power.ts';
import { syntaxError } from './syntax-error.ts';
import type { TokenCursor } from './token-cursor.ts';

/** `'text'`. */
export function parseText(cursor: TokenCursor): Constant {
  const { text, start, end } = cursor.take();
  return { kind: 'Constant', value: text, span: { start, end } };
}

/** A number with its sign: `12`, `-1.5`, `+0x1F`, `-inf`. Integers keep all digits. */
export function parseNumber(cursor: TokenCursor): Constant {
  const start = cursor.token;
  const sign = cursor.accept('-') ? '-' : '';
  cursor.accept('+');
  const { text } = cursor.take();
  const span = cursor.spanFrom(start);
  const value = /^[0-9.]/.test(text) ? numberValue(text, sign) : wordNumber(text, sign);
  if (value === undefined)
    throw syntaxError(cursor.text, span, `The number ${text} is too large for a 64-bit float.`);
  const written = `${sign}${text}`;
  const isPlain = /^(nan|inf|infinity)$/i.test(text) || String(value) === written;
  return { kind: 'Constant', value, ...(!isPlain && { text: written }), span };
}

function numberValue(text: string, sign: string): number | bigint | undefined {
  if (/^(\d+|0[xXbB].*)$/.test(text)) {
    const value = BigInt(text);
    return sign === '-' ? -value : value;
  }
  const value = Number(`${sign}${text}`);
  return Number.isFinite(value) ? value : undefined;
}

function wordNumber(word: string, sign: string): number {
  if (word.toUpperCase() === 'NAN') return Number.NaN;
  return sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** `true`, `false`, `null`, `inf` and `nan` in any case; undefined when the word is none of them. */
export function parseConstantWord(cursor: TokenCursor): Constant | undefined {
  const { key, start, end } = cursor.token;
  const span = { start, end };
  switch (key) {
    case 'TRUE':
    case 'FALSE':
      cursor.take();
      return { kind: 'Constant', value: key === 'TRUE', span };
    case 'NULL':
      cursor.take();
      return { kind: 'Constant', value: null, span };
    case 'INF':
    case 'INFINITY':
    case 'NAN':
      return parseNumber(cursor);
    default:
      return undefined;
  }
}

/** `DATE '2026-01-05'` is the call `toDate('2026-01-05')`, `TIMESTAMP '…'` the call `toDateTime('…')`. */
export function parseDateLiteral(cursor: TokenCursor): Expr {
  const word = cursor.take();
  const name = word.key === 'DATE' ? 'toDate' : 'toDateTime';
  const args = [parseText(cursor)];
  return { kind: 'Call', name, args, span: cursor.spanFrom(word) };
}

/**
 * `f'a{x}b'` is the call `concat('a', x, 'b')`; a template of one part is that part, and one of none is the empty text.
 */
export function parseTemplate(cursor: TokenCursor): Expr {
  const start = cursor.take();
  const parts: Expr[] = [];
  while (cursor.token.kind !== 'template-end') {
    const isText = cursor.token.kind === 'template-text';
    parts.push(isText ? parseText(cursor) : cursor.brackets(() => cursor.expression()));
  }
  cursor.take();
  const span = cursor.spanFrom(start);
  const [first, ...rest] = parts;
  if (first === undefined) return { kind: 'Constant', value: '', span };
  return rest.length === 0 ? first : { kind: 'Call', name: 'concat', args: parts, span };
}

/** Units of INTERVAL in upper case, each with the function that makes an interval of the unit. */
const UNITS: ReadonlyMap<string, string> = new Map(
  ['Second', 'Minute', 'Hour', 'Day', 'Week', 'Month', 'Quarter', 'Year'].flatMap((unit) => [
    [unit.toUpperCase(), `toInterval${unit}`],
    [`${unit.toUpperCase()}S`, `toInterval${unit}`],
  ]),
);

/** True when the word INTERVAL begins an interval; otherwise it is a name, as in `interval(x)` or `interval > 1`. */
export function atInterval(cursor: TokenCursor): boolean {
  const { kind, key } = cursor.peek(1);
  if (key === '(') {
    const close = cursor.distanceToPartner(1);
    return close !== undefined && UNITS.has(cursor.peek(close + 1).key);
  }
  if (key === '-') return cursor.peek(2).kind === 'number' && UNITS.has(cursor.peek(3).key);
  if (kind === 'word') return !NO_BARE_ALIAS.has(key);
  return kind === 'number' || kind === 'string' || kind === 'name' || key === '{';
}

/** `INTERVAL amount unit` and `INTERVAL 'n unit'` become the call `toIntervalUnit(amount)`. */
export function parseInterval(cursor: TokenCursor): Expr {
  const start = cursor.take();
  const { kind, text } = cursor.token;
  if (kind === 'string' && !UNITS.has(cursor.peek(1).key)) {
    const { start: from, end } = cursor.take();
    return parseIntervalText(cursor, text, { start: from, end }, start);
  }
  const amount = cursor.nested(() => cursor.operand(OPERATOR_POWER.alias));
  const name = unitFunction(cursor, cursor.token.text, cursor.token);
  cursor.take();
  return { kind: 'Call', name, args: [amount], span: cursor.spanFrom(start) };
}

/** `'7 days'`: a whole number and a unit. */
function parseIntervalText(cursor: TokenCursor, text: string, span: SourceSpan, start: SourceSpan): Call {
  const match = /^\s*(-?\d+)\s+([A-Za-z]+)\s*$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) {
    const fix = "Write one whole number and one unit, such as INTERVAL '7 days', and add intervals with +.";
    throw cursor.unsupported(span, `The interval '${text}'`, fix);
  }
  const amount: Expr = { kind: 'Constant', value: BigInt(match[1]), span };
  const name = unitFunction(cursor, match[2], span);
  return { kind: 'Call', name, args: [amount], span: cursor.spanFrom(start) };
}

function unitFunction(cursor: TokenCursor, unit: string, span: SourceSpan): string {
  const name = UNITS.get(unit.toUpperCase());
  if (name !== undefined) return name;
  const known = 'second, minute, hour, day, week, month, quarter, year';
  if (/^(nano|micro|milli)second/i.test(unit)) {
    throw cursor.unsupported(span, `The interval unit ${unit}`, `Units are ${known}.`);
  }
  throw cursor.unexpected(`a unit of INTERVAL: ${known}`);
}
