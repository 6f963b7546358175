import { instantConstant } from '../../filters/instant-constant.ts';
import { readSubject } from '../../filters/read-subject.ts';
import type { Expr, SelectStatement } from '../../language/ast.ts';
import { and, constant, field, isAlways, typedConstant } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import { actorOf } from '../actor.ts';
import { breakdownText } from '../breakdown-text.ts';
import { bucketIndex } from '../bucket-index.ts';
import { queryFilters, rowsThatExist, upTo } from '../row-conditions.ts';
import { nameCondition, nodeFilters } from '../series-condition.ts';
import type { RetentionFrame } from './retention-frame.ts';

/**
 * One row per actor that is in a cohort:
 * - `cohorts`: list of (breakdown value, period number, time of the cohort event in microseconds; 0 where no clock
 *   runs), each with the sum of its own events as fourth item where sums and means of a property are asked for
 * - `returned`: when it came back: period numbers, or for 24-hour windows times in microseconds
 * - `amounts`: list of (the same, number); only for sums and means of a property
 */
export function actorCohorts(frame: RetentionFrame): SelectStatement {
  const parts = partsOf(frame);
  const type = frame.query.retentionFilter.retentionType ?? 'retention_recurring';
  return type === 'retention_recurring' ? recurring(frame, parts) : firstOnly(frame, parts, type);
}

interface Parts {
  readonly actor: Expr;
  readonly exists: Expr;
  readonly isTarget: Expr;
  readonly passesOwnFilters: Expr;
  readonly isReturn: Expr;
  readonly inRange: Expr;
  readonly value: Expr;
  readonly period: Expr;
  readonly clock: Expr;
}

function partsOf(frame: RetentionFrame): Parts {
  const { query, context, buckets, target, returning } = frame;
  const actor = actorOf(query.aggregation_group_type_index);
  const { from, to } = buckets.bounds;
  const [part] = frame.breakdown?.parts ?? [];
  return {
    actor: actor.id,
    exists: and(
      queryFilters(query, context),
      rowsThatExist(query, context),
      upTo(to),
      ...(actor.exists ? [actor.exists] : []),
    ),
    isTarget: nameCondition(target, context, 'retentionFilter.targetEntity'),
    passesOwnFilters: nodeFilters(target, context, 'retentionFilter.targetEntity'),
    isReturn: and(
      nameCondition(returning, context, 'retentionFilter.returningEntity'),
      nodeFilters(returning, context, 'retentionFilter.returningEntity'),
    ),
    inRange: expression`timestamp >= ${instantConstant(from)}`,
    value: part ? breakdownText(part, context) : constant(''),
    period: periodOf(frame, field('timestamp')),
    clock: hasClock(frame) ? expression`_microseconds(timestamp)` : constant(0),
  };
}

/** Number of the period of the answer in which an instant lies. */
function periodOf({ buckets, interval }: RetentionFrame, at: Expr): Expr {
  return bucketIndex(at, buckets.first, interval);
}

/** True when each actor has its own clock, which starts with the cohort event of the actor. */
export function hasClock({ query }: RetentionFrame): boolean {
  return query.retentionFilter.timeWindowMode === '24_hour_windows';
}

/** True when cells carry the sum or mean of a property. */
export function hasAmounts({ query }: RetentionFrame): boolean {
  const { aggregationType = 'count' } = query.retentionFilter;
  return aggregationType !== 'count';
}

/** Length of a period on an actor's clock. */
export function windowMicroseconds({ period }: RetentionFrame): number {
  return HOURS[period] * 3_600_000_000;
}

const HOURS = { Hour: 1, Day: 24, Week: 7 * 24, Month: 30 * 24 } as const;

function recurring(frame: RetentionFrame, parts: Parts): SelectStatement {
  const isTarget = and(parts.isTarget, parts.passesOwnFilters);
  const rows = [parts.exists, parts.inRange, expression`${isTarget} OR ${parts.isReturn}`];
  const returned = returnedOf(frame, parts, parts.isReturn);
  // Numbers alone are much cheaper to collect than tuples.
  if (!frame.breakdown && !hasClock(frame) && !hasAmounts(frame)) {
    return statement`
      SELECT actor, arrayMap(p -> ('', p, 0), periods) AS cohorts, returned
      FROM (
        SELECT
          ${parts.actor} AS actor,
          ${distinctPeriods(frame, parts.period, isTarget)} AS periods,
          ${returned} AS returned
        FROM events WHERE ${rows} GROUP BY actor HAVING notEmpty(periods)
      )`;
  }
  return statement`
    SELECT
      ${parts.actor} AS actor,
      ${cohortsOf(frame, parts, isTarget)} AS cohorts,
      ${returned} AS returned,
      ${hasAmounts(frame) ? amountsOf(frame, parts, parts.isReturn) : undefined} AS amounts
    FROM events WHERE ${rows} GROUP BY actor HAVING notEmpty(cohorts)`;
}

function cohortsOf(frame: RetentionFrame, { value, period, clock }: Parts, isTarget: Expr): Expr {
  if (hasAmounts(frame)) {
    return summedCohorts(
      expression`groupArrayIf((${value}, ${period}, ${clock}, ${amountOf(frame)}), ${isTarget})`,
    );
  }
  const cohorts = expression`groupUniqArrayIf((${value}, ${period}, ${clock}), ${isTarget})`;
  return hasClock(frame) ? firstOfEach(cohorts) : cohorts;
}

/** Each period of the rows that meet a condition, once. The periods are bits of one number where they fit into one. */
function distinctPeriods(frame: RetentionFrame, period: Expr, condition: Expr): Expr {
  return frame.buckets.count <= 64
    ? expression`_distinctSmall(${period}, ${condition})`
    : expression`groupUniqArrayIf(${period}, ${condition})`;
}

/** Cohorts by the first target event of all history; an actor whose first one lies before the range is in no cohort. */
function firstOnly(
  frame: RetentionFrame,
  parts: Parts,
  type: 'retention_first_time' | 'retention_first_ever_occurrence',
): SelectStatement {
  const isEver = type === 'retention_first_ever_occurrence';
  const own = and(parts.isTarget, parts.passesOwnFilters);
  const isTarget = isEver ? parts.isTarget : own;
  const mayFail = isEver && !isAlways(parts.passesOwnFilters);
  const isReturn = and(parts.isReturn, parts.inRange);
  // Events of one instant are ordered by their ids, so that the answer does not depend on the order of reading.
  const ofFirst = (expr: Expr) => expression`argMinIf(${expr}, _eventOrder(timestamp, uuid), ${isTarget})`;
  const passes = expression`if(${parts.passesOwnFilters}, 1, 0)`;
  const [amounts, ownEvents] = hasAmounts(frame)
    ? [amountsOf(frame, parts, isReturn), ownEventsOf(frame, parts, and(own, parts.inRange))]
    : [];
  const first = field('first_time');
  const value = frame.breakdown ? field('first_value') : constant('');
  const period = periodOf(frame, first);
  const clock = hasClock(frame) ? expression`_microseconds(first_time)` : 0;
  const ownAmount = hasAmounts(frame) ? sumOfOwn(value, period) : undefined;
  return statement`
    SELECT actor, [(${value}, ${period}, ${clock}, ${ownAmount})] AS cohorts, returned, ${amounts && field('amounts')}
    FROM (
      SELECT
        ${parts.actor} AS actor,
        countIf(${isTarget}) AS targets,
        minIf(timestamp, ${isTarget}) AS first_time,
        ${frame.breakdown && ofFirst(parts.value)} AS first_value,
        ${mayFail ? ofFirst(passes) : undefined} AS passes,
        ${returnedOf(frame, parts, isReturn)} AS returned,
        ${amounts} AS amounts,
        ${ownEvents} AS own_events
      FROM events
      WHERE ${parts.exists} AND (${isTarget} OR ${isReturn})
      GROUP BY actor
    )
    WHERE targets > 0 AND first_time >= ${instantConstant(frame.buckets.bounds.from)}
      AND ${mayFail ? expression`passes = 1` : undefined}`;
}

/** (value, period, number) of each target event. */
function ownEventsOf(frame: RetentionFrame, { value, period }: Parts, isTarget: Expr): Expr {
  return expression`groupArrayIf((${value}, ${period}, ${amountOf(frame)}), ${isTarget})`;
}

/** Sum of the amounts of an actor's target events in the cohort of that value and period. */
function sumOfOwn(value: Expr, period: Expr): Expr {
  return expression`arraySum(e -> if(e.1 = ${value} AND e.2 = ${period}, e.3, ${ZERO}), own_events)`;
}

const ZERO = typedConstant(0, 'Float64');

/**
 * Of the cohorts with the same value and period, the one with the lowest clock: the first event of a cohort starts it.
 */
function firstOfEach(cohorts: Expr): Expr {
  const sorted = expression`arraySort(${cohorts})`;
  return expression`arrayFilter((c, n) -> n = 1, ${sorted}, ${placeInCohort(sorted)})`;
}

/** The cohorts of `firstOfEach`, each with the sum of the amounts of its events. */
function summedCohorts(events: Expr): Expr {
  const sorted = expression`arraySort(${events})`;
  return expression`
    arrayMap(
      g -> (
        arrayElement(g, 1).1, arrayElement(g, 1).2, arrayElement(g, 1).3,
        arraySum(e -> e.4, g)
      ),
      arraySplit((e, n) -> n = 1, ${sorted}, ${placeInCohort(sorted)})
    )`;
}

/** For each event of a sorted list, its number among the events of the same value and period, from 1. */
function placeInCohort(sorted: Expr): Expr {
  return expression`arrayEnumerateUniq(arrayMap(c -> c.1, ${sorted}), arrayMap(c -> c.2, ${sorted}))`;
}

/**
 * When the actor came back: the periods in which it did so often enough, or, where each actor has a clock, all times of
 * its returns in ascending order.
 */
function returnedOf(frame: RetentionFrame, parts: Parts, isReturn: Expr): Expr {
  const { minimumOccurrences = 1 } = frame.query.retentionFilter;
  const at = hasClock(frame) ? parts.clock : parts.period;
  if (minimumOccurrences === 1) {
    return hasClock(frame)
      ? expression`groupUniqArrayIf(${at}, ${isReturn})`
      : distinctPeriods(frame, at, isReturn);
  }
  const sorted = expression`arraySort(groupArrayIf(${at}, ${isReturn}))`;
  return hasClock(frame) ? sorted : expression`arrayDistinct(${oftenEnough(sorted, minimumOccurrences)})`;
}

/** The items that a sorted list has at least `times` times, not yet distinct. No lambda captures the list. */
export function oftenEnough(sorted: Expr, times: number): Expr {
  return expression`
    arrayFilter((f, l) -> f = l, arraySlice(${sorted}, 1, ${1 - times}), arraySlice(${sorted}, ${times}))`;
}

/** (time or period, number) of each return; the time where each actor has a clock. */
function amountsOf(frame: RetentionFrame, parts: Parts, isReturn: Expr): Expr {
  const at = hasClock(frame) ? parts.clock : parts.period;
  return expression`groupArrayIf((${at}, ${amountOf(frame)}), ${isReturn})`;
}

/** The property as a number, 0 where it is none. */
function amountOf(frame: RetentionFrame): Expr {
  const { aggregationProperty = '', aggregationPropertyType = 'event' } = frame.query.retentionFilter;
  const reference = { type: aggregationPropertyType, key: aggregationProperty };
  const { number } = readSubject(reference, 'events', 'retentionFilter.aggregationProperty');
  return expression`ifNull(${number}, ${ZERO})`;
}
