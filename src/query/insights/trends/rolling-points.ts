import { addIntervals, type Interval, isOfSeconds, SECONDS_OF } from '../../filters/interval.ts';
import type { Expr, SelectStatement } from '../../language/ast.ts';
import { field } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import { bucketIndex } from '../bucket-index.ts';
import { between } from '../row-conditions.ts';
import { partColumns, partFields, type SeriesSource } from './series-source.ts';

/**
 * Actors active in the `days` days up to each bucket, as changes from one bucket to the next. An activity counts from
 * its own step (a day, hour, minute or second) for as many steps as the window has, or until the actor's next activity,
 * which then counts in its place: one +1 and one -1 per actor and active step, so that no actor is counted twice and
 * every row is read once.
 */
export function rollingPoints(source: SeriesSource, days: 7 | 30): SelectStatement {
  const { frame, period, actor, matched } = source;
  const { unit, steps } = rollingWindow(frame.interval, days);
  // Step 0 is the first that a window can reach: a window that starts there ends with the first bucket.
  const origin = addIntervals(period.buckets.first, 1 - steps, unit);
  const bucket = bucketOfStep(expression`change.1`, steps, frame.interval);
  const parts = partFields(frame);
  return statement`
    SELECT ${parts}, ${bucket} AS bucket, sum(change.2) AS value
    FROM (
      SELECT ${parts}, arrayJoin(changes) AS change
      FROM (
        SELECT
          ${parts},
          arrayConcat(
            arrayMap(s -> (s, 1), active),
            arrayMap(
              (s, n) -> (least(s + ${steps}, n), -1),
              active, arrayPushBack(arrayPopFront(active), arrayElement(active, -1) + ${steps})
            )
          ) AS changes
        FROM (
          SELECT
            ${partColumns(source.parts)},
            arraySort(groupUniqArray(${bucketIndex(field('timestamp'), origin, unit)})) AS active
          FROM events
          WHERE ${matched} AND ${between(origin, period.buckets.bounds.to)} AND ${actor.exists}
          GROUP BY ${parts}, ${actor.id}
        )
      )
    )
    WHERE ${bucket} < ${period.buckets.count}
    GROUP BY ${parts}, bucket`;
}

interface RollingWindow {
  /** Unit in which the window moves. */
  readonly unit: 'second' | 'minute' | 'hour' | 'day';
  /** Length of the window in units. */
  readonly steps: number;
}

function rollingWindow(interval: Interval, days: number): RollingWindow {
  if (interval === 'hour') return { unit: 'hour', steps: days * 24 };
  if (isOfSeconds(interval)) return { unit: interval, steps: (days * 86_400) / SECONDS_OF[interval] };
  return { unit: 'day', steps: days };
}

/**
 * The first bucket that a change at `step` acts on. Changes before the first bucket act on it; a weekly bucket looks
 * at its first day, so a change on a later day acts on the next week.
 */
function bucketOfStep(step: Expr, steps: number, interval: Interval): Expr {
  const sinceFirst = expression`greatest(${step} - ${steps - 1}, 0)`;
  return interval === 'week' ? expression`intDiv(${sinceFirst} + 6, 7)` : sinceFirst;
}
