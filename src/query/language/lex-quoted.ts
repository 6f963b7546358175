import { syntaxError } from './syntax-error.ts';

/** What kind of quoted text is read, and where its opening quote stands (for the error when it is never closed). */
export interface Quoting {
  readonly quote: "'" | '"' | '`';
  readonly opened: number;
  /** In a template string `{` ends a piece of text too, and `\{` is a brace. */
  readonly template?: boolean;
}

/** A piece of quoted text: the decoded `value`, and where reading stopped. */
export interface QuotedText {
  readonly value: string;
  /** Index of the character that ended the text: the closing quote, or `{` of a template string. */
  readonly stop: number;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};

/** The characters that do not stand for themselves. */
const SPECIAL = { "'": /['\\]/g, '"': /["\\]/g, '`': /[`\\]/g, template: /['\\{]/g };

/**
 * Reads quoted text from `from` (behind the opening quote) to the closing quote. A doubled quote is a quote, also one
 * behind a back-slash (not in back-ticks); other back-slash escapes are decoded.
 * @throws syntax_error for an unknown escape and for a text without end
 */
export function readQuoted(text: string, from: number, quoting: Quoting): QuotedText {
  const { quote, template } = quoting;
  const special = SPECIAL[template ? 'template' : quote];
  let value = '';
  let at = from;
  for (;;) {
    special.lastIndex = at;
    const found = special.exec(text);
    if (found === null) throw neverClosed(text, quoting);
    value += text.slice(at, found.index);
    const character = found[0];
    if (character === '\\') {
      value += decodeEscape(text, found.index, quoting);
    } else if (character === quote && text[found.index + 1] === quote) {
      value += quote;
    } else {
      return { value, stop: found.index };
    }
    at = found.index + 2;
  }
}

function decodeEscape(text: string, at: number, quoting: Quoting): string {
  const letter = text[at + 1];
  if (letter === undefined) throw neverClosed(text, quoting);
  if (quoting.template && letter === '{') return letter;
  if (letter === quoting.quote && letter !== '`') return letter;
  const decoded = ESCAPES[letter];
  if (decoded !== undefined) return decoded;
  const written = `\\${String.fromCodePoint(text.codePointAt(at + 1) ?? 0)}`;
  const known = '\\b \\f \\n \\r \\t \\0 \\a \\v; a quote is doubled, and a back-slash is written \\\\';
  const detail = `\`${written}\` is not an escape. Known are ${known}.`;
  throw syntaxError(text, { start: at, end: at + written.length }, detail);
}

function neverClosed(text: string, { quote, opened }: Quoting): Error {
  const what = quote === "'" ? 'text' : 'quoted name';
  const detail = `The ${what} that opens here with ${quote} is never closed.`;
  return syntaxError(text, { start: opened, end: opened + 1 }, detail);
}
