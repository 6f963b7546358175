import { instantConstant } from '../../filters/instant-constant.ts';
import { readSubject } from '../../filters/read-subject.ts';
import type { Expr, SelectQuery } from '../../language/ast.ts';
import {
  alias,
  and,
  call,
  compare,
  constant,
  field,
  from,
  internalCall,
  isAlways,
  lambda,
  or,
  select,
  tuple,
} from '../../language/build.ts';
import { actorOf } from '../actor.ts';
import { breakdownText } from '../breakdown-text.ts';
import { bucketIndex } from '../bucket-index.ts';
import { queryFilters, rowsThatExist, upTo } from '../row-conditions.ts';
import { nameCondition, nodeFilters } from '../series-condition.ts';
import type { RetentionFrame } from './retention-frame.ts';

/**
 * One row per actor that is in a cohort:
 * - `cohorts`: list of (breakdown value, period number, time of the cohort event in microseconds; 0 where no clock runs),
 *   each with the sum of its own events as fourth item where sums and means of a property are asked for
 * - `returned`: when it came back: period numbers, or for 24-hour windows times in microseconds
 * - `amounts`: list of (the same, number); only for sums and means of a property
 */
export function actorCohorts(frame: RetentionFrame): SelectQuery {
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
  const time = field('timestamp');
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
    inRange: compare(time, '>=', instantConstant(from)),
    value: part ? breakdownText(part, context) : constant(''),
    period: periodOf(frame, time),
    clock: hasClock(frame) ? internalCall('_microseconds', time) : constant(0),
  };
}

/** Number of the period of the answer in which an instant lies. */
function periodOf({ buckets, interval }: RetentionFrame, at: Expr): Expr {
  return bucketIndex(at, buckets.first, interval);
}

/** Each actor has its own clock, from its cohort event on. */
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

function recurring(frame: RetentionFrame, parts: Parts): SelectQuery {
  const isTarget = and(parts.isTarget, parts.passesOwnFilters);
  const returned = alias('returned', returnedOf(frame, parts, parts.isReturn));
  const rows = {
    select_from: from('events'),
    where: and(parts.exists, parts.inRange, or(isTarget, parts.isReturn)),
    group_by: [field('actor')],
  };
  // Numbers alone are much cheaper to collect than tuples.
  if (!frame.breakdown && !hasClock(frame) && !hasAmounts(frame)) {
    const periods = alias('periods', distinctPeriods(frame, parts.period, isTarget));
    const actors = select({
      select: [alias('actor', parts.actor), periods, returned],
      ...rows,
      having: call('notEmpty', field('periods')),
    });
    const asCohort = lambda(['p'], tuple(constant(''), field('p'), constant(0)));
    const cohorts = call('arrayMap', asCohort, field('periods'));
    return select({
      select: [field('actor'), alias('cohorts', cohorts), field('returned')],
      select_from: from(actors),
    });
  }
  return select({
    select: [
      alias('actor', parts.actor),
      alias('cohorts', cohortsOf(frame, parts, isTarget)),
      returned,
      ...(hasAmounts(frame) ? [amountsOf(frame, parts, parts.isReturn)] : []),
    ],
    ...rows,
    having: call('notEmpty', field('cohorts')),
  });
}

function cohortsOf(frame: RetentionFrame, parts: Parts, isTarget: Expr): Expr {
  const { value, period, clock } = parts;
  if (hasAmounts(frame)) {
    const events = tuple(value, period, clock, amountOf(frame));
    return summedCohorts(call('groupArrayIf', events, isTarget));
  }
  const cohorts = call('groupUniqArrayIf', tuple(value, period, clock), isTarget);
  return hasClock(frame) ? firstOfEach(cohorts) : cohorts;
}

/** Each period of the rows that meet a condition once: as bits of one number where they have room in it. */
function distinctPeriods(frame: RetentionFrame, period: Expr, condition: Expr): Expr {
  const isMask = frame.buckets.count <= 64;
  return isMask
    ? internalCall('_distinctSmall', period, condition)
    : call('groupUniqArrayIf', period, condition);
}

/** The first target event of all history decides; actors whose first one lies before the range are in no cohort. */
function firstOnly(
  frame: RetentionFrame,
  parts: Parts,
  type: 'retention_first_time' | 'retention_first_ever_occurrence',
): SelectQuery {
  const isEver = type === 'retention_first_ever_occurrence';
  const own = and(parts.isTarget, parts.passesOwnFilters);
  const isTarget = isEver ? parts.isTarget : own;
  const mayFail = isEver && !isAlways(parts.passesOwnFilters);
  const isReturn = and(parts.isReturn, parts.inRange);
  // Events of one instant are ordered by their ids, so that the answer does not depend on the order of reading.
  const place = tuple(field('timestamp'), field('uuid'));
  const ofFirst = (expr: Expr) => call('argMinIf', expr, place, isTarget);
  const time = field('timestamp');
  const history = select({
    select: [
      alias('actor', parts.actor),
      alias('targets', call('countIf', isTarget)),
      alias('first_time', call('minIf', time, isTarget)),
      ...(frame.breakdown ? [alias('first_value', ofFirst(parts.value))] : []),
      ...(mayFail
        ? [alias('passes', ofFirst(call('if', parts.passesOwnFilters, constant(1), constant(0))))]
        : []),
      alias('returned', returnedOf(frame, parts, isReturn)),
      ...(hasAmounts(frame)
        ? [amountsOf(frame, parts, isReturn), ownEventsOf(frame, parts, and(own, parts.inRange))]
        : []),
    ],
    select_from: from('events'),
    where: and(parts.exists, or(isTarget, isReturn)),
    group_by: [field('actor')],
  });
  const first = field('first_time');
  const value = frame.breakdown ? field('first_value') : constant('');
  const period = periodOf(frame, first);
  const cohort = tuple(
    value,
    period,
    hasClock(frame) ? internalCall('_microseconds', first) : constant(0),
    ...(hasAmounts(frame) ? [sumOfOwn(value, period)] : []),
  );
  return select({
    select: [
      field('actor'),
      alias('cohorts', { kind: 'Array', exprs: [cohort] }),
      field('returned'),
      ...(hasAmounts(frame) ? [field('amounts')] : []),
    ],
    select_from: from(history),
    where: and(
      compare(field('targets'), '>', constant(0)),
      compare(field('first_time'), '>=', instantConstant(frame.buckets.bounds.from)),
      ...(mayFail ? [compare(field('passes'), '==', constant(1))] : []),
    ),
  });
}

/** (value, period, number) of each target event. */
function ownEventsOf(frame: RetentionFrame, { value, period }: Parts, isTarget: Expr): Expr {
  return alias('own_events', call('groupArrayIf', tuple(value, period, amountOf(frame)), isTarget));
}

/** Sum of the amounts of an actor's target events in the cohort of that value and period. */
function sumOfOwn(value: Expr, period: Expr): Expr {
  const isIn = and(compare(item(field('e'), 1), '==', value), compare(item(field('e'), 2), '==', period));
  const amount = call('if', isIn, item(field('e'), 3), { kind: 'Constant', value: 0, type: 'Float64' });
  return call('arraySum', lambda(['e'], amount), field('own_events'));
}

/** Of the cohorts of each value and period the one with the lowest clock: the first event of a cohort starts it. */
function firstOfEach(cohorts: Expr): Expr {
  const sorted = call('arraySort', cohorts);
  return call('arrayFilter', lambda(['c', 'n'], isFirst(field('n'))), sorted, placeInCohort(sorted));
}

/** The same, each with the sum of the amounts of its events. */
function summedCohorts(events: Expr): Expr {
  const sorted = call('arraySort', events);
  const groups = call('arraySplit', lambda(['e', 'n'], isFirst(field('n'))), sorted, placeInCohort(sorted));
  const first = call('arrayElement', field('g'), constant(1));
  const sum = call('arraySum', lambda(['e'], item(field('e'), 4)), field('g'));
  const cohort = tuple(item(first, 1), item(first, 2), item(first, 3), sum);
  return call('arrayMap', lambda(['g'], cohort), groups);
}

/** Of each event of a sorted list, which one it is of its value and period, from 1. */
function placeInCohort(sorted: Expr): Expr {
  const part = (index: number) => call('arrayMap', lambda(['c'], item(field('c'), index)), sorted);
  return call('arrayEnumerateUniq', part(1), part(2));
}

function isFirst(place: Expr): Expr {
  return compare(place, '==', constant(1));
}

function item(of: Expr, index: number): Expr {
  return { kind: 'TupleAccess', tuple: of, index };
}

/**
 * When the actor came back: the periods in which it did so often enough, or, in ascending order, all times by which
 * its clocks have to count.
 */
function returnedOf(frame: RetentionFrame, parts: Parts, isReturn: Expr): Expr {
  const { minimumOccurrences = 1 } = frame.query.retentionFilter;
  const at = hasClock(frame) ? parts.clock : parts.period;
  if (minimumOccurrences === 1) {
    return hasClock(frame) ? call('groupUniqArrayIf', at, isReturn) : distinctPeriods(frame, at, isReturn);
  }
  const sorted = call('arraySort', call('groupArrayIf', at, isReturn));
  return hasClock(frame) ? sorted : call('arrayDistinct', oftenEnough(sorted, minimumOccurrences));
}

/** Items of a sorted list that it has at least so often, not yet distinct. No lambda captures the list. */
export function oftenEnough(sorted: Expr, times: number): Expr {
  const first = call('arraySlice', sorted, constant(1), constant(1 - times));
  const last = call('arraySlice', sorted, constant(times));
  return call('arrayFilter', lambda(['f', 'l'], compare(field('f'), '==', field('l'))), first, last);
}

/** (time by the clocks or period, number) of each return. */
function amountsOf(frame: RetentionFrame, parts: Parts, isReturn: Expr): Expr {
  const at = hasClock(frame) ? parts.clock : parts.period;
  return alias('amounts', call('groupArrayIf', tuple(at, amountOf(frame)), isReturn));
}

/** The property as a number, 0 where it is none. */
function amountOf(frame: RetentionFrame): Expr {
  const { aggregationProperty = '', aggregationPropertyType = 'event' } = frame.query.retentionFilter;
  const reference = { type: aggregationPropertyType, key: aggregationProperty };
  const number = readSubject(reference, 'events', 'retentionFilter.aggregationProperty').number;
  return call('ifNull', number, { kind: 'Constant', value: 0, type: 'Float64' });
}
