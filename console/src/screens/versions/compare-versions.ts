import { type EndpointVersion, kindOf } from '../../data/shapes.ts';

/** What can be compared of two versions. */
export const COMPARED_PARTS = [
  { value: 'query', label: 'Query' },
  { value: 'variables', label: 'Variables' },
  { value: 'columns', label: 'Columns' },
] as const;

export type ComparedPart = (typeof COMPARED_PARTS)[number]['value'];

/** One part of a version as text: the SQL as it was written, or pretty JSON. */
export function textOfPart(version: EndpointVersion, part: ComparedPart): string {
  if (part === 'columns')
    return (version.columns ?? []).map(({ name, type }) => `${name} ${type}`).join('\n');
  if (part === 'variables') return JSON.stringify(version.variables, null, 2);
  const query = version.query['query'];
  if (kindOf(version.query) === 'HogQLQuery' && typeof query === 'string') return query;
  return JSON.stringify(version.query, null, 2);
}

/** The language in which a part is coloured. */
export function languageOfPart(version: EndpointVersion, part: ComparedPart): 'sql' | 'json' {
  return part === 'query' && kindOf(version.query) === 'HogQLQuery' ? 'sql' : 'json';
}

/** What a version changed against the one before, in words: "query, + 1 column". */
export function tellVersion(version: EndpointVersion, before: EndpointVersion | undefined): string {
  if (before === undefined) return 'the first one';
  const parts: string[] = [];
  if (textOfPart(version, 'query') !== textOfPart(before, 'query')) parts.push('query');
  if (textOfPart(version, 'variables') !== textOfPart(before, 'variables')) parts.push('variables');
  const columns = tellColumns(version, before);
  if (columns !== '') parts.push(columns);
  return parts.length === 0 ? 'the same query' : parts.join(', ');
}

function tellColumns(version: EndpointVersion, before: EndpointVersion): string {
  const now = new Map(version.columns?.map(({ name, type }) => [name, type]));
  const then = new Map(before.columns?.map(({ name, type }) => [name, type]));
  const added = [...now.keys()].filter((name) => !then.has(name));
  const removed = [...then.keys()].filter((name) => !now.has(name));
  const retyped = [...now].filter(([name, type]) => then.has(name) && then.get(name) !== type);
  return [
    ...added.map((name) => `+ ${name}`),
    ...removed.map((name) => `− ${name}`),
    ...retyped.map(([name, type]) => `${name} is ${type} now`),
  ].join(', ');
}
