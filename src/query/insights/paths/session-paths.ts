import type { PathsQuery } from '../../../schema/insights/paths-query.ts';
import type { Expr, SelectQuery } from '../../language/ast.ts';
import {
  alias,
  arithmetic,
  call,
  compare,
  constant,
  field,
  from,
  lambda,
  select,
  tuple,
} from '../../language/build.ts';

// Lists of (time, item) per actor and per session, one select per step. No lambda sees more than single elements of
// lists, so every step costs the length of the list.

/** Between two events of one session there is less than this, in microseconds, unless a funnel says so. */
export const SESSION_GAP = 30 * 60 * 1_000_000;

const DEFAULT_STEP_LIMIT = 5;

/** Stands for the items that were left out between the start and the end of a long path. */
const LEFT_OUT = '...';

/**
 * One row (path) per session that is on the paths of the query: its (time, item) from the start point to the end point,
 * cut to the most steps.
 * @param source rows (actor, at, item), `at` in microseconds
 * @param gap microseconds without an event after which a session starts
 */
export function sessionPaths(query: PathsQuery, source: SelectQuery, gap: number): SelectQuery {
  const { startPoint, endPoint, stepLimit = DEFAULT_STEP_LIMIT } = query.pathsFilter;
  const hasStart = startPoint !== undefined;
  const hasEnd = endPoint !== undefined;
  let paths = withoutRepetitions(sessions(source, gap));
  if (hasStart) paths = fromPoint(paths, startPoint);
  if (hasEnd) paths = upToPoint(paths, endPoint, hasStart);
  const path = field('path');
  const cut = hasEnd ? (hasStart ? bothEnds(stepLimit) : slice(path, -stepLimit)) : slice(path, 1, stepLimit);
  return select({ select: [alias('path', cut)], select_from: from(paths) });
}

/** One row (path) per session, in time order; events of one instant in the order of their items. */
function sessions(source: SelectQuery, gap: number): SelectQuery {
  const ofActors = select({
    select: [alias('events', call('arraySort', call('groupArray', tuple(field('at'), field('item')))))],
    select_from: from(source),
    group_by: [field('actor')],
  });
  const gaps = call('arrayDifference', times(field('events')));
  const isFirst = compare(field('gap'), '>=', constant(gap));
  const split = call('arraySplit', lambda(['event', 'gap'], isFirst), field('events'), gaps);
  return select({ select: [alias('path', call('arrayJoin', split))], select_from: from(ofActors) });
}

/** Of neighbours with the same item only the last stays. */
function withoutRepetitions(source: SelectQuery): SelectQuery {
  const path = field('path');
  // After the last item stands a text that differs from it.
  const none = call('concat', call('arrayElement', items(path), constant(-1)), constant('.'));
  const next = call('arrayPushBack', call('arrayPopFront', items(path)), none);
  const isLast = compare(itemOf(field('event')), '!=', field('next'));
  const kept = call('arrayFilter', lambda(['event', 'next'], isLast), path, next);
  return select({ select: [alias('path', kept)], select_from: from(source) });
}

function fromPoint(source: SelectQuery, point: string): SelectQuery {
  const place = placeOf(point, field('path'));
  return select({
    select: [alias('path', call('arraySlice', field('path'), place))],
    select_from: from(source),
    where: compare(place, '>', constant(0)),
  });
}

/** @param isAfterStart the first item is the start, which is not the end too */
function upToPoint(source: SelectQuery, point: string, isAfterStart: boolean): SelectQuery {
  const path = field('path');
  const place = placeOf(point, isAfterStart ? call('arrayPopFront', path) : path);
  const length = arithmetic(place, '+', constant(isAfterStart ? 1 : 0));
  return select({
    select: [alias('path', call('arraySlice', path, constant(1), length))],
    select_from: from(source),
    where: compare(place, '>', constant(0)),
  });
}

/** The first and the last items of a path that is too long, and between them the time of the first one left out. */
function bothEnds(stepLimit: number): Expr {
  const path = field('path');
  const half = Math.floor(stepLimit / 2);
  const firstLeftOut = call('arrayElement', path, constant(half + 1));
  const middle: Expr = { kind: 'Array', exprs: [tuple(timeOf(firstLeftOut), constant(LEFT_OUT))] };
  const shortened = call('arrayConcat', slice(path, 1, half), middle, slice(path, -half));
  return call('if', compare(call('length', path), '>', constant(stepLimit)), shortened, path);
}

function slice(path: Expr, place: number, length?: number): Expr {
  return call('arraySlice', path, constant(place), ...(length === undefined ? [] : [constant(length)]));
}

/** The first place, from 1, whose item is the point; 0 when none is. A `/` at the end of either does not matter. */
function placeOf(point: string, path: Expr): Expr {
  const bare = point.length > 1 && point.endsWith('/') ? point.slice(0, -1) : point;
  const spellings = tuple(constant(bare), constant(`${bare}/`));
  return call('arrayFirstIndex', lambda(['event'], compare(itemOf(field('event')), 'in', spellings)), path);
}

function items(path: Expr): Expr {
  return call('arrayMap', lambda(['event'], itemOf(field('event'))), path);
}

function times(path: Expr): Expr {
  return call('arrayMap', lambda(['event'], timeOf(field('event'))), path);
}

/** Microseconds since 1970 of an element of a path. */
export function timeOf(event: Expr): Expr {
  return { kind: 'TupleAccess', tuple: event, index: 1 };
}

/** The item of an element of a path. */
export function itemOf(event: Expr): Expr {
  return { kind: 'TupleAccess', tuple: event, index: 2 };
}
