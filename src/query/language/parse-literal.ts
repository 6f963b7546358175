import type { Constant, Expr } from './ast.ts';
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
