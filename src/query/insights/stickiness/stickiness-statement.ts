import { AppError } from '../../../base/errors.ts';
import type { SeriesNode } from '../../../schema/insights/series-node.ts';
import type { StickinessQuery } from '../../../schema/insights/stickiness-query.ts';
import type { Buckets } from '../../filters/buckets.ts';
import type { CompareOperator, Expr, SelectStatement } from '../../language/ast.ts';
import { compare, constant, field } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import { type Actor, actorOf } from '../actor.ts';
import { smallBucketIndex } from '../bucket-index.ts';
import type { InsightContext } from '../insight-context.ts';
import { between, queryFilters, rowsThatExist } from '../row-conditions.ts';
import { rowExpression } from '../row-expression.ts';
import { seriesCondition } from '../series-condition.ts';
import { periodCount } from './shape-stickiness.ts';

/**
 * (active_periods, actors): how many actors of one series were active in so many periods, for each number that occurs.
 * @param index place of the series in the query
 */
export function stickinessStatement(
  query: StickinessQuery,
  context: InsightContext,
  buckets: Buckets,
  index: number,
): SelectStatement {
  return statement`
    SELECT active_periods, count() AS actors
    FROM ${activePeriods(query, context, buckets, index)}
    WHERE active_periods <= ${periodCount(query, buckets)}
    GROUP BY active_periods`;
}

/** (active_periods): one row per actor. A period without events has no row, so it is never active. */
function activePeriods(
  query: StickinessQuery,
  context: InsightContext,
  buckets: Buckets,
  index: number,
): SelectStatement {
  const attr = `series.${index}`;
  const node = query.series[index];
  const actor = stickinessActor(node, attr);
  const rows = expression`
    ${node && seriesCondition(node, context, attr)}
    AND ${[queryFilters(query, context), rowsThatExist(query, context)]}
    AND ${between(buckets.bounds.rowsFrom, buckets.bounds.to)} AND ${actor.exists}`;
  const period = periodOf(query, buckets);
  if (isOneEnough(query)) {
    return statement`
      SELECT uniqExact(${period}) AS active_periods FROM events WHERE ${rows} GROUP BY ${actor.id}`;
  }
  return statement`
    SELECT count() AS active_periods
    FROM (
      SELECT ${actor.id} AS actor, ${period} AS period, count() AS events
      FROM events WHERE ${rows} GROUP BY actor, period
    )
    WHERE ${criteria(query)}
    GROUP BY actor`;
}

/** Number of the period of an event. Periods of several intervals are counted back from the end of the range. */
function periodOf({ intervalCount = 1 }: StickinessQuery, { first, count, interval }: Buckets): Expr {
  const bucket = smallBucketIndex(field('timestamp'), first, interval);
  return intervalCount === 1 ? bucket : expression`intDiv(${count - 1} - ${bucket}, ${intervalCount})`;
}

function stickinessActor(node: SeriesNode | undefined, attr: string): Actor {
  if (node?.math === 'unique_group') return actorOf(node.math_group_type_index ?? 0);
  if (node?.math !== 'hogql') return actorOf(undefined);
  if (node.math_hogql === undefined) {
    throw new AppError('invalid_value', 'math hogql needs math_hogql.', { attr: `${attr}.math_hogql` });
  }
  const id = rowExpression(node.math_hogql, `${attr}.math_hogql`);
  return { id, exists: expression`${id} IS NOT NULL AND toString(${id}) != ''` };
}

const CRITERIA: Readonly<Record<'gte' | 'lte' | 'exact', CompareOperator>> = {
  gte: '>=',
  lte: '<=',
  exact: '==',
};

/** True when one event makes a period active, so that events need not be counted. */
function isOneEnough({ stickinessFilter }: StickinessQuery): boolean {
  const { operator = 'gte', value = 1 } = stickinessFilter?.stickinessCriteria ?? {};
  return operator === 'gte' && value <= 1;
}

/** Which numbers of events make a period active. */
function criteria({ stickinessFilter }: StickinessQuery): Expr {
  const { operator = 'gte', value = 1 } = stickinessFilter?.stickinessCriteria ?? {};
  return compare(field('events'), CRITERIA[operator], constant(value));
}
