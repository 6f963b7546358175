import type { LifecycleQuery } from '../../../schema/insights/lifecycle-query.ts';
import type { SeriesNode } from '../../../schema/insights/series-node.ts';
import type { Buckets } from '../../filters/buckets.ts';
import { addIntervals } from '../../filters/interval.ts';
import type { Expr, SelectStatement } from '../../language/ast.ts';
import { field, from } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import { actorOf } from '../actor.ts';
import { bucketIndex, smallBucketIndex } from '../bucket-index.ts';
import type { InsightContext } from '../insight-context.ts';
import { between, queryFilters, rowsThatExist } from '../row-conditions.ts';
import { seriesCondition } from '../series-condition.ts';

/**
 * (status, data): actors per bucket, as a list from the first bucket to the last; the codes of `status` are the places
 * in `STATUSES`. Periods are counted from the one before the first bucket, which is looked at but not part of the
 * answer. -10 stands where an actor has no earlier or later period. Lambdas see single elements only, so that an actor
 * costs its number of periods; the row of its person or group is joined per actor, not per event.
 */
export function lifecycleStatement(
  query: LifecycleQuery,
  context: InsightContext,
  buckets: Buckets,
): SelectStatement {
  const { interval, count } = buckets;
  const origin = addIntervals(buckets.first, -1, interval);
  const end = addIntervals(buckets.first, Math.max(1, count), interval).subtract({ microseconds: 1 });
  const [node] = query.series;
  const groupType = query.aggregation_group_type_index;
  const actor = actorOf(groupType);
  return statement`
    SELECT status, _dense(${Math.max(1, count)})(actors, bucket) AS data
    FROM (
      SELECT event_of_life.2 AS status, event_of_life.1 - 1 AS bucket, count() AS actors
      FROM (
        SELECT arrayJoin(life) AS event_of_life
        FROM (
          SELECT arrayConcat(
            arrayMap(
              (period, previous) -> (period, multiIf(
                previous = -10 AND period = ${bucketIndex(field('creation', 'created_at'), origin, interval)}, 0 /* new */,
                previous = period - 1, 1 /* returning */,
                2 /* resurrecting */
              )),
              active, arrayPushFront(arrayPopBack(active), -10)
            ),
            arrayMap(
              period -> (period + 1, 3 /* dormant */),
              arrayFilter((period, next) -> next != period + 1, active, arrayPushBack(arrayPopFront(active), -10))
            )
          ) AS life
          FROM (
            SELECT
              ${actor.id} AS actor,
              arraySort(groupUniqArray(${smallBucketIndex(field('timestamp'), origin, interval)})) AS active
            FROM events
            WHERE ${node && seriesCondition(node, context, 'series.0')}
              AND ${[queryFilters(query, context), rowsThatExist(query, context)]}
              AND ${hasProfile(node)} AND ${between(origin, end)} AND ${actor.exists}
            GROUP BY actor
          ) AS activity
          LEFT ANY JOIN ${creationOf(groupType)} AS creation ON activity.actor = creation.id
        )
      )
      WHERE bucket >= 0 AND bucket < ${count}
      GROUP BY status, bucket
    )
    GROUP BY status`;
}

/** (id, created_at) of every person, or of every group of one type. */
function creationOf(groupType: number | undefined): SelectStatement {
  if (groupType === undefined) {
    const persons = { ...from('persons'), readAs: 'person' as const };
    return statement`SELECT id, created_at FROM ${persons}`;
  }
  const groups = { ...from('groups'), readAs: `group_${groupType}` as const };
  return statement`SELECT key AS id, created_at FROM ${groups} WHERE index = ${groupType}`;
}

/** Events that always have a person, whatever their properties say, because they tie ids together. */
const ALWAYS_FULL: readonly string[] = ['$identify', '$create_alias', '$merge_dangerously'];

/**
 * Events whose property `$process_person_profile` is not false. The column `person_mode` says so without a look into
 * the properties, except of events that always have a person.
 */
function hasProfile(node: SeriesNode | undefined): Expr {
  const isFull = expression`person_mode != 'propertyless'`;
  if (node?.kind === 'EventsNode' && node.event !== undefined && !ALWAYS_FULL.includes(node.event))
    return isFull;
  return expression`${isFull} AND (
    event NOT IN (${ALWAYS_FULL}) OR _propertyText(properties.$process_person_profile) != 'false'
  )`;
}
