import type { PathsQuery } from '../../../schema/insights/paths-query.ts';
import type { DateBounds } from '../../filters/resolve-date-range.ts';
import type { Expr, SelectStatement } from '../../language/ast.ts';
import { and, field } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import { actorOf } from '../actor.ts';
import type { InsightContext } from '../insight-context.ts';
import { between, queryFilters, rowsThatExist } from '../row-conditions.ts';
import { type FunnelSpans, withinSpans } from './funnel-spans.ts';
import { groupedItem, isKept, pathEvents, pathItem } from './path-item.ts';
import { sessionPaths } from './session-paths.ts';

const DEFAULT_EDGE_LIMIT = 50;

/**
 * (source, target, traversals, milliseconds): the edges between neighbours on the paths, within the limits of weight,
 * heaviest first. A node is the place on the path, from 1, and the item: `2_/pricing`.
 */
export function pathsStatement(
  query: PathsQuery,
  context: InsightContext,
  bounds: DateBounds,
  spans?: FunnelSpans,
): SelectStatement {
  const rows = pathRows(query, context, bounds);
  const paths = sessionPaths(query, spans ? withinSpans(rows, spans) : rows, spans?.gap);
  return statement`
    SELECT source, target, traversals, milliseconds
    FROM (
      SELECT source, target, count() AS traversals, avg(microseconds) / 1000 AS milliseconds
      FROM (
        SELECT edge.1 AS source, edge.2 AS target, edge.3 AS microseconds
        FROM (
          SELECT arrayJoin(arrayMap(
            (source, target, place) -> (
              concat(toString(place), '_', source.2),
              concat(toString(place + 1), '_', target.2),
              target.1 - source.1
            ),
            arrayPopBack(path), arrayPopFront(path), arrayEnumerate(arrayPopBack(path))
          )) AS edge
          FROM ${paths}
        )
      )
      GROUP BY source, target
    )
    WHERE ${weightCondition(query)}
    ORDER BY traversals DESC, source, target
    LIMIT ${query.pathsFilter.edgeLimit ?? DEFAULT_EDGE_LIMIT}`;
}

/** (actor, at, item): the events that are on paths; `at` in microseconds. */
function pathRows(query: PathsQuery, context: InsightContext, { rowsFrom, to }: DateBounds): SelectStatement {
  const actor = actorOf(query.aggregation_group_type_index);
  return statement`
    SELECT actor, at, item
    FROM (
      SELECT actor, at, ${groupedItem(field('cleaned'), query)} AS item
      FROM (
        SELECT ${actor.id} AS actor, _microseconds(timestamp) AS at, ${pathItem(query, context)} AS cleaned
        FROM events
        WHERE ${[pathEvents(query), queryFilters(query, context), rowsThatExist(query, context)]}
          AND ${between(rowsFrom, to)} AND ${actor.exists}
      )
    )
    WHERE ${isKept(field('item'), query)}`;
}

/** The bounds of the weight, which is compared as the answer shows it: scaled by the sample and rounded. */
function weightCondition({ pathsFilter, samplingFactor = 1 }: PathsQuery): Expr {
  const { minEdgeWeight: min, maxEdgeWeight: max } = pathsFilter;
  const least = (weight: number) => Math.ceil(weight * samplingFactor);
  return and(
    ...(min === undefined ? [] : [expression`traversals >= ${least(min - 0.5)}`]),
    ...(max === undefined ? [] : [expression`traversals < ${least(max + 0.5)}`]),
  );
}
