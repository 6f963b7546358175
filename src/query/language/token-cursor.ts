import type { Expr, SelectStatement, SourceSpan } from './ast.ts';
import { CONSTANT_WORDS, RESERVED_WORDS } from './keywords.ts';
import { lex } from './lex.ts';
import { MAX_NESTING } from './limits.ts';
import { pairBrackets } from './pair-brackets.ts';
import { parseError } from './syntax-error.ts';
import { describeToken, type Token } from './token.ts';

/** The rules of the grammar that call each other in a circle. They are passed in, so that no file imports in a circle. */
export interface Grammar {
  /** A complete expression, with `AS name`. */
  readonly expression: (cursor: TokenCursor) => Expr;
  /** An expression of operators that bind tighter than `power`. */
  readonly operand: (cursor: TokenCursor, power: number) => Expr;
  /** SELECT, a set query, or either in brackets. */
  readonly select: (cursor: TokenCursor) => SelectStatement;
}

/** Reads the tokens of one text from left to right and counts the nesting. One cursor serves one parse. */
export class TokenCursor {
  readonly text: string;
  readonly grammar: Grammar;
  readonly #tokens: readonly Token[];
  readonly #partners: Int32Array;
  #index = 0;
  #depth = 0;

  /** @throws syntax_error when the text has no tokens that make sense */
  constructor(text: string, grammar: Grammar) {
    this.text = text;
    this.grammar = grammar;
    this.#tokens = lex(text);
    this.#partners = pairBrackets(this.#tokens);
  }

  /** The token that is read next. */
  get token(): Token {
    return this.peek(0);
  }

  /** The token `distance` places behind the next one; the `end` token when there is none. */
  peek(distance: number): Token {
    const token = this.#tokens[this.#index + distance] ?? this.#tokens.at(-1);
    if (token === undefined) throw new Error('the lexer always makes an end token');
    return token;
  }

  /** True when the next tokens are these words or symbols. */
  at(...keys: readonly string[]): boolean {
    for (let distance = 0; distance < keys.length; distance += 1) {
      if (this.peek(distance).key !== keys[distance]) return false;
    }
    return true;
  }

  /** True when the next token is one of these words or symbols. */
  atAny(keys: ReadonlySet<string>): boolean {
    return keys.has(this.token.key);
  }

  /** How many tokens after the next one, an opening round bracket, its closing one stands; undefined when never. */
  distanceToPartner(distance = 0): number | undefined {
    const partner = this.#partners[this.#index + distance] ?? -1;
    return partner === -1 ? undefined : partner - this.#index;
  }

  take(): Token {
    const token = this.token;
    if (token.kind !== 'end') this.#index += 1;
    return token;
  }

  /** Takes these words or symbols when they are next. */
  accept(...keys: readonly string[]): boolean {
    if (!this.at(...keys)) return false;
    this.#index += keys.length;
    return true;
  }

  /** Takes one word or symbol, or refuses; `purpose` continues the sentence "Expected `)` …". */
  expect(key: string, purpose: string): Token {
    if (this.token.key !== key) throw this.unexpected(`\`${key}\` ${purpose}`);
    return this.take();
  }

  /** Takes the closing partner of `opener`, or says where the open bracket stands. */
  close(opener: Token, key: string): Token {
    if (this.token.key === key) return this.take();
    if (this.token.kind !== 'end') throw this.unexpected(`\`,\` or \`${key}\``);
    throw parseError(
      'syntax_error',
      this.text,
      opener,
      `The \`${opener.text}\` that opens here is never closed with \`${key}\`.`,
    );
  }

  /** Takes a name, quoted or not; `what` names it in the error, such as "a table". */
  name(what: string): Token {
    const { kind, key } = this.token;
    if (kind === 'name') return this.take();
    if (kind !== 'word') throw this.unexpected(what);
    if (!RESERVED_WORDS.has(key) && !CONSTANT_WORDS.has(key)) return this.take();
    throw this.unexpected(what, `As a name, \`${this.token.text}\` is written in back-ticks.`);
  }

  /** Takes a name behind a dot, where keywords are names too. */
  member(): Token {
    if (this.token.kind === 'word' && !NUMBER_WORDS.has(this.token.key)) return this.take();
    return this.name('a name behind the dot');
  }

  /** Runs `parse` one level deeper. @throws query_too_complex at more than MAX_NESTING levels */
  nested<T>(parse: () => T): T {
    if (this.#depth >= MAX_NESTING) {
      const detail = `The query is nested more than ${MAX_NESTING} levels deep here. Move a part of it into a CTE (WITH …).`;
      throw parseError('query_too_complex', this.text, this.token, detail);
    }
    this.#depth += 1;
    const result = parse();
    this.#depth -= 1;
    return result;
  }

  /** The part of the text from `start` to the last token taken. */
  spanFrom(start: SourceSpan): SourceSpan {
    const last = this.#tokens[this.#index - 1];
    return { start: start.start, end: last === undefined ? start.end : Math.max(last.end, start.start) };
  }

  unexpected(expected: string, fix = ''): Error {
    const detail = `Expected ${expected}, found ${describeToken(this.token)}.${fix && ` ${fix}`}`;
    return parseError('syntax_error', this.text, this.token, detail);
  }

  /** The error of a construct that the dialect knows but does not offer; `fix` is another way to write it. */
  unsupported(span: SourceSpan, what: string, fix: string): Error {
    return parseError('unsupported_syntax', this.text, span, `${what} is not supported. ${fix}`);
  }
}

/** Not even behind a dot: the published grammar reads these as constants everywhere. */
const NUMBER_WORDS: ReadonlySet<string> = new Set(['NULL', 'INF', 'INFINITY', 'NAN']);

/** Parses `item` and, as long as a comma follows, more of them. A comma may end the list when `mayEnd` says so. */
export function parseList<T>(cursor: TokenCursor, item: () => T, mayEnd?: () => boolean): readonly T[] {
  const items = [item()];
  while (cursor.accept(',')) {
    if (mayEnd?.()) break;
    items.push(item());
  }
  return items;
}
