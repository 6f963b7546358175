import { MAX_NUMBER_LENGTH } from './limits.ts';
import { syntaxError } from './syntax-error.ts';

// 0x1F  0b101  1e5  1.5e-3  .5e1  1.5  .5  1.  12  (the dot of `1.a` is not part of the number)
const NUMBER =
  /0[xX][0-9a-fA-F]+|0[bB][01]+|(?:\d+\.?\d*|\.\d+)[eE][+-]?\d+|\d*\.\d+|\d+\.(?![A-Za-z_$])|\d+/y;
const DIGITS = /\d+/y;
const NAME_CHARACTER = /[A-Za-z0-9_$]/;

/**
 * Returns the end of the number at `at`. Behind a dot only digits count, so that `t.1.2` is two tuple accesses.
 * A number that runs into letters (`1_000`, `10day`) or has a leading zero (`017`) is a syntax error.
 */
export function endOfNumber(text: string, at: number, afterDot: boolean): number {
  const pattern = afterDot ? DIGITS : NUMBER;
  pattern.lastIndex = at;
  pattern.test(text);
  const end = pattern.lastIndex;
  const next = text[end];
  if (next !== undefined && NAME_CHARACTER.test(next)) {
    throw syntaxError(
      text,
      { start: at, end: end + 1 },
      `The number ${text.slice(at, end)} runs into \`${next}\`. Put a space between them; digits are written without separators.`,
    );
  }
  if (end - at > MAX_NUMBER_LENGTH) {
    const detail = `The number has ${end - at} characters, at most ${MAX_NUMBER_LENGTH} are allowed.`;
    throw syntaxError(text, { start: at, end }, detail);
  }
  if (/^0\d/.test(text.slice(at, at + 2))) {
    throw syntaxError(
      text,
      { start: at, end },
      `The number ${text.slice(at, end)} has a leading zero. Write it in decimal without the zero, or as 0x… in hexadecimal.`,
    );
  }
  return end;
}
