import type { InsightKind } from '../data/shapes.ts';
import { firstQuery, type InsightQuery, list, part, type SeriesNode, word } from './insight-query.ts';

/** A query of another kind, and the members that could not come along. */
export interface ChangedKind {
  readonly query: InsightQuery;
  readonly dropped: readonly string[];
}

const SHARED = ['dateRange', 'properties', 'filterTestAccounts', 'samplingFactor'];
const TAKEN: Readonly<Record<InsightKind, readonly string[]>> = {
  TrendsQuery: [...SHARED, 'series', 'interval', 'breakdownFilter', 'compareFilter'],
  FunnelsQuery: [...SHARED, 'series', 'interval', 'breakdownFilter', 'aggregation_group_type_index'],
  RetentionQuery: [...SHARED, 'breakdownFilter', 'aggregation_group_type_index'],
  LifecycleQuery: [...SHARED, 'series', 'interval', 'aggregation_group_type_index'],
  StickinessQuery: [...SHARED, 'series', 'interval', 'compareFilter'],
  PathsQuery: [...SHARED, 'aggregation_group_type_index'],
};

/** The same question as another kind: series, filters and range go along where the kind has them. */
export function changeKind(query: InsightQuery, kind: InsightKind): ChangedKind {
  if (query.kind === kind) return { query, dropped: [] };
  const nodes = nodesOf(query);
  const first = firstQuery(kind, word(nodes[0] ?? {}, 'event') || null);
  const kept = TAKEN[kind].filter((name) => name in query && name !== 'series');
  const taken = Object.fromEntries(kept.map((name) => [name, query[name]]));
  const series = seriesFor(kind, nodes);
  const next = {
    ...first,
    ...taken,
    ...(series.length > 0 && TAKEN[kind].includes('series') ? { series } : {}),
  };
  const entity = nodes[0] === undefined ? null : entityOf(nodes[0]);
  const retention = kind === 'RetentionQuery' && entity !== null;
  return {
    query: retention ? withEntities(next, entity) : next,
    dropped: droppedBy(query, kind, nodes, series),
  };
}

/** What a query counts, as series: a retention's events are series too. */
function nodesOf(query: InsightQuery): readonly SeriesNode[] {
  if (query.kind !== 'RetentionQuery') return list(query, 'series');
  const filter = part(query, 'retentionFilter');
  return [part(filter, 'targetEntity'), part(filter, 'returningEntity')].map((entity) => {
    const properties = 'properties' in entity ? { properties: entity['properties'] } : {};
    if (entity['type'] === 'actions') return { kind: 'ActionsNode', id: Number(entity['id']), ...properties };
    return {
      kind: 'EventsNode',
      ...(entity['id'] === undefined ? {} : { event: entity['id'] }),
      ...properties,
    };
  });
}

function seriesFor(kind: InsightKind, nodes: readonly SeriesNode[]): readonly SeriesNode[] {
  if (kind === 'LifecycleQuery') return nodes.slice(0, 1).map(withoutMath);
  if (kind === 'FunnelsQuery') {
    const steps = nodes.filter((node) => node['kind'] !== 'GroupNode').map(withoutMath);
    return steps.length === 1 ? [...steps, ...steps] : steps;
  }
  return kind === 'StickinessQuery' ? nodes.map(withoutMath) : nodes;
}

/** How a series is counted means nothing in the kinds that count persons. */
function withoutMath(node: SeriesNode): SeriesNode {
  return Object.fromEntries(Object.entries(node).filter(([name]) => !name.startsWith('math')));
}

function entityOf(node: SeriesNode) {
  const properties = 'properties' in node ? { properties: node['properties'] } : {};
  if (node['kind'] === 'ActionsNode') return { id: node['id'], type: 'actions', ...properties };
  return 'event' in node ? { id: node['event'], type: 'events', ...properties } : null;
}

function withEntities(query: InsightQuery, entity: Readonly<Record<string, unknown>>): InsightQuery {
  const filter = { ...part(query, 'retentionFilter'), targetEntity: entity, returningEntity: entity };
  return { ...query, retentionFilter: filter };
}

function droppedBy(
  query: InsightQuery,
  kind: InsightKind,
  nodes: readonly SeriesNode[],
  series: readonly SeriesNode[],
): string[] {
  const taken = new Set([...TAKEN[kind], 'kind', 'series', 'retentionFilter']);
  const members = Object.keys(query).filter((name) => !taken.has(name));
  const own = query.kind === 'RetentionQuery' ? ['retentionFilter'] : [];
  const hasSeries = TAKEN[kind].includes('series');
  const lost = hasSeries
    ? Math.max(0, nodes.length - series.length)
    : Math.max(0, nodes.length - (kind === 'RetentionQuery' ? 1 : 0));
  return [...members, ...own, ...(lost > 0 && query.kind !== 'RetentionQuery' ? [`${lost} series`] : [])];
}
