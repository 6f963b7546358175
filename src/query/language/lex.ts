import { invariant } from '../../base/invariant.ts';
import { RESERVED_WORDS } from './keywords.ts';
import { MAX_NUMBER_LENGTH } from './limits.ts';
import { syntaxError } from './syntax-error.ts';

/**
 * One lexical unit. `end` is exclusive, both ends count UTF-16 units.
 * - `word`: an unquoted name or keyword; `text` as written, `key` in upper case
 * - `name`: a quoted identifier; `text` without quotes, `key` empty, so that it never equals a keyword
 * - `string`, `template-text`: `text` is the decoded value
 * - `number`: `text` as written
 * - `symbol`: `text` and `key` are the symbol; `template-start` and `template-end` enclose `f'…'`
 * - `end`: stands behind the last token, `start` and `end` are the length of the text
 */
export interface Token {
  readonly kind:
    | 'word'
    | 'name'
    | 'string'
    | 'number'
    | 'symbol'
    | 'template-start'
    | 'template-text'
    | 'template-end'
    | 'end';
  readonly text: string;
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** Names a token for an error message. Long texts are cut. */
export function describeToken(token: Token): string {
  const short = token.text.length > 40 ? `${token.text.slice(0, 40)}…` : token.text;
  switch (token.kind) {
    case 'end':
      return 'the end of the text';
    case 'string':
    case 'template-text':
      return `the text '${short}'`;
    case 'number':
      return `the number ${short}`;
    case 'template-start':
      return "the template string f'…'";
    case 'template-end':
      return 'the end of the template string';
    default:
      return `\`${short}\``;
  }
}

// White space (with BOM and non-breaking space) and the comments `-- …`, `// …`, `# …`; block comments do not nest.
const BLANK = /(?:\s+|(?:--|\/\/|#)[^\n]*)+/y;
const WORD = /[A-Za-z_$][A-Za-z0-9_$]*/y;
// The longest symbols come first. `/` is tried only where no comment starts.
const SYMBOL = /!~\*|=~\*|<=>|\?\.|\?\?|->|::|:=|==|=~|!=|!~|<=|<>|>=|\|\||~\*|&&|[=<>~?:+\-*/%()[\]{},.;]/y;

/**
 * Splits `text` into tokens; the last one is always `end`. Linear in the length of the text.
 * @throws syntax_error for a character, escape, number or quote that cannot be read
 */
export function lex(text: string): readonly Token[] {
  return new Lexer(text).run();
}

/** The state of one run: where the lexer reads, and which braces belong to template strings. */
class Lexer {
  readonly text: string;
  readonly tokens: Token[] = [];
  at = 0;
  #openBraces = 0;
  /** For each open `f'…{`, the number of braces open inside it and the place of its quote. */
  readonly #templates: { readonly braces: number; readonly opened: number }[] = [];

  constructor(text: string) {
    this.text = text;
  }

  run(): readonly Token[] {
    for (;;) {
      this.#skipBlank();
      if (this.at >= this.text.length) break;
      this.#readToken(this.text[this.at] ?? '');
    }
    this.#push('end', '', '', this.text.length);
    return this.tokens;
  }

  #skipBlank(): void {
    for (;;) {
      BLANK.lastIndex = this.at;
      if (BLANK.test(this.text)) this.at = BLANK.lastIndex;
      if (!this.text.startsWith('/*', this.at)) return;
      const end = this.text.indexOf('*/', this.at + 2);
      if (end === -1) {
        const span = { start: this.at, end: this.at + 2 };
        throw syntaxError(this.text, span, 'The comment that opens here with /* is never closed with */.');
      }
      this.at = end + 2;
    }
  }

  #readToken(first: string): void {
    if (first === "'") this.#readString();
    else if (first === '"' || first === '`') this.#readName(first);
    else if (first === 'f' && this.text[this.at + 1] === "'") this.#openTemplate();
    else if (isDigit(first) || this.#startsFraction(first)) this.#readNumber();
    else if (!this.#readWord()) this.#readSymbol();
  }

  #readString(): void {
    const { value, stop } = readQuoted(this.text, this.at + 1, { quote: "'", opened: this.at });
    this.#push('string', value, '', stop + 1);
  }

  #readName(quote: '"' | '`'): void {
    const { value, stop } = readQuoted(this.text, this.at + 1, { quote, opened: this.at });
    if (value === '' || value === '*') {
      const span = { start: this.at, end: stop + 1 };
      throw syntaxError(this.text, span, `A quoted name cannot be ${value === '' ? 'empty' : '`*`'}.`);
    }
    this.#push('name', value, '', stop + 1);
  }

  /** Reads a word; false when no word begins here. */
  #readWord(): boolean {
    WORD.lastIndex = this.at;
    if (!WORD.test(this.text)) return false;
    const word = this.text.slice(this.at, WORD.lastIndex);
    if (word.startsWith('$$')) {
      const span = { start: this.at, end: WORD.lastIndex };
      throw syntaxError(this.text, span, "Texts are written in single quotes: 'text', not $$text$$.");
    }
    this.#push('word', word, word.toUpperCase(), WORD.lastIndex);
    return true;
  }

  #readNumber(): void {
    const end = endOfNumber(this.text, this.at, this.#isAfterDot());
    this.#push('number', this.text.slice(this.at, end), '', end);
  }

  #readSymbol(): void {
    SYMBOL.lastIndex = this.at;
    if (!SYMBOL.test(this.text)) throw this.#unknownCharacter();
    const symbol = this.text.slice(this.at, SYMBOL.lastIndex);
    const closes = symbol === '}' && this.#templates.at(-1)?.braces === this.#openBraces;
    if (symbol === '{') this.#openBraces += 1;
    if (symbol === '}') this.#openBraces -= 1;
    this.#push('symbol', symbol, symbol, SYMBOL.lastIndex);
    if (closes) this.#readTemplateText(this.#templates.pop()?.opened ?? 0);
  }

  #openTemplate(): void {
    const opened = this.at + 1;
    this.#push('template-start', '', '', this.at + 2);
    this.#readTemplateText(opened);
  }

  /** Reads the text of a template string up to its end or its next `{`. */
  #readTemplateText(opened: number): void {
    const { value, stop } = readQuoted(this.text, this.at, { quote: "'", opened, template: true });
    if (value !== '') this.#push('template-text', value, '', stop);
    if (this.text[stop] === '{') {
      this.#openBraces += 1;
      this.#templates.push({ braces: this.#openBraces, opened });
      this.#push('symbol', '{', '{', stop + 1);
    } else {
      this.#push('template-end', '', '', stop + 1);
    }
  }

  /** `.5` is a number unless it follows an operand, as in `t.5`, or another dot. */
  #startsFraction(first: string): boolean {
    if (first !== '.' || !isDigit(this.text[this.at + 1] ?? '')) return false;
    const before = this.tokens.at(-1);
    if (before === undefined) return true;
    if (before.kind === 'symbol') return !/^([)\]}]|\??\.)$/.test(before.text);
    const isMember = ['.', '?.'].includes(this.tokens.at(-2)?.key ?? '');
    return before.kind === 'word' && RESERVED_WORDS.has(before.key) && !isMember;
  }

  #isAfterDot(): boolean {
    const before = this.tokens.at(-1);
    return before?.key === '.' || before?.key === '?.';
  }

  #push(kind: Token['kind'], text: string, key: string, end: number): void {
    invariant(end > this.at || kind === 'end', 'every token takes a part of the text');
    this.tokens.push({ kind, text, key, start: this.at, end });
    this.at = end;
  }

  #unknownCharacter(): Error {
    const character = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
    const code = (this.text.codePointAt(this.at) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const fix = /\p{L}/u.test(character) ? ' Names with such letters are written in back-ticks.' : '';
    const span = { start: this.at, end: this.at + character.length };
    return syntaxError(
      this.text,
      span,
      `The character \`${character}\` (U+${code}) has no meaning here.${fix}`,
    );
  }
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

// -------------------------------------------------------------------------------------------------- numbers

// 0x1F  0b101  1e5  1.5e-3  .5e1  1.5  .5  1.  12  (the dot of `1.a` is not part of the number)
const NUMBER =
  /0[xX][0-9a-fA-F]+|0[bB][01]+|(?:\d+\.?\d*|\.\d+)[eE][+-]?\d+|\d*\.\d+|\d+\.(?![A-Za-z_$])|\d+/y;
const DIGITS = /\d+/y;
const NAME_CHARACTER = /[A-Za-z0-9_$]/;

/**
 * Returns the end of the number at `at`. Behind a dot only digits count, so that `t.1.2` is two tuple accesses.
 * A number that runs into letters (`1_000`, `10day`) or has a leading zero (`017`) is a syntax error.
 */
function endOfNumber(text: string, at: number, afterDot: boolean): number {
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

// ----------------------------------------------------------------------------------- quoted texts and names

/** What kind of quoted text is read, and where its opening quote stands (for the error when it is never closed). */
interface Quoting {
  readonly quote: "'" | '"' | '`';
  readonly opened: number;
  /** In a template string `{` ends a piece of text too, and `\{` is a brace. */
  readonly template?: boolean;
}

/** A piece of quoted text: the decoded `value`, and where reading stopped. */
interface QuotedText {
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

/** For each kind of quoted text, the characters that do not stand for themselves. */
const SPECIAL = { "'": /['\\]/g, '"': /["\\]/g, '`': /[`\\]/g, template: /['\\{]/g };

/**
 * Reads quoted text from `from`, just behind the opening quote, to the closing quote. A doubled quote stands for one
 * quote, also behind a back-slash (not in back-ticks). All other back-slash escapes are decoded.
 * @throws syntax_error for an unknown escape and for a text without end
 */
function readQuoted(text: string, from: number, quoting: Quoting): QuotedText {
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
