import type { components } from '../api/schema.d.ts';

// Short names of what the service answers, as docs/openapi.json describes it.

type Schemas = components['schemas'];

export type Endpoint = Schemas['Endpoint'];
export type ShownEndpoint = Schemas['ShownEndpoint'];
export type EndpointVersion = Schemas['EndpointVersion'];
export type Project = Schemas['Project'];
export type Service = Schemas['Service'];
export type Usage = Schemas['Usage'];
export type RunAnswer = Schemas['RunAnswer'];

/** How a stored definition is changed: only from this revision, and whether callers may lose something. */
export interface WriteOptions {
  readonly revision: number;
  readonly allowsBreaking: boolean;
}

/** Kind of a query by its `kind` member. */
export type QueryKind =
  | 'HogQLQuery'
  | 'TrendsQuery'
  | 'FunnelsQuery'
  | 'RetentionQuery'
  | 'LifecycleQuery'
  | 'StickinessQuery'
  | 'PathsQuery';

/** Kinds in the order in which they are offered, with their names and a sentence each. */
export const QUERY_KINDS: readonly {
  readonly kind: QueryKind;
  readonly name: string;
  readonly says: string;
}[] = [
  { kind: 'HogQLQuery', name: 'SQL', says: 'Any question, written as a query with variables' },
  { kind: 'TrendsQuery', name: 'Trends', says: 'How often events happen, over time or in total' },
  { kind: 'FunnelsQuery', name: 'Funnel', says: 'How many get from one step to the next' },
  { kind: 'RetentionQuery', name: 'Retention', says: 'Who comes back, period by period' },
  { kind: 'LifecycleQuery', name: 'Lifecycle', says: 'Who is new, returning, resurrecting or dormant' },
  { kind: 'StickinessQuery', name: 'Stickiness', says: 'On how many days people do something' },
  { kind: 'PathsQuery', name: 'Paths', says: 'What people do after another' },
];

/** Kinds that a form can ask. */
export type InsightKind = Exclude<QueryKind, 'HogQLQuery'>;

/** The kinds of insights in the order in which they are offered. */
export const INSIGHT_KINDS = QUERY_KINDS.flatMap(({ kind, ...said }) =>
  kind === 'HogQLQuery' ? [] : [{ kind, ...said }],
);

/** "SQL", "Trends", … of a stored query. */
export function nameOfKind(query: Readonly<Record<string, unknown>>): string {
  const kind = kindOf(query);
  return QUERY_KINDS.find((known) => known.kind === kind)?.name ?? kind;
}

/** The `kind` of a query, or of its `source` where it is wrapped. */
export function kindOf(query: Readonly<Record<string, unknown>>): string {
  const source = query['source'];
  if (typeof source === 'object' && source !== null && 'kind' in source) return String(source.kind);
  return String(query['kind'] ?? '');
}
