import { syntaxError } from './syntax-error.ts';

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
  "'": "'",
  '"': '"',
  '`': '`',
};

/**
 * Reads quoted text from `from` (behind the opening quote) to the closing `quote`. A doubled quote is a quote, a
 * back-slash escape is decoded; any other escape is a syntax error. With `template`, `{` also ends the text and `\{`
 * is a brace.
 * @param opened index of the opening quote, for the error of a text that is never closed
 */
export function readQuoted(
  text: string,
  from: number,
  options: { readonly quote: string; readonly opened: number; readonly template?: boolean },
): QuotedText {
  const { quote, template } = options;
  const special = template ? /['\\{]/g : quote === "'" ? /['\\]/g : quote === '"' ? /["\\]/g : /[`\\]/g;
  let value = '';
  let at = from;
  for (;;) {
    special.lastIndex = at;
    const found = special.exec(text);
    if (found === null) throw neverClosed(text, options);
    value += text.slice(at, found.index);
    const character = found[0];
    if (character === '\\') {
      value += decodeEscape(text, found.index, options);
      at = found.index + 2;
    } else if (character === quote && text[found.index + 1] === quote) {
      value += quote;
      at = found.index + 2;
    } else {
      return { value, stop: found.index };
    }
  }
}

function decodeEscape(
  text: string,
  at: number,
  options: { readonly quote: string; readonly opened: number; readonly template?: boolean },
): string {
  const letter = text[at + 1];
  if (letter === undefined) throw neverClosed(text, options);
  if (options.template && letter === '{') return '{';
  const decoded = ESCAPES[letter];
  if (decoded !== undefined) return decoded;
  throw syntaxError(
    text,
    { start: at, end: at + 2 },
    `\`\\${letter}\` is not an escape. Known are \\b \\f \\n \\r \\t \\0 \\a \\v \\\\ and quotes; for a back-slash write \`\\\\\`.`,
  );
}

function neverClosed(
  text: string,
  { quote, opened }: { readonly quote: string; readonly opened: number },
): Error {
  const what = quote === "'" ? 'text' : 'quoted name';
  return syntaxError(
    text,
    { start: opened, end: opened + 1 },
    `The ${what} that opens here with ${quote} is never closed.`,
  );
}
