import type { PathsQuery } from '../../../schema/insights/paths-query.ts';
import type { Expr, SelectStatement } from '../../language/ast.ts';
import { field } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';

// The statements hold lists of (time, item) per actor and per session, one SELECT per step. Lambdas see single elements
// of lists only, so the cost of every step is the length of the list.

/**
 * Two neighbouring events of a session are less than this many microseconds apart, unless a funnel sets another gap.
 */
const SESSION_GAP = 30 * 60 * 1_000_000;

const DEFAULT_STEP_LIMIT = 5;

/**
 * One row (path) per session that is on the paths of the query: its (time, item) from the start point to the end point,
 * cut to the most steps. A path that is cut between both points has `...` in its middle.
 * @param source rows (actor, at, item), `at` in microseconds
 * @param gap microseconds without an event after which a session starts
 */
export function sessionPaths(query: PathsQuery, source: SelectStatement, gap = SESSION_GAP): SelectStatement {
  const { startPoint, endPoint, stepLimit = DEFAULT_STEP_LIMIT } = query.pathsFilter;
  const hasStart = startPoint !== undefined;
  let paths = withoutRepetitions(sessions(source, gap));
  if (hasStart) paths = fromPoint(paths, startPoint);
  if (endPoint === undefined)
    return statement`SELECT arraySlice(path, 1, ${stepLimit}) AS path FROM ${paths}`;
  paths = upToPoint(paths, endPoint, hasStart);
  if (!hasStart) return statement`SELECT arraySlice(path, ${-stepLimit}) AS path FROM ${paths}`;
  const half = Math.floor(stepLimit / 2);
  return statement`
    SELECT if(
      length(path) > ${stepLimit},
      arrayConcat(
        arraySlice(path, 1, ${half}),
        [(arrayElement(path, ${half + 1}).1, '...')],
        arraySlice(path, ${-half})
      ),
      path
    ) AS path
    FROM ${paths}`;
}

/** One row (path) per session, in time order; events of one instant in the order of their items. */
function sessions(source: SelectStatement, gap: number): SelectStatement {
  return statement`
    SELECT arrayJoin(
      arraySplit((event, gap) -> gap >= ${gap}, events, arrayDifference(arrayMap(event -> event.1, events)))
    ) AS path
    FROM (SELECT arraySort(groupArray((at, item))) AS events FROM ${source} GROUP BY actor)`;
}

/** Keeps only the last of neighbours with the same item. A text that differs from the last item is put after it. */
function withoutRepetitions(source: SelectStatement): SelectStatement {
  const items = expression`arrayMap(event -> event.2, path)`;
  return statement`
    SELECT arrayFilter(
      (event, next) -> event.2 != next,
      path,
      arrayPushBack(arrayPopFront(${items}), concat(arrayElement(${items}, -1), '.'))
    ) AS path
    FROM ${source}`;
}

function fromPoint(source: SelectStatement, point: string): SelectStatement {
  const place = placeOf(point, field('path'));
  return statement`SELECT arraySlice(path, ${place}) AS path FROM ${source} WHERE ${place} > 0`;
}

/**
 * The path up to the point.
 * @param isAfterStart the first item is the start and is not the end as well
 */
function upToPoint(source: SelectStatement, point: string, isAfterStart: boolean): SelectStatement {
  const place = placeOf(point, isAfterStart ? expression`arrayPopFront(path)` : field('path'));
  return statement`
    SELECT arraySlice(path, 1, ${place} + ${isAfterStart ? 1 : 0}) AS path FROM ${source} WHERE ${place} > 0`;
}

/**
 * The first place, from 1, whose item is the point; 0 when there is none. A `/` at the end of either text does not
 * matter.
 */
function placeOf(point: string, path: Expr): Expr {
  const bare = point.length > 1 && point.endsWith('/') ? point.slice(0, -1) : point;
  return expression`arrayFirstIndex(event -> event.2 IN (${[bare, `${bare}/`]}), ${path})`;
}
