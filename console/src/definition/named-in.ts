import { lexQuery, nameOf, type QueryToken } from '../editor/lex-query.ts';

/** Actions and cohorts that something stored names: by their numbers, and by their names in SQL. */
export interface Named {
  readonly actions: ReadonlySet<number | string>;
  readonly cohorts: ReadonlySet<number | string>;
}

interface Found {
  readonly actions: Set<number | string>;
  readonly cohorts: Set<number | string>;
}

const COHORT_TYPES = ['cohort', 'static-cohort', 'precalculated-cohort'];

/** Texts without such a word name neither an action nor a cohort. */
const MAY_NAME = /matchesAction|\bcohort\b/i;

/**
 * What a query, a list of filters, the steps of an action or the conditions of a cohort name: nodes and entities of
 * insights, filters, conditions and breakdowns at any depth, `matchesAction(...)` and `IN COHORT` of texts. Reads the form
 * only, as the service does before it deletes something.
 */
export function namedIn(value: unknown): Named {
  const found: Found = { actions: new Set(), cohorts: new Set() };
  collect(value, found);
  return found;
}

function collect(value: unknown, found: Found): void {
  if (typeof value === 'string') {
    if (MAY_NAME.test(value)) collectText(lexQuery(value), found);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
  } else if (typeof value === 'object' && value !== null) {
    collectObject(value as Readonly<Record<string, unknown>>, found);
  }
}

function collectObject(value: Readonly<Record<string, unknown>>, found: Found): void {
  const type = value['type'];
  if (value['kind'] === 'ActionsNode' || type === 'actions') addIds(value['id'], found.actions);
  if (type === 'behavioral' && value['event_type'] === 'actions') addIds(value['key'], found.actions);
  if (COHORT_TYPES.some((one) => one === type)) {
    addIds(value['value'], found.cohorts);
    addIds(value['property'], found.cohorts);
  }
  if (value['breakdown_type'] === 'cohort') addIds(value['breakdown'], found.cohorts);
  for (const member of Object.values(value)) collect(member, found);
}

function addIds(value: unknown, ids: Set<number | string>): void {
  for (const item of Array.isArray(value) ? value : [value])
    if (/^\d+$/.test(String(item))) ids.add(Number(item));
}

function collectText(tokens: readonly QueryToken[], found: Found): void {
  for (const [at, { kind, text }] of tokens.entries()) {
    const word = kind === 'word' ? text.toLowerCase() : '';
    if (word === 'matchesaction' && tokens[at + 1]?.text === '(') addName(tokens[at + 2], found.actions);
    if (word === 'cohort' && tokens[at - 1]?.text.toLowerCase() === 'in')
      addName(tokens[at + 1], found.cohorts);
  }
}

function addName(token: QueryToken | undefined, names: Set<number | string>): void {
  if (token?.kind === 'number') names.add(Number(token.text));
  if (token?.kind === 'text') names.add(nameOf(token));
}
