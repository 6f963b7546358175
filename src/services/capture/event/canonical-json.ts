import { isRawNumber, parseWithNumbers, type RawJson, rawNumber } from './raw-json.ts';

/**
 * Properties are stored in a form that the engine always reads: one value that its JSON reader cannot hold would make
 * every key of the document read as NULL. The fast path is JSON.parse and JSON.stringify, which already resolve
 * repeated keys. A search in the text and a look at the values tell when more is needed.
 */

/** Deepest nesting of containers that is kept; deeper containers become null. */
export const MAX_PROPERTY_DEPTH = 64;

/**
 * An integer that a double may not hold exactly, outside a fraction: `:12345678901234567,`. Times in microseconds since
 * 1970, such as `:1767603600000000,`, do not match, because every spooled event has one.
 */
const LONG_INTEGER = /[:,[\s]-?(?:\d{17,}|9\d{15})\s*[,\]}]/;
const INTEGER = /^-?\d+$/;
const MIN_INT64 = -(2n ** 63n);
const MAX_UINT64 = 2n ** 64n - 1n;

/**
 * Parses JSON as JavaScript does (the last of repeated keys wins), except that integers of up to 64 bits keep all their
 * digits: they become raw numbers (`isRawNumber`).
 * @param isExact whether to look at each integer, for callers that know already
 * @throws SyntaxError when the text is not JSON
 */
export function parseCaptureJson(text: string, isExact = hasLongIntegers(text)): unknown {
  return isExact ? parseWithNumbers(text, exactInteger) : JSON.parse(text);
}

/** True when the text may hold integers that a double cannot. Such a text is parsed thirty times slower. */
export function hasLongIntegers(text: string): boolean {
  return LONG_INTEGER.test(text);
}

function exactInteger(value: number, source: string): number | RawJson {
  if (Number.isSafeInteger(value) || !INTEGER.test(source)) return value;
  const integer = BigInt(source);
  return integer < MIN_INT64 || integer > MAX_UINT64 ? value : rawNumber(source);
}

/** Integers from here on need more than 64 bits, signed. */
const BEYOND_INT64 = 2 ** 63;

/**
 * JSON text of a parsed value, without white space. Integers beyond 64 bits are written in exponent form, lone
 * surrogates become U+FFFD, containers deeper than MAX_PROPERTY_DEPTH become null, and so do numbers beyond a double.
 */
export function canonicalJson(value: unknown): string {
  if (isPlain(value, MAX_PROPERTY_DEPTH)) {
    const text = JSON.stringify(value);
    if (!text.includes(LONE_SURROGATE)) return text;
  }
  return JSON.stringify(repair(value, MAX_PROPERTY_DEPTH));
}

/**
 * How JSON.stringify begins a lone surrogate, such as `\ud83d`. Searching the whole text for it is faster than looking
 * at each string.
 */
const LONE_SURROGATE = '\\ud';

/** True for almost every value: JSON.stringify writes it in canonical form, except for lone surrogates. */
function isPlain(value: unknown, levelsLeft: number): boolean {
  if (typeof value === 'number') return Math.abs(value) < BEYOND_INT64;
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return true;
  if (levelsLeft === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, levelsLeft - 1));
  // `for in` makes no lists, unlike Object.entries.
  for (const name in value)
    if (!isPlain((value as Readonly<Record<string, unknown>>)[name], levelsLeft - 1)) return false;
  return true;
}

function repair(value: unknown, levelsLeft: number): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number') return repairNumber(value);
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return value;
  if (levelsLeft === 0) return null;
  if (Array.isArray(value)) return value.map((item) => repair(item, levelsLeft - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.toWellFormed(), repair(member, levelsLeft - 1)]),
  );
}

/** `1e20` would be written as an integer of 21 digits; from 2^63 on, an integral double gets its exponent form. */
function repairNumber(value: number): number | RawJson {
  return Number.isInteger(value) && Math.abs(value) >= BEYOND_INT64
    ? rawNumber(value.toExponential())
    : value;
}
