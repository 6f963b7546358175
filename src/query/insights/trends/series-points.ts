import { unreachable } from '../../../base/invariant.ts';
import { instantConstant } from '../../filters/instant-constant.ts';
import { isOfMonths } from '../../filters/interval.ts';
import type { Expr, SelectStatement } from '../../language/ast.ts';
import { field, isAlways } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import type { Actor } from '../actor.ts';
import { between, upTo } from '../row-conditions.ts';
import { pageOf, pagesOf, placeInPage } from './list-pages.ts';
import {
  type MathShape,
  mathExpression,
  mathNumber,
  mathShape,
  multiplied,
  type Statistic,
  scalesWithSample,
  statisticOf,
} from './math-aggregate.ts';
import { rollingPoints } from './rolling-points.ts';
import { bucketAt, partColumns, partFields, type SeriesSource } from './series-source.ts';

/** The points of one series in one period. */
export interface SeriesPoints {
  /** Place of the series in the query. */
  readonly series: number;
  /** (part_1, .., part_n, bucket, value). A bucket without a row is 0. */
  readonly rows: SelectStatement;
  /** Rows are (part_1, .., part_n, [page,] dense) instead: the list of numbers per breakdown value, or a page of it. */
  readonly areDense: boolean;
  /** True when values are changes from one bucket to the next, whose running sum is the series. */
  readonly areChanges: boolean;
  /** True when the values of a sample are scaled up. */
  readonly areScaled: boolean;
}

/**
 * The points of a series, by the maths of the series.
 * @throws invalid_value, invalid_filter and the codes of the SQL dialect for its expressions
 */
export function seriesPoints(source: SeriesSource): SeriesPoints {
  const shape = effectiveShape(source);
  return {
    series: source.index,
    rows: pointsOf(source, shape),
    areDense: shape.kind === 'events' && source.parts.length > 0,
    areChanges: shape.kind === 'rolling actors' && !source.frame.isTotal,
    areScaled: scalesWithSample(shape),
  };
}

function pointsOf(source: SeriesSource, shape: MathShape): SelectStatement {
  const { frame, node, attr, parts } = source;
  switch (shape.kind) {
    case 'events':
      return parts.length > 0 ? countedLists(source) : aggregated(source, expression`count()`);
    case 'actors':
      return frame.isCumulative ? firstBuckets(source) : countedActors(source, rowsOf(source));
    case 'sessions':
      return aggregated(source, expression`uniqExact(nullIf($session_id, ''))`);
    case 'property':
      return aggregated(source, statisticOf(shape.statistic, mathNumber(node, attr)));
    case 'session duration':
      return perSession(source, shape.statistic);
    case 'events per actor':
      return perActor(source, shape.statistic);
    case 'rolling actors':
      return frame.isTotal
        ? countedActors(source, lastDays(source, shape.days))
        : rollingPoints(source, shape.days);
    case 'first time':
      return firstTimes(source, shape.ignoresFilters);
    case 'expression':
      return aggregated(source, mathExpression(node, attr));
    default:
      return unreachable(shape);
  }
}

const TIME = field('timestamp');

/** The maths that is computed: rolling actors over buckets as long as the window are plain actors. */
function effectiveShape(source: SeriesSource): MathShape {
  const shape = mathShape(source.node, source.attr);
  if (shape.kind !== 'rolling actors' || source.frame.isTotal) return shape;
  const { interval } = source.frame;
  const isPlain = isOfMonths(interval) || (interval === 'week' && shape.days === 7);
  return isPlain ? { kind: 'actors' } : shape;
}

/** Rows of the series in the period. */
function rowsOf({ matched, period }: SeriesSource): Expr {
  const { rowsFrom, to } = period.buckets.bounds;
  return expression`${matched} AND ${between(rowsFrom, to)}`;
}

/** Rows of the last days before the end of the period, whatever its start. */
function lastDays({ matched, period }: SeriesSource, days: number): Expr {
  const { to } = period.buckets.bounds;
  return expression`${matched} AND ${between(to.subtract({ days }), to)}`;
}

/** One aggregate per bucket and breakdown value. */
function aggregated(source: SeriesSource, value: Expr, rows = rowsOf(source)): SelectStatement {
  return statement`
    SELECT ${partColumns(source.parts)}, ${bucketAt(source, TIME)} AS bucket, ${value} AS value
    FROM events WHERE ${rows} GROUP BY ${keysOf(source, 'bucket')}`;
}

/** The breakdown values and the bucket; total values have one bucket. */
function keysOf({ frame }: SeriesSource, bucket: string): readonly Expr[] {
  return [...partFields(frame), ...(frame.isTotal ? [] : [field(bucket)])];
}

/**
 * (part_1, .., part_n, [page,] dense): the events per bucket as lists. With many values this halves the work for
 * groups.
 */
function countedLists(source: SeriesSource): SelectStatement {
  const pages = pagesOf(source.frame, source.period);
  const bucket = bucketAt(source, TIME);
  const isWhole = pages.count === 1;
  return statement`
    SELECT
      ${partColumns(source.parts)},
      ${isWhole ? undefined : pageOf(bucket, pages)} AS page,
      _countDense(${pages.length})(${placeInPage(bucket, pages)}) AS dense
    FROM events
    WHERE ${rowsOf(source)}
    GROUP BY ${partFields(source.frame)}, ${isWhole ? undefined : field('page')}`;
}

function countedActors(source: SeriesSource, rows: Expr): SelectStatement {
  const { id, exists } = source.actor;
  return aggregated(source, expression`uniqExact(${id})`, expression`${rows} AND ${exists}`);
}

/** Actors by the first bucket of the period in which each is active; the running sum then counts each actor once. */
function firstBuckets(source: SeriesSource): SelectStatement {
  const { id, exists } = source.actor;
  const parts = partFields(source.frame);
  return statement`
    SELECT ${parts}, first AS bucket, count() AS value
    FROM (
      SELECT ${partColumns(source.parts)}, min(${bucketAt(source, TIME)}) AS first
      FROM events WHERE ${rowsOf(source)} AND ${exists} GROUP BY ${parts}, ${id}
    )
    GROUP BY ${keysOf(source, 'bucket')}`;
}

/** A statistic over the number of events of each actor. */
function perActor(source: SeriesSource, statistic: Statistic): SelectStatement {
  return overMembers(source, source.actor, expression`count()`, statistic);
}

/** A statistic over the durations of sessions, each counted once per bucket and breakdown value. */
function perSession(source: SeriesSource, statistic: Statistic): SelectStatement {
  // Rows without a session have no duration, but their breakdown values still appear in the answer.
  const duration = expression`if($session_id = '', NULL, any(session.$session_duration))`;
  return overMembers(source, { id: field('$session_id') }, multiplied(source.node, duration), statistic);
}

/** A statistic over one amount per actor or session, bucket and breakdown value. */
function overMembers(
  source: SeriesSource,
  { id, exists }: Actor,
  amount: Expr,
  statistic: Statistic,
): SelectStatement {
  return statement`
    SELECT
      ${partFields(source.frame)},
      ${source.frame.isTotal ? 0 : field('member_bucket')} AS bucket,
      ${statisticOf(statistic, field('amount'))} AS value
    FROM (
      SELECT ${partColumns(source.parts)}, ${bucketAt(source, TIME)} AS member_bucket, ${amount} AS amount
      FROM events WHERE ${rowsOf(source)} AND ${exists} GROUP BY ${keysOf(source, 'member_bucket')}, ${id}
    )
    GROUP BY ${keysOf(source, 'bucket')}`;
}

/**
 * Actors whose first event lies in the period and passes all filters. The first event is the first one of the name or
 * action if `ignoresFilters`, else the first one that also passes the filters.
 */
function firstTimes(source: SeriesSource, ignoresFilters: boolean): SelectStatement {
  const { id, exists } = source.actor;
  const { rowsFrom, to } = source.period.buckets.bounds;
  // Events of one instant are ordered by their ids, so that the answer does not depend on the order of reading.
  const ofFirst = (expr: Expr) => expression`argMin(${expr}, _eventOrder(timestamp, uuid))`;
  const mayFail = ignoresFilters && !isAlways(source.filters);
  return statement`
    SELECT ${partFields(source.frame)}, ${bucketAt(source, field('first'))} AS bucket, count() AS value
    FROM (
      SELECT
        ${partColumns(source.parts.map(ofFirst))},
        min(timestamp) AS first,
        ${mayFail ? ofFirst(expression`if(${source.filters}, 1, 0)`) : undefined} AS passes
      FROM events
      WHERE ${ignoresFilters ? source.named : source.matched} AND ${upTo(to)} AND ${exists}
      GROUP BY ${id}
    )
    WHERE first >= ${instantConstant(rowsFrom)} AND ${mayFail ? expression`passes = 1` : undefined}
    GROUP BY ${keysOf(source, 'bucket')}`;
}
