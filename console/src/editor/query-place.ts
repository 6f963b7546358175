import { lexQuery, nameOf, type QueryToken } from './lex-query.ts';

/** A table of the query: what FROM or JOIN names, and the name it has in the query. */
export interface ScopedTable {
  readonly table: string;
  readonly alias: string;
}

/** What may stand at a place of a query. `from` is where the word under the cursor begins. */
export type QueryPlace =
  | { readonly kind: 'table'; readonly from: number }
  | { readonly kind: 'member'; readonly from: number; readonly path: readonly string[] }
  | { readonly kind: 'variable'; readonly from: number }
  | { readonly kind: 'placeholder'; readonly from: number }
  | { readonly kind: 'event'; readonly from: number; readonly to: number }
  | { readonly kind: 'expression'; readonly from: number }
  | { readonly kind: 'nothing' };

const AFTER_TABLE = new Set(
  'ON USING WHERE PREWHERE GROUP ORDER LIMIT HAVING WINDOW UNION INTERSECT EXCEPT JOIN LEFT RIGHT INNER FULL CROSS ANY ASOF ARRAY GLOBAL SAMPLE FINAL SETTINGS QUALIFY OFFSET'.split(
    ' ',
  ),
);

/** What may stand at `position` of `query`. */
export function placeAt(query: string, position: number): QueryPlace {
  const before = lexQuery(query.slice(0, position));
  const last = before.at(-1);
  const isTouching = last !== undefined && last.to === position;
  if (last !== undefined && last.kind === 'text' && !last.isClosed) return textPlace(query, before, position);
  if (last !== undefined && last.kind === 'number' && isTouching) return { kind: 'nothing' };
  if (isInComment(query, last, position)) return { kind: 'nothing' };
  const isWord = isTouching && (last?.kind === 'word' || (last?.kind === 'quoted' && !last.isClosed));
  const from = isWord ? (last?.from ?? position) : position;
  const rest = isWord ? before.slice(0, -1) : before;
  const previous = rest.at(-1);
  if (previous?.text === '.') return memberPlace(rest, from);
  if (previous?.text === '{') return { kind: 'placeholder', from };
  if (isTablePlace(rest)) return { kind: 'table', from };
  if (previous?.kind === 'word' && previous.text.toUpperCase() === 'AS') return { kind: 'nothing' };
  return { kind: 'expression', from };
}

/** The tables of the statement around `position`, with the names they have there. */
export function tablesOf(query: string, position = query.length): ScopedTable[] {
  const tokens = statementAround(lexQuery(query), position);
  const found: ScopedTable[] = [];
  tokens.forEach((token, at) => {
    const word = token.text.toUpperCase();
    if (token.kind !== 'word' || (word !== 'FROM' && word !== 'JOIN')) return;
    const table = tokens[at + 1];
    if (table === undefined || (table.kind !== 'word' && table.kind !== 'quoted')) return;
    found.push({ table: nameOf(table), alias: aliasAfter(tokens, at + 2) ?? nameOf(table) });
  });
  return found;
}

function textPlace(query: string, before: readonly QueryToken[], position: number): QueryPlace {
  const text = before.at(-1);
  let at = before.length - 2;
  // event IN ('a', 'b
  while (at >= 0 && /^(?:\(|,|IN|NOT)$/i.test(before[at]?.text ?? '') === true) at -= 1;
  while (
    at >= 0 &&
    (before[at]?.kind === 'text' ||
      before[at]?.text === ',' ||
      /^(?:\(|IN|NOT)$/i.test(before[at]?.text ?? ''))
  )
    at -= 1;
  if (/^[=!<>]$/.test(before[at]?.text ?? '')) {
    while (/^[=!<>]$/.test(before[at]?.text ?? '')) at -= 1;
  }
  if (text === undefined || before[at]?.text.toLowerCase() !== 'event') return { kind: 'nothing' };
  const closing = query.indexOf("'", position);
  const lineEnd = query.indexOf('\n', position);
  const isClosed =
    closing >= 0 &&
    (lineEnd < 0 || closing < lineEnd) &&
    /^[\w $.:/-]*$/.test(query.slice(position, closing));
  return { kind: 'event', from: text.from, to: isClosed ? closing + 1 : position };
}

function memberPlace(before: readonly QueryToken[], from: number): QueryPlace {
  const path: string[] = [];
  let at = before.length - 1;
  while (before[at]?.text === '.') {
    const name = before[at - 1];
    if (name === undefined || (name.kind !== 'word' && name.kind !== 'quoted')) return { kind: 'nothing' };
    path.unshift(nameOf(name));
    at -= 2;
  }
  if (path[0] === 'variables' && before[at]?.text === '{') return { kind: 'variable', from };
  return { kind: 'member', from, path };
}

/** Behind FROM or JOIN, also behind a comma in their list. */
function isTablePlace(before: readonly QueryToken[]): boolean {
  const last = before.at(-1);
  if (last === undefined) return false;
  if (/^(?:FROM|JOIN)$/i.test(last.text)) return true;
  if (last.text !== ',') return false;
  for (let at = before.length - 2; at >= 0; at -= 1) {
    const { text, kind } = before[at] ?? last;
    if (/^FROM$/i.test(text)) return true;
    if (
      text === '(' ||
      text === ')' ||
      (kind === 'word' && AFTER_TABLE.has(text.toUpperCase())) ||
      /^SELECT$/i.test(text)
    )
      return false;
  }
  return false;
}

function isInComment(query: string, last: QueryToken | undefined, position: number): boolean {
  const between = query.slice(last?.to ?? 0, position);
  return /--[^\n]*$/.test(between) || /\/\*(?:(?!\*\/)[\s\S])*$/.test(between);
}

/** The tokens between the brackets around `position`, without those of inner SELECTs; all when there are no brackets. */
function statementAround(tokens: readonly QueryToken[], position: number): QueryToken[] {
  let from = 0;
  let depth = 0;
  for (let at = tokens.findLastIndex((token) => token.to <= position); at >= 0; at -= 1) {
    const text = tokens[at]?.text;
    if (text === ')') depth += 1;
    if (text === '(' && depth === 0 && /^(?:SELECT|WITH)$/i.test(tokens[at + 1]?.text ?? '')) {
      from = at + 1;
      break;
    }
    if (text === '(' && depth > 0) depth -= 1;
  }
  const inside: QueryToken[] = [];
  depth = 0;
  for (const token of tokens.slice(from)) {
    if (token.text === ')') depth -= 1;
    if (depth < 0) break;
    if (depth === 0) inside.push(token);
    if (token.text === '(') depth += 1;
  }
  return inside;
}

function aliasAfter(tokens: readonly QueryToken[], at: number): string | null {
  const first = tokens[at];
  const isAs = first?.kind === 'word' && first.text.toUpperCase() === 'AS';
  const token = isAs ? tokens[at + 1] : first;
  if (token === undefined || (token.kind !== 'word' && token.kind !== 'quoted')) return null;
  return token.kind === 'word' && AFTER_TABLE.has(token.text.toUpperCase()) ? null : nameOf(token);
}
