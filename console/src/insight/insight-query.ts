import type { InsightKind } from '../data/shapes.ts';

/** An insight query as the service takes it. The JSON is the state; form and JSON are two views of it. */
export type InsightQuery = Readonly<Record<string, unknown>> & { readonly kind: InsightKind };

/** An event, an action, or a group of them that a query counts. */
export type SeriesNode = Readonly<Record<string, unknown>>;

/** The member `name` of a query's object, empty when it is not there: `part(query, 'trendsFilter')`. */
export function part(
  query: Readonly<Record<string, unknown>>,
  name: string,
): Readonly<Record<string, unknown>> {
  const value = query[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The list `name` of a query, empty when it is not there. */
export function list(
  query: Readonly<Record<string, unknown>>,
  name: string,
): readonly Readonly<Record<string, unknown>>[] {
  const value = query[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
}

/** The text `name`, or `otherwise`. */
export function word(query: Readonly<Record<string, unknown>>, name: string, otherwise = ''): string {
  const value = query[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;
}

/**
 * `query` with the member at `path` set to `value`. Undefined takes a member away, and an object that it leaves empty
 * with it, so that what a form has cleared leaves no trace.
 */
export function withMember<Query extends Readonly<Record<string, unknown>>>(
  query: Query,
  path: readonly string[],
  value: unknown,
): Query {
  const [name = '', ...rest] = path;
  const next = rest.length === 0 ? value : withMember(part(query, name), rest, value);
  const isGone =
    next === undefined ||
    (rest.length > 0 && value === undefined && Object.keys(next as object).length === 0);
  const { [name]: _, ...others } = query;
  if (isGone) return others as Query;
  // A member keeps its place, so that the JSON does not jump while the form is used.
  return name in query
    ? ({ ...query, [name]: next } as Query)
    : ({ ...others, [name]: next } as unknown as Query);
}

/** The stored query without its wrapper (`InsightVizNode`). */
export function insightOf(query: Readonly<Record<string, unknown>>): InsightQuery {
  const inner = 'source' in query ? part(query, 'source') : query;
  return inner as InsightQuery;
}

const COUNTED: SeriesNode = { kind: 'EventsNode' };

/** A first query of a kind over an event: the last 30 days, or what the kind needs. */
export function firstQuery(kind: InsightKind, event: string | null): InsightQuery {
  const node = event === null ? COUNTED : { ...COUNTED, event };
  const dateRange = { date_from: '-30d' };
  switch (kind) {
    case 'TrendsQuery':
    case 'LifecycleQuery':
    case 'StickinessQuery':
      return { kind, series: [node], interval: 'day', dateRange };
    case 'FunnelsQuery':
      return { kind, series: [node, node], dateRange };
    case 'RetentionQuery': {
      const entity = { id: event ?? '$pageview', type: 'events' };
      return {
        kind,
        retentionFilter: { targetEntity: entity, returningEntity: entity, period: 'Week', totalIntervals: 8 },
        dateRange: { date_from: '-56d' },
      };
    }
    case 'PathsQuery':
      return { kind, pathsFilter: { includeEventTypes: ['$pageview'] }, dateRange };
    default:
      return kind satisfies never;
  }
}
