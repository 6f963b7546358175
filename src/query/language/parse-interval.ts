import type { Call, Expr, SourceSpan } from './ast.ts';
import { NO_BARE_ALIAS } from './keywords.ts';
import { POWER } from './operator-power.ts';
import type { TokenCursor } from './token-cursor.ts';

/** Units of INTERVAL, in upper case, and the function that makes each. */
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
  const amount = cursor.nested(() => cursor.grammar.operand(cursor, POWER.alias));
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
