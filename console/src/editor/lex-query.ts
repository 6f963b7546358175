/** A piece of a query's text. White space and comments are left out. */
export interface QueryToken {
  readonly kind: 'word' | 'quoted' | 'text' | 'number' | 'mark';
  /** As it stands in the query. */
  readonly text: string;
  /** Places in the query, in UTF-16 units; `to` is behind the last one. */
  readonly from: number;
  readonly to: number;
  /** False for a text, a quoted name or a comment that has no end. */
  readonly isClosed: boolean;
}

const WORD = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y;
const NUMBER = /\d[\w.]*/y;
const SPACE = /\s+/y;
const COMMENT = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;

/** The tokens of a query. Never fails: what is not closed goes to the end. */
export function lexQuery(query: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  let at = 0;
  while (at < query.length) {
    const skipped = match(SPACE, query, at) || match(COMMENT, query, at);
    if (skipped > 0) {
      at += skipped;
      continue;
    }
    const token = tokenAt(query, at);
    tokens.push(token);
    at = token.to;
  }
  return tokens;
}

/** The name behind a token: without the quotes of a quoted one. */
export function nameOf(token: QueryToken): string {
  if (token.kind !== 'quoted' && token.kind !== 'text') return token.text;
  const inner = token.text.slice(1, token.isClosed ? -1 : undefined);
  return inner.replace(/\\(.)/g, '$1').replaceAll("''", "'");
}

function tokenAt(query: string, from: number): QueryToken {
  const first = query[from] ?? '';
  if (first === "'" || first === '"' || first === '`') {
    const to = endOfQuoted(query, from, first);
    const isClosed = to <= query.length && query[to - 1] === first && to - from > 1;
    return { kind: first === "'" ? 'text' : 'quoted', text: query.slice(from, to), from, to, isClosed };
  }
  const word = match(WORD, query, from);
  if (word > 0) return closed('word', query, from, from + word);
  const number = match(NUMBER, query, from);
  if (number > 0) return closed('number', query, from, from + number);
  return closed('mark', query, from, from + 1);
}

function closed(kind: QueryToken['kind'], query: string, from: number, to: number): QueryToken {
  return { kind, text: query.slice(from, to), from, to, isClosed: true };
}

/** Behind the closing quote; `\'` and `''` do not close. */
function endOfQuoted(query: string, from: number, quote: string): number {
  let at = from + 1;
  while (at < query.length) {
    if (query[at] === '\\') at += 2;
    else if (query[at] !== quote) at += 1;
    else if (quote === "'" && query[at + 1] === quote) at += 2;
    else return at + 1;
  }
  return query.length;
}

function match(pattern: RegExp, query: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(query)?.[0].length ?? 0;
}
