import type { Temporal } from 'temporal-polyfill';
import { AppError } from '../../../base/errors.ts';
import type { SeriesNode } from '../../../schema/insights/series-node.ts';
import type { StickinessQuery } from '../../../schema/insights/stickiness-query.ts';
import { bucketsOf } from '../../filters/buckets.ts';
import { comparisonPeriod } from '../../filters/comparison-period.ts';
import { needsEarliest, resolveDateRange } from '../../filters/date-range.ts';
import type { CompareOperator, Expr, SelectQuery } from '../../language/ast.ts';
import {
  alias,
  and,
  arithmetic,
  call,
  compare,
  constant,
  field,
  from,
  isNotNull,
  select,
} from '../../language/build.ts';
import { type Actor, actorOf } from '../actor.ts';
import { smallBucketIndex } from '../bucket-index.ts';
import { probeEarliest } from '../earliest-event.ts';
import type { InsightContext } from '../insight-context.ts';
import type { InsightPlan } from '../insight-plan.ts';
import { between, queryFilters, rowsThatExist } from '../row-conditions.ts';
import { rowExpression } from '../row-expression.ts';
import { seriesCondition } from '../series-condition.ts';
import { periodCount, type StickinessPeriod, shapeStickiness } from './shape-result.ts';

/**
 * Compiles a stickiness query: one statement per series and period, with one row (active periods, actors) per number
 * of active periods that occurs.
 * @throws AppError 400 codes, with the path of the member in the query
 */
export function compileStickiness(query: StickinessQuery, context: InsightContext): InsightPlan {
  const plan = (earliest?: Temporal.ZonedDateTime): InsightPlan => {
    const periods = periodsOf(query, context, earliest);
    const places = periods.flatMap((period) => query.series.map((node, index) => ({ period, node, index })));
    return {
      kind: 'rows',
      statements: places.map(({ period, node, index }) => actorsByCount(query, context, period, node, index)),
      shape: (tables) => shapeStickiness(query, context, periods, tables),
    };
  };
  return needsEarliest(query.dateRange) ? probeEarliest(query, context, plan) : plan();
}

function periodsOf(
  query: StickinessQuery,
  context: InsightContext,
  earliest: Temporal.ZonedDateTime | undefined,
): readonly StickinessPeriod[] {
  const interval = query.interval ?? 'day';
  const { compare: compares, compare_to } = query.compareFilter ?? {};
  const bounds = resolveDateRange(query.dateRange, context, {
    interval,
    attr: 'dateRange',
    ...(earliest && { earliest }),
  });
  const bucketed = (period: typeof bounds) => bucketsOf(period, interval, context.weekStartDay);
  const current: StickinessPeriod = { label: 'current', buckets: bucketed(bounds) };
  if (!compares || query.dateRange?.date_from === 'all') return [current];
  const previous = comparisonPeriod(bounds, context, {
    range: query.dateRange,
    interval,
    ...(compare_to !== undefined && { compareTo: compare_to }),
  });
  return [current, { label: 'previous', buckets: bucketed(previous) }];
}

/** (active_periods, actors) */
function actorsByCount(
  query: StickinessQuery,
  context: InsightContext,
  { buckets }: StickinessPeriod,
  node: SeriesNode,
  index: number,
): SelectQuery {
  const attr = `series.${index}`;
  const actor = stickinessActor(node, attr);
  const { rowsFrom, to } = buckets.bounds;
  const first = buckets.first;
  const bucket = smallBucketIndex(field('timestamp'), first, buckets.interval);
  // Periods of several intervals are counted backwards from the end.
  const fromEnd = arithmetic(constant(buckets.count - 1), '-', bucket);
  const { intervalCount = 1 } = query;
  const period = intervalCount === 1 ? bucket : call('intDiv', fromEnd, constant(intervalCount));
  const where = and(
    seriesCondition(node, context, attr),
    queryFilters(query, context),
    rowsThatExist(query, context),
    between(rowsFrom, to),
    ...(actor.exists ? [actor.exists] : []),
  );
  const activePerActor = isOneEnough(query)
    ? select({
        select: [alias('active_periods', call('uniqExact', period))],
        select_from: from('events'),
        where,
        group_by: [actor.id],
      })
    : countedPeriods(query, actor, period, where);
  return select({
    select: [field('active_periods'), alias('actors', call('count'))],
    select_from: from(activePerActor),
    where: compare(field('active_periods'), '<=', constant(periodCount(query, buckets))),
    group_by: [field('active_periods')],
  });
}

/** (active_periods): one row per actor that has periods whose number of events meets the criteria. */
function countedPeriods(query: StickinessQuery, actor: Actor, period: Expr, where: Expr): SelectQuery {
  const eventsPerPeriod = select({
    select: [alias('actor', actor.id), alias('period', period), alias('events', call('count'))],
    select_from: from('events'),
    where,
    group_by: [field('actor'), field('period')],
  });
  return select({
    select: [alias('active_periods', call('count'))],
    select_from: from(eventsPerPeriod),
    where: criteria(query),
    group_by: [field('actor')],
  });
}

function stickinessActor(node: SeriesNode, attr: string): Actor {
  if (node.math === 'unique_group') return actorOf(node.math_group_type_index ?? 0);
  if (node.math !== 'hogql') return actorOf(undefined);
  if (node.math_hogql === undefined) {
    throw new AppError('invalid_value', 'math hogql needs math_hogql.', { attr: `${attr}.math_hogql` });
  }
  const id = rowExpression(node.math_hogql, `${attr}.math_hogql`);
  return { id, exists: and(isNotNull(id), compare(call('toString', id), '!=', constant(''))) };
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

/** Which numbers of events make a period active. A period without events has no row, so it never is. */
function criteria({ stickinessFilter }: StickinessQuery): Expr {
  const { operator = 'gte', value = 1 } = stickinessFilter?.stickinessCriteria ?? {};
  return compare(field('events'), CRITERIA[operator], constant(value));
}
