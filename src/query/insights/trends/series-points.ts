import { unreachable } from '../../../base/invariant.ts';
import { instantConstant } from '../../filters/instant-constant.ts';
import type { Expr, SelectQuery } from '../../language/ast.ts';
import {
  alias,
  and,
  call,
  compare,
  constant,
  field,
  from,
  isAlways,
  select,
  tuple,
} from '../../language/build.ts';
import { between, upTo } from '../row-conditions.ts';
import { pageOf, pagesOf, placeInPage } from './list-pages.ts';
import {
  type MathShape,
  mathExpression,
  mathNumber,
  mathShape,
  type Statistic,
  statisticOf,
} from './math-aggregate.ts';
import { rollingPoints } from './rolling-points.ts';
import { bucketAt, multiplied, partColumns, partFields, type SeriesSource } from './series-source.ts';

/**
 * The points of one series in one period: rows (part_1, .., part_n, bucket, value). A bucket without a row is 0.
 */
export interface SeriesPoints {
  readonly query: SelectQuery;
  readonly shape: MathShape;
  /** Values are changes from one bucket to the next: the running sum is the series. */
  readonly areChanges: boolean;
  /** Rows are (part_1, .., part_n, [page,] dense) instead: the list of numbers per breakdown value, or a page of it. */
  readonly isDense?: boolean;
}

/** @throws invalid_value, invalid_filter and the codes of the SQL dialect for its expressions */
export function seriesPoints(source: SeriesSource): SeriesPoints {
  const shape = effectiveShape(source);
  const points = (query: SelectQuery): SeriesPoints => ({ query, shape, areChanges: false });
  switch (shape.kind) {
    case 'events':
      return source.parts.length > 0
        ? { ...points(countedLists(source)), isDense: true }
        : points(aggregated(source, call('count')));
    case 'actors':
      return points(source.frame.isCumulative ? firstBuckets(source) : countedActors(source, rowsOf(source)));
    case 'sessions': {
      const session = field('$session_id');
      return points(aggregated(source, call('uniqExact', call('nullIf', session, constant('')))));
    }
    case 'property': {
      const value = multiplied(source.node, mathNumber(source.node, source.attr));
      return points(aggregated(source, statisticOf(shape.statistic, value)));
    }
    case 'session duration':
      return points(perSession(source, shape.statistic));
    case 'events per actor':
      return points(perActor(source, shape.statistic));
    case 'rolling actors':
      if (source.frame.isTotal) return points(countedActors(source, lastDays(source, shape.days)));
      return { query: rollingPoints(source, shape.days), shape, areChanges: true };
    case 'first time':
      return points(firstTimes(source, shape.ignoresFilters));
    case 'expression':
      return points(aggregated(source, mathExpression(source.node, source.attr)));
    default:
      return unreachable(shape);
  }
}

/** Rolling actors over buckets as long as their window are plain actors. */
function effectiveShape(source: SeriesSource): MathShape {
  const shape = mathShape(source.node, source.attr);
  if (shape.kind !== 'rolling actors' || source.frame.isTotal) return shape;
  const { interval } = source.frame;
  const isPlain = interval === 'month' || (interval === 'week' && shape.days === 7);
  return isPlain ? { kind: 'actors' } : shape;
}

/** Rows of the series in the period. */
function rowsOf({ matched, period }: SeriesSource): Expr {
  const { rowsFrom, to } = period.buckets.bounds;
  return and(matched, between(rowsFrom, to));
}

/** Rows of the last days before the end of the period, whatever its start. */
function lastDays({ matched, period }: SeriesSource, days: number): Expr {
  const { to } = period.buckets.bounds;
  return and(matched, between(to.subtract({ days }), to));
}

/** One aggregate per bucket and breakdown value. */
function aggregated(source: SeriesSource, value: Expr, where: Expr = rowsOf(source)): SelectQuery {
  return select({
    select: [
      ...partColumns(source.parts),
      alias('bucket', bucketAt(source, field('timestamp'))),
      alias('value', value),
    ],
    select_from: from('events'),
    where,
    ...grouped(source),
  });
}

/** (part_1, .., part_n, [page,] dense): the events per bucket as lists. With many values this is half of the work of groups. */
function countedLists(source: SeriesSource): SelectQuery {
  const pages = pagesOf(source.frame, source.period);
  const bucket = bucketAt(source, field('timestamp'));
  const counts: Expr = {
    kind: 'Call',
    name: '_countDense',
    params: [constant(pages.length)],
    args: [placeInPage(bucket, pages)],
    internal: true,
  };
  const [pageColumns, pageKeys] =
    pages.count === 1 ? [[], []] : [[alias('page', pageOf(bucket, pages))], [field('page')]];
  return select({
    select: [...partColumns(source.parts), ...pageColumns, alias('dense', counts)],
    select_from: from('events'),
    where: rowsOf(source),
    group_by: [...partFields(source), ...pageKeys],
  });
}

/** GROUP BY of the bucket and the breakdown values; total values without breakdown have no groups. */
function grouped(source: SeriesSource): Pick<SelectQuery, 'group_by'> {
  const bucket = source.frame.isTotal ? [] : [field('bucket')];
  const keys = [...partFields(source), ...bucket];
  return keys.length > 0 ? { group_by: keys } : {};
}

function countedActors(source: SeriesSource, rows: Expr): SelectQuery {
  const { id, exists } = source.actor;
  return aggregated(source, call('uniqExact', id), exists ? and(rows, exists) : rows);
}

/** Actors by the first bucket of the period that they are in: the running sum counts each once. */
function firstBuckets(source: SeriesSource): SelectQuery {
  const { id, exists } = source.actor;
  const rows = rowsOf(source);
  const firsts = select({
    select: [...partColumns(source.parts), alias('first', call('min', bucketAt(source, field('timestamp'))))],
    select_from: from('events'),
    where: exists ? and(rows, exists) : rows,
    group_by: [...partFields(source), id],
  });
  return overRows(source, firsts, field('first'), call('count'));
}

/** A statistic over the number of events of each actor. */
function perActor(source: SeriesSource, statistic: Statistic): SelectQuery {
  const { id, exists } = source.actor;
  const rows = rowsOf(source);
  const counts = perMember(source, id, call('count'), exists ? and(rows, exists) : rows);
  return overRows(source, counts, memberBucket(source), statisticOf(statistic, field('amount')));
}

/** A statistic over the durations of sessions, each counted once per bucket and breakdown value. */
function perSession(source: SeriesSource, statistic: Statistic): SelectQuery {
  const session = field('$session_id');
  const ofSession = call('any', field('session', '$session_duration'));
  // Rows without a session have no duration, but their breakdown values are there.
  const known = call('if', compare(session, '==', constant('')), constant(null), ofSession);
  const durations = perMember(source, session, multiplied(source.node, known), rowsOf(source));
  return overRows(source, durations, memberBucket(source), statisticOf(statistic, field('amount')));
}

/** The bucket of a row of `perMember`; total values have one. */
function memberBucket({ frame }: SeriesSource): Expr {
  return frame.isTotal ? constant(0) : field('member_bucket');
}

/** One amount per actor or session, bucket and breakdown value. */
function perMember(source: SeriesSource, member: Expr, amount: Expr, where: Expr): SelectQuery {
  return select({
    select: [
      ...partColumns(source.parts),
      alias('member_bucket', bucketAt(source, field('timestamp'))),
      alias('amount', amount),
    ],
    select_from: from('events'),
    where,
    group_by: [...partFields(source), ...(source.frame.isTotal ? [] : [field('member_bucket')]), member],
  });
}

/** Actors whose first event, of the name (or of the filters), lies in the period and passes all filters. */
function firstTimes(source: SeriesSource, ignoresFilters: boolean): SelectQuery {
  const { id, exists } = source.actor;
  const { rowsFrom, to } = source.period.buckets.bounds;
  const history = and(ignoresFilters ? source.named : source.matched, upTo(to), ...(exists ? [exists] : []));
  // Events of one instant are ordered by their ids, so that the answer does not depend on the order of reading.
  const place = tuple(field('timestamp'), field('uuid'));
  const ofFirst = (expr: Expr) => call('argMin', expr, place);
  const passes = ignoresFilters ? source.filters : constant(true);
  const mayFail = !isAlways(passes);
  const firsts = select({
    select: [
      ...partColumns(source.parts.map(ofFirst)),
      alias('first', call('min', field('timestamp'))),
      ...(mayFail ? [alias('passes', ofFirst(call('if', passes, constant(1), constant(0))))] : []),
    ],
    select_from: from('events'),
    where: history,
    group_by: [id],
  });
  return {
    ...overRows(source, firsts, bucketAt(source, field('first')), call('count')),
    where: and(
      compare(field('first'), '>=', instantConstant(rowsFrom)),
      ...(mayFail ? [compare(field('passes'), '==', constant(1))] : []),
    ),
  };
}

/** A second aggregation over rows that carry the breakdown columns. */
function overRows(source: SeriesSource, rows: SelectQuery, bucket: Expr, value: Expr): SelectQuery {
  return select({
    select: [...partFields(source), alias('bucket', bucket), alias('value', value)],
    select_from: from(rows),
    ...grouped(source),
  });
}
