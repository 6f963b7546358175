import { RESERVED_WORDS } from './keywords.ts';
import { endOfNumber } from './lex-number.ts';
import { readQuoted } from './lex-quoted.ts';
import { syntaxError } from './syntax-error.ts';
import type { Token } from './token.ts';

// White space (with BOM and non-breaking space) and the comments `-- …`, `// …`, `# …`; block comments do not nest.
const BLANK = /(?:\s+|(?:--|\/\/|#)[^\n]*)+/y;
const WORD = /[A-Za-z_$][A-Za-z0-9_$]*/y;
// Longest first. `/` only where no comment starts.
const SYMBOL = /!~\*|=~\*|<=>|\?\.|\?\?|->|::|:=|==|=~|!=|!~|<=|<>|>=|\|\||~\*|&&|[=<>~?:+\-*/%()[\]{},.;]/y;

/**
 * Splits `text` into tokens; the last one is always `end`. Linear in the length of the text.
 * @throws syntax_error for a character, escape, number or quote that cannot be read
 */
export function lex(text: string): readonly Token[] {
  return new Lexer(text).run();
}

/** The state of one run: where it reads, and which braces belong to template strings. */
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

  /** False when no word begins here. */
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

  /** `.5` is a number unless it follows an operand, as in `t.5`. */
  #startsFraction(first: string): boolean {
    if (first !== '.' || !isDigit(this.text[this.at + 1] ?? '')) return false;
    const before = this.tokens.at(-1);
    if (before === undefined) return true;
    if (before.kind === 'symbol') return !/^[)\]}]$/.test(before.text);
    const isMember = ['.', '?.'].includes(this.tokens.at(-2)?.key ?? '');
    return before.kind === 'word' && RESERVED_WORDS.has(before.key) && !isMember;
  }

  #isAfterDot(): boolean {
    const before = this.tokens.at(-1);
    return before?.key === '.' || before?.key === '?.';
  }

  #push(kind: Token['kind'], text: string, key: string, end: number): void {
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
