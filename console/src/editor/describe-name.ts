import { propertiesOf } from './complete-query.ts';
import { lexQuery, nameOf } from './lex-query.ts';
import type { QueryNames } from './query-names.ts';
import { tablesOf } from './query-place.ts';

/** What a name of a query is. */
export interface NameWords {
  /** Where the name stands. */
  readonly from: number;
  readonly to: number;
  /** Its name with its type or signature. */
  readonly title: string;
  readonly sentence: string;
}

const figure = new Intl.NumberFormat('en-US');

/** What the name at `position` is; null when it is none that is known. */
export function describeName(query: string, position: number, names: QueryNames): NameWords | null {
  const tokens = lexQuery(query);
  const at = tokens.findIndex(({ from, to }) => from <= position && position <= to);
  const token = tokens[at];
  if (token === undefined || (token.kind !== 'word' && token.kind !== 'quoted')) return null;
  const name = nameOf(token);
  const place = { from: token.from, to: token.to };
  const isMember = tokens[at - 1]?.text === '.';
  if (isMember && tokens[at - 2]?.text === 'properties') {
    const owner =
      tokens[at - 3]?.text === '.'
        ? (tokens[at - 4]?.text ?? '')
        : (tablesOf(query, position)[0]?.table ?? '');
    return describeProperty(name, propertiesOf(owner === 'person' ? 'persons' : owner, names), place);
  }
  if (tokens[at + 1]?.text === '(') {
    const found = names.functions.find((one) => one.name.toLowerCase() === name.toLowerCase());
    return found === undefined ? null : { ...place, title: found.signature, sentence: found.sentence };
  }
  const scope = tablesOf(query, position);
  for (const { table, alias } of scope) {
    const found = names.tables.find((one) => one.name === table);
    const column = found?.columns.find((one) => one.name === name);
    if (column !== undefined)
      return { ...place, title: `${name} ${column.type}`, sentence: `Column of ${table}.` };
    if (found !== undefined && !isMember && (name === table || name === alias)) {
      return { ...place, title: name, sentence: `Table of ${found.columns.length} columns.` };
    }
  }
  return null;
}

function describeProperty(
  name: string,
  seen: QueryNames['properties'],
  place: { readonly from: number; readonly to: number },
): NameWords | null {
  const found = seen.find((one) => one.name === name);
  if (found === undefined) return null;
  const sentence = `Came in ${figure.format(found.volume)} times with events.`;
  return { ...place, title: `${name} ${found.type ?? ''}`.trim(), sentence };
}
