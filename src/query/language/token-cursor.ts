import type { AstNode, Constant, Expr, SelectStatement, SourceSpan } from './ast.ts';
import { CONSTANT_WORDS, NO_BARE_ALIAS, RESERVED_WORDS } from './keywords.ts';
import { describeToken, lex, type Token } from './lex.ts';
import { MAX_NESTING } from './limits.ts';
import { parseError, syntaxError } from './syntax-error.ts';

/** The rules of the grammar that all other rules call. They are passed in, so that no file imports in a circle. */
export interface Grammar {
  /** A complete expression, with `AS name`. */
  readonly expression: (cursor: TokenCursor) => Expr;
  /** An expression of operators that bind tighter than `power`. */
  readonly operand: (cursor: TokenCursor, power: number) => Expr;
  /** SELECT, a set query, or either in brackets. */
  readonly select: (cursor: TokenCursor) => SelectStatement;
}

/** A node as a rule of the grammar writes it: members that may be absent may be undefined or false. */
type Written<Node> = Omit<Node, OptionalKey<Node>> & {
  readonly [Key in Exclude<OptionalKey<Node>, 'span'>]?: Node[Key] | undefined | false;
};
type OptionalKey<Node> = {
  [Key in keyof Node]-?: Partial<Pick<Node, Key>> extends Pick<Node, Key> ? Key : never;
}[keyof Node];

/** Reads the tokens of one text from left to right and counts the nesting. One cursor serves one parse. */
export class TokenCursor {
  readonly text: string;
  readonly #grammar: Grammar;
  readonly #tokens: readonly Token[];
  readonly #partners: Int32Array;
  #index = 0;
  #depth = 0;

  /** @throws syntax_error when the text has no tokens that make sense */
  constructor(text: string, grammar: Grammar) {
    this.text = text;
    this.#grammar = grammar;
    this.#tokens = lex(text);
    this.#partners = pairBrackets(this.#tokens);
  }

  /** A complete expression, with `AS name`. */
  expression(): Expr {
    return this.#grammar.expression(this);
  }

  /** Takes `word` and an expression, when the word is next. */
  clause(word: string): Expr | undefined {
    return this.accept(word) ? this.expression() : undefined;
  }

  /** An expression of operators that bind tighter than `power`. */
  operand(power: number): Expr {
    return this.#grammar.operand(this, power);
  }

  /** SELECT, a set query, or either in brackets. */
  select(): SelectStatement {
    return this.#grammar.select(this);
  }

  /** The token that is read next. */
  get token(): Token {
    return this.peek(0);
  }

  /** The token `distance` places after the next one; the `end` token when the text ends before. */
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

  /**
   * How many tokens after the next one, an opening round bracket, its closing bracket stands; undefined when there is
   * none.
   */
  distanceToPartner(distance = 0): number | undefined {
    const partner = this.#partners[this.#index + distance] ?? -1;
    return partner === -1 ? undefined : partner - this.#index;
  }

  /**
   * True when the round bracket `distance` tokens ahead encloses a statement: `(SELECT …`, `(WITH …`, or
   * `((SELECT …) UNION …`. `((SELECT 1) + 1)` does not.
   */
  atStatement(distance = 0): boolean {
    let depth = 0;
    while (this.peek(distance + depth).key === '(' && depth < MAX_NESTING) depth += 1;
    const first = this.peek(distance + depth).key;
    if (depth === 0 || (first !== 'SELECT' && first !== 'WITH')) return false;
    for (let inner = 1; inner < depth; inner += 1) {
      const close = this.distanceToPartner(distance + inner);
      if (close !== undefined && !AFTER_STATEMENT.has(this.peek(close + 1).key)) return false;
    }
    return true;
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

  /**
   * Takes an opening bracket, what `inside` reads, and the closing partner. A `(` is expected where a `purpose` is
   * given; otherwise the cursor stands at a bracket.
   */
  brackets<T>(inside: () => T, purpose?: string): T {
    const opener = purpose === undefined ? this.take() : this.expect('(', purpose);
    const result = inside();
    this.close(opener);
    return result;
  }

  /** Takes the closing partner of `opener`, or says where the open bracket stands. */
  close(opener: Token): void {
    const key = PARTNERS[opener.key] ?? '';
    if (this.token.key === key) this.take();
    else if (this.token.kind !== 'end') throw this.unexpected(`\`,\` or \`${key}\``);
    else {
      const detail = `The \`${opener.text}\` that opens here is never closed with \`${key}\`.`;
      throw syntaxError(this.text, opener, detail);
    }
  }

  /** Takes `item` and, as long as a comma follows, more of them. A comma may end the list when `mayEnd` says so. */
  list<T>(item: () => T, mayEnd?: () => boolean): readonly T[] {
    const items = [item()];
    while (this.accept(',')) {
      if (mayEnd?.()) break;
      items.push(item());
    }
    return items;
  }

  /** Takes expressions up to `end`, which is left to the caller. An empty list and a trailing comma are allowed. */
  expressions(end: string): readonly Expr[] {
    if (this.at(end)) return [];
    return this.list(
      () => this.#unnamed(),
      () => this.at(end),
    );
  }

  #unnamed(): Expr {
    const isNamed = this.token.kind === 'word' && this.peek(1).key === ':=';
    if (!isNamed) return this.expression();
    throw this.unsupported(this.token, 'A named argument', 'Write the arguments in their order.');
  }

  /** True at a word or a quoted name. */
  atName(distance = 0): boolean {
    const { kind } = this.peek(distance);
    return kind === 'word' || kind === 'name';
  }

  /** Takes a name, quoted or not; `what` names it in the error, such as "a table". */
  name(what: string): string {
    const { kind, key, text } = this.token;
    if (kind !== 'name') {
      if (kind !== 'word') throw this.unexpected(what);
      if (RESERVED_WORDS.has(key) || CONSTANT_WORDS.has(key))
        throw this.unexpected(what, `As a name, \`${text}\` is written in back-ticks.`);
    }
    return this.take().text;
  }

  /** Takes a name behind a dot, where keywords are names too. */
  member(): string {
    if (this.token.kind === 'word' && !NUMBER_WORDS.has(this.token.key)) return this.take().text;
    return this.name('a name behind the dot');
  }

  /** Takes names joined by dots; `what` names the first. */
  path(what: string): readonly string[] {
    const parts = [this.name(what)];
    while (this.accept('.')) parts.push(this.member());
    return parts;
  }

  /** Takes a name that is given to something. @throws invalid_alias for a constant word */
  newName(what: string): string {
    const { token } = this;
    this.name(what);
    return this.#allowed(token);
  }

  /** Takes the name behind AS: a word, a quoted name, or a text in single quotes. @throws invalid_alias */
  alias(): string {
    const { token } = this;
    if (token.kind === 'string' || token.kind === 'word') return this.#allowed(this.take());
    return this.newName('a name after AS');
  }

  /** Takes an alias written without AS, when the next token can be one. @throws invalid_alias */
  acceptBareAlias(): string | undefined {
    const { kind, key } = this.token;
    const isWord = kind === 'word' && (!NO_BARE_ALIAS.has(key) || CONSTANT_WORDS.has(key));
    return isWord || kind === 'name' ? this.#allowed(this.take()) : undefined;
  }

  #allowed(name: Token): string {
    if (!CONSTANT_WORDS.has(name.text.toUpperCase())) return name.text;
    const detail = `\`${name.text}\` cannot be an alias. Choose another name.`;
    throw parseError('invalid_alias', this.text, name, detail);
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

  /** A node that reaches from `start` to the last token taken. Fields that are undefined or false are absent. */
  node<Node extends Exclude<AstNode, Constant>>(start: SourceSpan, written: Written<Node>): Node {
    const present = Object.entries(written).filter(([, value]) => value !== undefined && value !== false);
    // The remaining members are those that the type of the node demands.
    return { ...Object.fromEntries(present), span: this.spanFrom(start) } as unknown as Node;
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

/** Words that are no name even behind a dot: the published grammar reads them as constants everywhere. */
const NUMBER_WORDS: ReadonlySet<string> = new Set(['NULL', 'INF', 'INFINITY', 'NAN']);

const AFTER_STATEMENT: ReadonlySet<string> = new Set(
  ') UNION INTERSECT EXCEPT ORDER LIMIT OFFSET'.split(' '),
);

const PARTNERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** For each token, the index of its closing bracket if it is an opening round bracket; -1 for every other token. */
function pairBrackets(tokens: readonly Token[]): Int32Array {
  const partner = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  tokens.forEach(({ key }, index) => {
    if (key === '(') open.push(index);
    if (key !== ')') return;
    const opener = open.pop();
    if (opener !== undefined) partner[opener] = index;
  });
  return partner;
}
