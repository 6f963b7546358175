import type { Temporal } from 'temporal-polyfill';
import { inOneSlice } from '../../../base/loop-slices.ts';
import type { PathsQuery } from '../../../schema/insights/paths-query.ts';
import { type DateBounds, needsEarliest, resolveDateRange } from '../../filters/date-range.ts';
import type { Expr, SelectQuery } from '../../language/ast.ts';
import {
  alias,
  and,
  arithmetic,
  ascending,
  call,
  compare,
  constant,
  descending,
  field,
  from,
  internalCall,
  lambda,
  select,
  tuple,
} from '../../language/build.ts';
import { actorOf } from '../actor.ts';
import { probeEarliest } from '../earliest-event.ts';
import type { InsightContext } from '../insight-context.ts';
import type { InsightPlan } from '../insight-plan.ts';
import { between, queryFilters, rowsThatExist } from '../row-conditions.ts';
import { type FunnelSpans, funnelSpans, withinSpans } from './funnel-spans.ts';
import { groupedItem, isKept, pathEvents, pathItem } from './path-item.ts';
import { itemOf, SESSION_GAP, sessionPaths, timeOf } from './session-paths.ts';
import { shapePaths } from './shape-result.ts';

const DEFAULT_EDGE_LIMIT = 50;

/**
 * Compiles a paths query to one statement with one row (source, target, traversals, milliseconds) per edge, heaviest
 * first.
 * @throws AppError 400 codes, with the path of the member in the query
 */
export function compilePaths(query: PathsQuery, context: InsightContext): InsightPlan {
  const filter = query.funnelPathsFilter;
  if (!filter) return pathsPlan(query, context);
  const plan = (earliest?: Temporal.ZonedDateTime) =>
    pathsPlan(query, context, funnelSpans(query, filter, context, earliest));
  return needsEarliest(filter.funnelSource.dateRange)
    ? probeEarliest(filter.funnelSource, context, plan)
    : plan();
}

function pathsPlan(query: PathsQuery, context: InsightContext, spans?: FunnelSpans): InsightPlan {
  const plan = (earliest?: Temporal.ZonedDateTime): InsightPlan => {
    const bounds = resolveDateRange(query.dateRange, context, {
      interval: 'day',
      attr: 'dateRange',
      ...(earliest && { earliest }),
    });
    const rows = pathRows(query, context, bounds);
    const paths = sessionPaths(query, spans ? withinSpans(rows, spans) : rows, spans?.gap ?? SESSION_GAP);
    return {
      kind: 'rows',
      statements: [heaviestEdges(query, paths)],
      shape: ([table]) => inOneSlice(() => shapePaths(query, bounds, table)),
    };
  };
  if (!needsEarliest(query.dateRange)) return plan();
  return probeEarliest({ ...query, series: [{ kind: 'EventsNode' }] }, context, plan);
}

/** (actor, at, item): the events that are on paths. */
function pathRows(query: PathsQuery, context: InsightContext, { rowsFrom, to }: DateBounds): SelectQuery {
  const actor = actorOf(query.aggregation_group_type_index);
  const rows = select({
    select: [
      alias('actor', actor.id),
      alias('at', internalCall('_microseconds', field('timestamp'))),
      alias('cleaned', pathItem(query, context)),
    ],
    select_from: from('events'),
    where: and(
      pathEvents(query),
      queryFilters(query, context),
      rowsThatExist(query, context),
      between(rowsFrom, to),
      ...(actor.exists ? [actor.exists] : []),
    ),
  });
  const grouped = select({
    select: [field('actor'), field('at'), alias('item', groupedItem(field('cleaned'), query))],
    select_from: from(rows),
  });
  return select({
    select: [field('actor'), field('at'), field('item')],
    select_from: from(grouped),
    where: isKept(field('item'), query),
  });
}

/** (source, target, traversals, milliseconds): the edges within the limits of weight, heaviest first. */
function heaviestEdges(query: PathsQuery, paths: SelectQuery): SelectQuery {
  const { edgeLimit = DEFAULT_EDGE_LIMIT } = query.pathsFilter;
  const counted = select({
    select: [
      field('source'),
      field('target'),
      alias('traversals', call('count')),
      alias('milliseconds', arithmetic(call('avg', field('microseconds')), '/', constant(1000))),
    ],
    select_from: from(edges(paths)),
    group_by: [field('source'), field('target')],
  });
  return select({
    select: ['source', 'target', 'traversals', 'milliseconds'].map((name) => field(name)),
    select_from: from(counted),
    where: weightCondition(query),
    order_by: [descending(field('traversals')), ascending(field('source')), ascending(field('target'))],
    limit: constant(edgeLimit),
  });
}

/**
 * One row (source, target, microseconds) per pair of consecutive items; a node is the place on the path, from 1, and
 * the item.
 */
function edges(paths: SelectQuery): SelectQuery {
  const path = field('path');
  const sources = call('arrayPopBack', path);
  const place = field('place');
  const [source, target] = [field('source'), field('target')];
  const edge = tuple(
    nodeKey(place, itemOf(source)),
    nodeKey(arithmetic(place, '+', constant(1)), itemOf(target)),
    arithmetic(timeOf(target), '-', timeOf(source)),
  );
  const ofPath = call(
    'arrayMap',
    lambda(['source', 'target', 'place'], edge),
    sources,
    call('arrayPopFront', path),
    call('arrayEnumerate', sources),
  );
  const exploded = select({ select: [alias('edge', call('arrayJoin', ofPath))], select_from: from(paths) });
  return select({
    select: ['source', 'target', 'microseconds'].map((name, at) =>
      alias(name, { kind: 'TupleAccess', tuple: field('edge'), index: at + 1 }),
    ),
    select_from: from(exploded),
  });
}

function nodeKey(place: Expr, item: Expr): Expr {
  return call('concat', call('toString', place), constant('_'), item);
}

/** Bounds of the weight as it is answered: scaled by the sample and rounded. */
function weightCondition({ pathsFilter, samplingFactor = 1 }: PathsQuery): Expr {
  const { minEdgeWeight, maxEdgeWeight } = pathsFilter;
  const traversals = field('traversals');
  return and(
    ...(minEdgeWeight === undefined
      ? []
      : [compare(traversals, '>=', constant(Math.ceil((minEdgeWeight - 0.5) * samplingFactor)))]),
    ...(maxEdgeWeight === undefined
      ? []
      : [compare(traversals, '<', constant(Math.ceil((maxEdgeWeight + 0.5) * samplingFactor)))]),
  );
}
