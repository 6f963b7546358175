import type { Constant } from './ast.ts';
import { CONSTANT_WORDS, RESERVED_WORDS } from './keywords.ts';

/** Words that have a meaning of their own where an expression begins, besides the reserved ones. */
const WORDS_TO_QUOTE: ReadonlySet<string> = new Set(
  'ALL ARRAY COHORT COLUMNS CUBE DISTINCT GROUPING INTERVAL LAMBDA LATERAL OFFSET RECURSIVE ROLLUP VALUES WITH'.split(
    ' ',
  ),
);

/** Spells a name; in back-ticks where it needs them. */
export function printName(name: string): string {
  const key = name.toUpperCase();
  const isPlain = /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) && !name.startsWith('$$');
  if (isPlain && !RESERVED_WORDS.has(key) && !CONSTANT_WORDS.has(key) && !WORDS_TO_QUOTE.has(key))
    return name;
  return `\`${escapeText(name, '`')}\``;
}

/** Spells a path of names; a star stays a star, and behind a dot keywords are names. */
export function printPath(chain: readonly string[]): string {
  return chain.map((part, index) => printPart(part, index > 0)).join('.');
}

function printPart(part: string, isMember: boolean): string {
  if (part === '*') return part;
  const isKeyword = RESERVED_WORDS.has(part.toUpperCase()) || WORDS_TO_QUOTE.has(part.toUpperCase());
  return isMember && isKeyword ? part : printName(part);
}

export function printText(value: string): string {
  return `'${escapeText(value, "'")}'`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
};

function escapeText(value: string, quote: string): string {
  return value.replace(/[\0\b\f\n\r\t\v\\'`]/g, (character) => {
    if (character === "'" || character === '`') return character === quote ? quote + quote : character;
    return ESCAPES[character] ?? character;
  });
}

/** Spells a constant so that it is read back as the same kind: floats keep a point, integers have none. */
export function printConstant({ value, text }: Constant): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return printText(value);
  if (typeof value === 'boolean') return String(value);
  if (text !== undefined) return text;
  return typeof value === 'bigint' ? String(value) : printFloat(value);
}

function printFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const digits = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}
