import { AppError } from '../base/errors.ts';
import { didYouMean } from '../base/nearest-name.ts';
import { checkShape } from '../schema/check-shape.ts';
import { asFilterErrors } from '../schema/property-filter.ts';
import { sqlQuerySchema } from '../schema/sql-query.ts';
import type { StoredQuery } from './stored-query.ts';

/** The six kinds of insights; their members are checked where they are compiled. */
const INSIGHT_KINDS = [
  'TrendsQuery',
  'FunnelsQuery',
  'RetentionQuery',
  'LifecycleQuery',
  'StickinessQuery',
  'PathsQuery',
] as const;

const QUERY_KINDS: readonly string[] = ['HogQLQuery', ...INSIGHT_KINDS];

/** Nodes of PostHog that hold a query and how to show it, and the kinds of query each may hold. */
const WRAPPED_KINDS: Readonly<Record<string, readonly string[]>> = {
  InsightVizNode: INSIGHT_KINDS,
  DataVisualizationNode: ['HogQLQuery'],
  DataTableNode: ['HogQLQuery'],
};

/**
 * The query in what a caller sent as `query`: taken out of its wrapper, with a known kind, members of SQL queries
 * checked. Wrappers do not nest; what they say about display is dropped.
 * @throws AppError invalid_value, unknown_member, invalid_filter with a path under `query`
 */
export function readQuery(given: Readonly<Record<string, unknown>>): StoredQuery {
  const wrapped = wrappedKinds(given);
  const query = wrapped === undefined ? given : unwrap(given['source'], wrapped);
  const at = wrapped === undefined ? 'query' : 'query.source';
  const kind = readKind(query, `${at}.kind`, wrapped ?? QUERY_KINDS);
  if (kind === 'HogQLQuery') {
    const checked = asFilterErrors(() => checkShape(sqlQuerySchema, query, at));
    const modifiers = query['modifiers'];
    // Kept as given: what has no effect here may mean something to the tool that wrote it.
    return { ...checked, ...((modifiers ?? null) !== null && { modifiers }) };
  }
  const { response: _marker, ...members } = query;
  return { ...members, kind };
}

/** The kinds of query that a wrapper may hold; undefined when `given` is no wrapper. */
export function wrappedKinds(given: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  return typeof given['kind'] === 'string' ? WRAPPED_KINDS[given['kind']] : undefined;
}

function unwrap(source: unknown, kinds: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof source === 'object' && source !== null && !Array.isArray(source)) return { ...source };
  throw new AppError('invalid_value', `query.source must be a query of the kind ${kinds.join(' or ')}.`, {
    attr: 'query.source',
  });
}

function readKind(
  query: Readonly<Record<string, unknown>>,
  attr: string,
  allowed: readonly string[],
): string {
  const kind = query['kind'];
  if (typeof kind === 'string' && allowed.includes(kind)) return kind;
  const found = kind === undefined ? 'is missing' : `is ${JSON.stringify(kind)}`;
  const hint = typeof kind === 'string' ? didYouMean(kind, allowed) : '';
  throw new AppError('invalid_value', `${attr} ${found}; it must be ${allowed.join(' or ')}.${hint}`, {
    attr,
  });
}
