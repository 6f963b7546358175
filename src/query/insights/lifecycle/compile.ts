import type { Temporal } from 'temporal-polyfill';
import type { LifecycleQuery } from '../../../schema/insights/lifecycle-query.ts';
import type { SeriesNode } from '../../../schema/insights/series-node.ts';
import { type Buckets, bucketsOf } from '../../filters/buckets.ts';
import { needsEarliest, resolveDateRange } from '../../filters/date-range.ts';
import { addIntervals } from '../../filters/interval.ts';
import type { Expr, JoinExpr, SelectQuery } from '../../language/ast.ts';
import {
  alias,
  and,
  arithmetic,
  call,
  compare,
  constant,
  field,
  from,
  internalCall,
  lambda,
  or,
  select,
  tuple,
} from '../../language/build.ts';
import { actorOf } from '../actor.ts';
import { bucketIndex, smallBucketIndex } from '../bucket-index.ts';
import { probeEarliest } from '../earliest-event.ts';
import type { InsightContext } from '../insight-context.ts';
import type { InsightPlan } from '../insight-plan.ts';
import { between, queryFilters, rowsThatExist } from '../row-conditions.ts';
import { seriesCondition } from '../series-condition.ts';
import { STATUSES, type Status, shapeLifecycle } from './shape-result.ts';

/**
 * Compiles a lifecycle query to one statement with one row (status, data) per status that occurs.
 * @throws AppError 400 codes, with the path of the member in the query
 */
export function compileLifecycle(query: LifecycleQuery, context: InsightContext): InsightPlan {
  const plan = (earliest?: Temporal.ZonedDateTime): InsightPlan => {
    const interval = query.interval ?? 'day';
    const bounds = resolveDateRange(query.dateRange, context, {
      interval,
      untruncated: query.dateRange?.explicitDate === true,
      attr: 'dateRange',
      ...(earliest && { earliest }),
    });
    const buckets = bucketsOf(bounds, interval, context.weekStartDay);
    return {
      kind: 'rows',
      statements: [countsByStatus(query, context, buckets)],
      shape: ([table]) => shapeLifecycle(query, context, buckets, table),
    };
  };
  return needsEarliest(query.dateRange) ? probeEarliest(query, context, plan) : plan();
}

/** (status, data): actors per bucket, as a list from the first bucket to the last. */
function countsByStatus(query: LifecycleQuery, context: InsightContext, buckets: Buckets): SelectQuery {
  const event = field('event_of_life');
  const exploded = select({
    select: [alias('event_of_life', call('arrayJoin', field('life')))],
    select_from: from(livesOfActors(query, context, buckets)),
  });
  // Period 0 is the one before the first bucket: it is looked at, but not part of the answer.
  const bucket = arithmetic(element(event, 1), '-', constant(1));
  const counts = select({
    select: [alias('status', element(event, 2)), alias('bucket', bucket), alias('actors', call('count'))],
    select_from: from(exploded),
    where: and(compare(bucket, '>=', constant(0)), compare(bucket, '<', constant(buckets.count))),
    group_by: [field('status'), field('bucket')],
  });
  const dense: Expr = {
    kind: 'Call',
    name: '_dense',
    params: [constant(Math.max(1, buckets.count))],
    args: [field('actors'), field('bucket')],
    internal: true,
  };
  return select({
    select: [field('status'), alias('data', dense)],
    select_from: from(counts),
    group_by: [field('status')],
  });
}

function element(pair: Expr, index: number): Expr {
  return { kind: 'TupleAccess', tuple: pair, index };
}

/** One row per actor with its list of (period, status). */
function livesOfActors(query: LifecycleQuery, context: InsightContext, buckets: Buckets): SelectQuery {
  const { origin, end } = window(buckets);
  const active = field('active');
  const previous = call('arrayPushFront', call('arrayPopBack', active), constant(NO_PERIOD));
  const next = call('arrayPushBack', call('arrayPopFront', active), constant(NO_PERIOD));
  const created = bucketIndex(field('creation', 'created_at'), origin, buckets.interval);
  const one = constant(1);
  const statusOf = call(
    'multiIf',
    and(isFirst(field('previous')), compare(field('period'), '==', created)),
    statusCode('new'),
    compare(field('previous'), '==', arithmetic(field('period'), '-', one)),
    statusCode('returning'),
    statusCode('resurrecting'),
  );
  const seen = call(
    'arrayMap',
    lambda(['period', 'previous'], tuple(field('period'), statusOf)),
    active,
    previous,
  );
  const afterPeriod = arithmetic(field('period'), '+', one);
  const lost = call(
    'arrayFilter',
    lambda(['period', 'next'], compare(field('next'), '!=', afterPeriod)),
    active,
    next,
  );
  const dormant = call('arrayMap', lambda(['period'], tuple(afterPeriod, statusCode('dormant'))), lost);
  return select({
    select: [alias('life', call('arrayConcat', seen, dormant))],
    select_from: withCreation(activePeriods(query, context, buckets, origin, end), query),
  });
}

/** Events that have a person whatever they say: they tie ids together. */
const ALWAYS_FULL: readonly string[] = ['$identify', '$create_alias', '$merge_dangerously'];

/** Stands where an actor has no earlier or later period; far from every real one. */
const NO_PERIOD = -10;

function isFirst(previous: Expr): Expr {
  return compare(previous, '==', constant(NO_PERIOD));
}

function statusCode(status: Status): Expr {
  return constant(STATUSES.indexOf(status));
}

/** From one interval before the first bucket to the end of the last. */
function window({ first, count, interval }: Buckets) {
  return {
    origin: addIntervals(first, -1, interval),
    end: addIntervals(first, Math.max(1, count), interval).subtract({ microseconds: 1 }),
  };
}

/** One row per actor: its periods in ascending order, counted from `origin`. Events without person profile do not count. */
function activePeriods(
  query: LifecycleQuery,
  context: InsightContext,
  buckets: Buckets,
  origin: Temporal.ZonedDateTime,
  end: Temporal.ZonedDateTime,
): SelectQuery {
  const [node] = query.series;
  const actor = actorOf(query.aggregation_group_type_index);
  const period = smallBucketIndex(field('timestamp'), origin, buckets.interval);
  return select({
    select: [alias('actor', actor.id), alias('active', call('arraySort', call('groupUniqArray', period)))],
    select_from: from('events'),
    where: and(
      ...(node ? [seriesCondition(node, context, 'series.0')] : []),
      queryFilters(query, context),
      rowsThatExist(query, context),
      hasProfile(node),
      between(origin, end),
      ...(actor.exists ? [actor.exists] : []),
    ),
    group_by: [field('actor')],
  });
}

/**
 * Events whose property `$process_person_profile` is not false. The column `person_mode` says so without a look into the
 * properties, except of events that always have a person.
 */
function hasProfile(node: SeriesNode | undefined): Expr {
  const isFull = compare(field('person_mode'), '!=', constant('propertyless'));
  if (node?.kind === 'EventsNode' && node.event !== undefined && !ALWAYS_FULL.includes(node.event))
    return isFull;
  const profile = internalCall('_propertyText', field('properties', '$process_person_profile'));
  const names = tuple(...ALWAYS_FULL.map((name) => constant(name)));
  return and(isFull, or(compare(field('event'), 'not in', names), compare(profile, '!=', constant('false'))));
}

/** Adds the row of the person or group, which knows when the actor was created. Joined per actor, not per event. */
function withCreation(active: SelectQuery, query: LifecycleQuery): JoinExpr {
  const groupType = query.aggregation_group_type_index;
  const isSame = compare(
    field('activity', 'actor'),
    '==',
    field('creation', groupType === undefined ? 'id' : 'key'),
  );
  const creation =
    groupType === undefined
      ? select({ select: [field('id'), field('created_at')], select_from: from('persons') })
      : select({
          select: [field('key'), field('created_at')],
          select_from: from('groups'),
          where: compare(field('index'), '==', constant(groupType)),
        });
  return {
    ...from(active, 'activity'),
    next_join: {
      ...from(creation, 'creation'),
      join_type: 'LEFT ANY JOIN',
      constraint: { kind: 'JoinConstraint', constraint_type: 'ON', expr: isSame },
    },
  };
}
