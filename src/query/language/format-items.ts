import { NO_BARE_ALIAS, OPERATOR_FUNCTIONS, RESERVED_WORDS } from './keywords.ts';
import { lex, type Token } from './lex.ts';

/** A part of a text that is to be laid out: a token, a comment, or a bracket with what it holds. */
export type FormatItem = FormatToken | FormatComment | FormatGroup;

interface Spaced {
  /** On one line a space stands before it. */
  readonly hasSpace: boolean;
}

export interface FormatToken extends Spaced {
  readonly kind: 'token';
  readonly text: string;
  /** Upper case of a bare word, or the symbol; empty for texts, names in quotes and what stays as it is. */
  readonly key: string;
}

export interface FormatComment extends Spaced {
  readonly kind: 'comment';
  readonly text: string;
  /** Nothing follows it on its line: nothing can follow `-- …`. */
  readonly endsLine: boolean;
  /** Nothing but space stood before it on its line. */
  readonly ownsLine: boolean;
}

export interface FormatGroup extends Spaced {
  readonly kind: 'group';
  readonly open: string;
  readonly items: readonly FormatItem[];
  readonly close: string;
  /** The whole on one line; null when a comment or a line break stands in it. */
  readonly flat: string | null;
}

/** A part of the text that stays as it is, such as an expression that names its column by its text. */
export interface KeptPart {
  readonly start: number;
  readonly end: number;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Words before a bracket that are no functions. */
const SPACED_WORDS = new Set(
  'OVER VALUES FILTER GROUP BY DISTINCT EXCLUDE SETS INTERPOLATE MATERIALIZED'.split(' '),
);

/** Keywords that end an operand; what follows is an operator. */
const ENDINGS = new Set(
  'END ASC DESC ASCENDING DESCENDING FIRST LAST TIES FINAL SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR'.split(
    ' ',
  ),
);

/** Words that are keywords behind certain others. */
const PAIRS: Readonly<Record<string, string>> = {
  BY: 'GROUP ORDER PARTITION',
  DISTINCT: 'SELECT UNION INTERSECT EXCEPT',
  ALL: 'UNION INTERSECT EXCEPT',
  FIRST: 'NULLS',
  LAST: 'NULLS',
};
/** And before certain others. */
const BEFORE: Readonly<Record<string, string>> = {
  GROUP: 'BY',
  ORDER: 'BY',
  PARTITION: 'BY',
  LEFT: 'JOIN ARRAY OUTER',
  RIGHT: 'JOIN OUTER',
  FULL: 'JOIN OUTER',
  INNER: 'JOIN ARRAY',
  CROSS: 'JOIN',
  OUTER: 'JOIN',
  ARRAY: 'JOIN',
};

/** The parts of a text that can be parsed. @param kept in order, none inside another, each from token to token */
export function formatItems(text: string, kept: readonly KeptPart[]): readonly FormatItem[] {
  return new ItemReader(text, kept).read('');
}

/** Items on one line; null when they need more. */
export function flatText(items: readonly FormatItem[]): string | null {
  let flat = '';
  for (const [at, item] of items.entries()) {
    const text = item.kind === 'token' ? item.text : item.kind === 'group' ? item.flat : null;
    if (text === null || text.includes('\n')) return null;
    flat += at > 0 && item.hasSpace ? ` ${text}` : text;
  }
  return flat;
}

/** Where a sequence stands: what came last, and whether an operand comes next. */
interface Place {
  before: FormatToken | 'operand' | undefined;
  expectsOperand: boolean;
  isUnary: boolean;
  openTernaries: number;
}

class ItemReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #kept: ReadonlyMap<number, number>;
  #at = 0;

  constructor(text: string, kept: readonly KeptPart[]) {
    this.#text = text;
    this.#tokens = lex(text);
    this.#kept = new Map(kept.map(({ start, end }) => [start, end]));
  }

  /** Reads up to the bracket that closes `open`; '' = up to the end. */
  read(open: string): FormatItem[] {
    const items: FormatItem[] = [];
    const place: Place = { before: undefined, expectsOperand: true, isUnary: false, openTernaries: 0 };
    for (;;) {
      const token = this.#token(0);
      items.push(...this.#comments(token));
      if (token.kind === 'end' || token.key === CLOSING[open]) return items;
      if (token.kind === 'symbol' && token.key === ';' && open === '') this.#at += 1;
      else items.push(this.#item(token, open, place));
    }
  }

  #token(distance: number): Token {
    const token = this.#tokens[this.#at + distance] ?? this.#tokens.at(-1);
    if (token === undefined) throw new Error('the lexer always makes an end token');
    return token;
  }

  #item(token: Token, open: string, place: Place): FormatItem {
    const keptEnd = this.#kept.get(token.start);
    if (keptEnd !== undefined) return this.#operand(keptEnd, place);
    if (token.kind === 'template-start') return this.#operand(this.#templateEnd(), place);
    if (CLOSING[token.key] !== undefined) return this.#group(token.key, place);
    return this.#plain(token, open, place);
  }

  /** What stays as it is, up to `end`. */
  #operand(end: number, place: Place): FormatToken {
    const { start } = this.#token(0);
    while (this.#token(0).kind !== 'end' && this.#token(0).start < end) this.#at += 1;
    const item: FormatToken = {
      ...{ kind: 'token', text: this.#text.slice(start, end), key: '' },
      hasSpace: hasSpaceBeforeOperand(place),
    };
    follow(place, item, false);
    return item;
  }

  #templateEnd(): number {
    let depth = 0;
    for (let distance = 0; ; distance += 1) {
      const { kind, end } = this.#token(distance);
      if (kind === 'template-start') depth += 1;
      if (kind === 'template-end') depth -= 1;
      if (depth === 0 || kind === 'end') return end;
    }
  }

  #group(open: string, place: Place): FormatGroup {
    const hasSpace = hasSpaceBeforeBracket(open, place);
    this.#at += 1;
    const items = this.read(open);
    this.#at += 1;
    const close = CLOSING[open] ?? '';
    const inside = flatText(items);
    Object.assign(place, { before: 'operand', expectsOperand: false, isUnary: false });
    return {
      kind: 'group',
      open,
      items,
      close,
      hasSpace,
      flat: inside === null ? null : open + inside + close,
    };
  }

  #plain(token: Token, open: string, place: Place): FormatToken {
    const isUnary = place.expectsOperand && ['-', '+'].includes(token.key);
    const isKeyword = token.kind === 'word' && this.#isKeyword(token, place);
    const isBareWord = token.kind === 'word' || token.kind === 'symbol';
    const raw = this.#text.slice(token.start, token.end);
    const item: FormatToken = {
      kind: 'token',
      text: isKeyword ? raw.toUpperCase() : raw,
      key: isBareWord && !isMember(place) ? token.key : '',
      hasSpace: hasSpaceBefore(token, open, place),
    };
    this.#at += 1;
    if (token.key === '?') place.openTernaries += 1;
    if (token.key === ':' && place.openTernaries > 0) place.openTernaries -= 1;
    const isStar = token.key === '*' && place.expectsOperand;
    const isOperand = token.kind === 'symbol' ? isStar : !isKeyword || ENDINGS.has(token.key);
    follow(place, item, !isOperand);
    place.isUnary = isUnary;
    return item;
  }

  #isKeyword({ key }: Token, place: Place): boolean {
    if (isMember(place)) return false;
    const next = this.#token(1);
    const isCalled = next.key === '(';
    if (RESERVED_WORDS.has(key)) return !(OPERATOR_FUNCTIONS.has(key) && isCalled && place.expectsOperand);
    // Behind an operand no name can stand that is one of these.
    if (!place.expectsOperand && NO_BARE_ALIAS.has(key)) return true;
    if (key === 'INTERVAL') return next.kind === 'number' || next.kind === 'string';
    if (key === 'WITH' && place.before === undefined) return next.kind === 'word' || next.kind === 'name';
    const before = typeof place.before === 'object' ? place.before.key : '';
    if (PAIRS[key]?.split(' ').includes(before)) return true;
    return BEFORE[key]?.split(' ').includes(next.key) === true && !isCalled;
  }

  /** The comments between the token before and this one. */
  #comments({ start }: Token): readonly FormatComment[] {
    const from = this.#at === 0 ? 0 : (this.#tokens[this.#at - 1]?.end ?? 0);
    if (start === from) return [];
    const gap = this.#text.slice(from, start);
    let end = 0;
    return Array.from(gap.matchAll(COMMENT), (found) => {
      const ownsLine =
        gap.slice(end, found.index).includes('\n') || (from === 0 && end === 0) || endsWithLine(gap, end);
      end = found.index + found[0].length;
      const endsLine = !found[0].startsWith('/*') || /^[^\S\n]*\n/.test(gap.slice(end));
      return { kind: 'comment', text: found[0].trimEnd(), endsLine, ownsLine, hasSpace: true };
    });
  }
}

/** `-- a`, `// a`, `# a` up to the end of the line; a block comment with all its lines. */
const COMMENT = /(?:--|\/\/|#)[^\n]*\n?|\/\*[\s\S]*?\*\//g;

function endsWithLine(gap: string, end: number): boolean {
  return end > 0 && gap[end - 1] === '\n';
}

function follow(place: Place, item: FormatToken, expectsOperand: boolean): void {
  Object.assign(place, { before: item, expectsOperand, isUnary: false });
}

const isMember = ({ before }: Place): boolean =>
  typeof before === 'object' && (before.key === '.' || before.key === '?.');

const isTight = (key: string): boolean => ['.', '?.', '::'].includes(key);

function hasSpaceBeforeOperand({ before, isUnary }: Place): boolean {
  return before !== undefined && !isUnary && !(typeof before === 'object' && isTight(before.key));
}

function hasSpaceBeforeBracket(open: string, place: Place): boolean {
  const { before, expectsOperand } = place;
  if (before === 'operand') return open === '{';
  if (before === undefined || isMember(place)) return false;
  if (open === '{') return hasSpaceBeforeOperand(place);
  return expectsOperand ? hasSpaceBeforeOperand(place) : SPACED_WORDS.has(before.key);
}

function hasSpaceBefore({ key, kind, text }: Token, open: string, place: Place): boolean {
  if (key === ',' || isTight(key)) return false;
  if (key === ':' && place.openTernaries === 0) return false;
  const { before, isUnary } = place;
  if (open === '[' && typeof before === 'object' && before.key === ':' && place.openTernaries === 0)
    return false;
  // `- -1` must not become a comment.
  if (isUnary) return ['-', '+'].includes(key) || (kind === 'number' && text.startsWith('-'));
  return hasSpaceBeforeOperand(place);
}
