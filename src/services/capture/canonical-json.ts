import { isRawNumber, parseWithNumbers, type RawJson, rawNumber } from './raw-json.ts';

/**
 * Properties are stored in a form that the engine reads without surprises: one value that its JSON reader cannot hold
 * makes every key of the document read as NULL. The fast path is JSON.parse and JSON.stringify themselves, which
 * already resolve repeated keys; a search in the text tells when more is needed.
 */

/** Containers inside containers that are kept; what lies deeper becomes null. */
export const MAX_PROPERTY_DEPTH = 64;

/** An integer that a double may not hold exactly, outside a fraction: `:12345678901234567,`. */
const LONG_INTEGER = /[:,[\s]-?\d{16,}\s*[,\]}]/;
const INTEGER = /^-?\d+$/;
const MIN_INT64 = -(2n ** 63n);
const MAX_UINT64 = 2n ** 64n - 1n;

/**
 * Parses JSON as JavaScript does (the last of repeated keys wins), except that integers of up to 64 bits keep all
 * their digits: they come back as raw numbers (`isRawNumber`).
 * @throws SyntaxError when the text is not JSON
 */
export function parseCaptureJson(text: string): unknown {
  return LONG_INTEGER.test(text) ? parseWithNumbers(text, exactInteger) : JSON.parse(text);
}

function exactInteger(value: number, source: string): number | RawJson {
  if (Number.isSafeInteger(value) || !INTEGER.test(source)) return value;
  const integer = BigInt(source);
  return integer < MIN_INT64 || integer > MAX_UINT64 ? value : rawNumber(source);
}

/** What JSON.stringify writes for an integer that may exceed 64 bits, or for half of a surrogate pair (`\ud800`). */
const SUSPICIOUS = /\d{19}|\\ud[89a-f]/;

/**
 * JSON text of a parsed value: no white space, integers beyond 64 bits in exponent form, lone surrogates replaced by
 * U+FFFD, containers below MAX_PROPERTY_DEPTH replaced by null, numbers beyond a double null.
 */
export function canonicalJson(value: unknown): string {
  const shallow = limitDepth(value, MAX_PROPERTY_DEPTH);
  const text = JSON.stringify(shallow);
  return SUSPICIOUS.test(text) ? JSON.stringify(repair(shallow)) : text;
}

/** The value itself unless something in it lies too deep. */
function limitDepth(value: unknown, levelsLeft: number): unknown {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return value;
  if (levelsLeft === 0) return null;
  if (Array.isArray(value)) {
    const items = value.map((item) => limitDepth(item, levelsLeft - 1));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const cut: [string, unknown][] = [];
  // `for in` and not Object.entries: most objects are flat, and nothing is to be made for them.
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof member !== 'object' || member === null) continue;
    const limited = limitDepth(member, levelsLeft - 1);
    if (limited !== member) cut.push([name, limited]);
  }
  return cut.length === 0 ? value : { ...value, ...Object.fromEntries(cut) };
}

function repair(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number') return repairNumber(value);
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return value;
  if (Array.isArray(value)) return value.map(repair);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.toWellFormed(), repair(member)]),
  );
}

/** `1e20` would be written as an integer of 21 digits; from 2^63 on, an integral double gets its exponent form. */
function repairNumber(value: number): number | RawJson {
  return Number.isInteger(value) && Math.abs(value) >= 2 ** 63 ? rawNumber(value.toExponential()) : value;
}
