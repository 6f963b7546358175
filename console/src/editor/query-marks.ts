import { lexQuery, nameOf, type QueryToken } from './lex-query.ts';
import { nearestName } from './nearest-name.ts';
import { type QueryNames, type SeenName, writeName, writeText } from './query-names.ts';

/** What the service finds wrong or worth saying in a query (`validateQuery`). */
export interface QueryProblem {
  readonly code: string;
  readonly detail: string;
  readonly position: { readonly offset: number; readonly length: number } | null;
}

/** Something marked in the text, with what would mend it. */
export interface QueryMark {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning' | 'hint';
  readonly message: string;
  /** A code of docs/errors.md; null for what the console marks by itself. */
  readonly code: string | null;
  /** The text that may stand in its place; null when nothing is near. */
  readonly fix: string | null;
}

/** The marks for what the service said. A problem without a position stands at the beginning. */
export function marksOfProblems(
  query: string,
  problems: readonly QueryProblem[],
  severity: QueryMark['severity'],
  names: QueryNames,
): QueryMark[] {
  return problems.map(({ code, detail, position }) => {
    const from = Math.min(position?.offset ?? 0, query.length);
    const to = Math.min(query.length, from + Math.max(1, position?.length ?? 0));
    return { from, to, severity, message: detail, code, fix: fixOf(code, query.slice(from, to), names) };
  });
}

/**
 * Names of properties and events that never came in, which are no errors for the service: hints with the nearest name.
 * Nothing is said before the catalogue is read whole.
 */
export function marksOfUnknown(query: string, names: QueryNames): QueryMark[] {
  if (!names.isComplete) return [];
  const tokens = lexQuery(query);
  return tokens.flatMap(
    (token, at) => unknownProperty(tokens, at, names) ?? unknownEvent(tokens, at, token, names) ?? [],
  );
}

function unknownProperty(tokens: readonly QueryToken[], at: number, names: QueryNames): QueryMark | null {
  const [owner, dot, token] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (owner?.text !== 'properties' || dot?.text !== '.' || token === undefined) return null;
  // `properties.` with nothing behind it is being typed: what follows on is another word.
  if ((token.kind !== 'word' && token.kind !== 'quoted') || token.from !== dot.to) return null;
  const isPerson =
    tokens[at - 1]?.text === '.' && /^(?:person|persons|pdi)$/.test(tokens[at - 2]?.text ?? '');
  const isEvent =
    tokens[at - 1]?.text !== '.' && !tokens.some(({ text }) => /^(?:persons|groups|group_\d)$/i.test(text));
  if (!isPerson && !isEvent) return null;
  const seen = isPerson ? names.personProperties : names.properties;
  return unknown(token, seen, isPerson ? 'No property of persons named' : 'No property named', (name) =>
    writeName(name, names.keywords),
  );
}

function unknownEvent(
  tokens: readonly QueryToken[],
  at: number,
  token: QueryToken,
  names: QueryNames,
): QueryMark | null {
  const [before, operator] = [tokens[at - 2], tokens[at - 1]];
  if (token.kind !== 'text' || !token.isClosed || operator?.text !== '=') return null;
  const isEvent = before?.kind === 'word' && before.text === 'event';
  return isEvent ? unknown(token, names.events, 'No event named', writeText) : null;
}

function unknown(
  token: QueryToken,
  seen: readonly SeenName[],
  words: string,
  write: (name: string) => string,
): QueryMark | null {
  const wanted = nameOf(token);
  if (seen.some(({ name }) => name === wanted)) return null;
  const near = nearestName(
    wanted,
    seen.map(({ name }) => name),
  );
  const asks = near === null ? '' : `; did you mean ${near}?`;
  return {
    from: token.from,
    to: token.to,
    severity: 'hint',
    message: `${words} ${wanted} came in so far${asks}`,
    code: null,
    fix: near === null ? null : write(near),
  };
}

/** The nearest known name for what a query calls a table, a field or a function. */
function fixOf(code: string, text: string, names: QueryNames): string | null {
  const last = lexQuery(text).at(-1);
  if (last === undefined) return null;
  const near = nearestName(nameOf(last), candidates(code, names));
  if (near === null || near === nameOf(last)) return null;
  return text.slice(0, last.from) + writeName(near, names.keywords);
}

function candidates(code: string, names: QueryNames): string[] {
  switch (code) {
    case 'unknown_table':
      return names.tables.map(({ name }) => name);
    case 'unknown_function':
      return names.functions.map(({ name }) => name);
    case 'unknown_field':
      return names.tables.flatMap(({ columns, joins }) => [...columns, ...joins].map(({ name }) => name));
    default:
      return [];
  }
}
