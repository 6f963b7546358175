import type { Expr, SelectStatement } from '../../language/ast.ts';
import { expression, statement } from '../../language/dialect.ts';
import { actorEvents } from './actor-events.ts';
import { furthestStep, isTaken, item, items, ownerCounts, ownerFields } from './attempt.ts';
import { bestByArrival, isJudgedByArrival } from './best-by-arrival.ts';
import type { FunnelFrame } from './funnel-frame.ts';
import { orderedAttempts } from './ordered-attempts.ts';
import { eventLayout } from './packed-event.ts';
import { unorderedAttempts } from './unordered-attempts.ts';

/**
 * One row per actor that is in the funnel: (actor, value, best). `best` is the list of the times of the attempt that
 * counts, one time per step, 0 = not taken.
 */
export function bestOfActors(frame: FunnelFrame): SelectStatement {
  return isJudgedByArrival(frame) ? bestByArrival(frame) : bestAttempts(frame);
}

/**
 * The rows of `bestOfActors`, found from all attempts. The attempt that got furthest counts; of several the one that
 * was there first, and of those the latest to start. An actor whose furthest attempts are all dead is not in the
 * funnel.
 *
 * Attempts are ranked as tuples (time of step 1, .., time of step n, furthest step, time of arrival there), the last 0
 * for a dead attempt. Each number that others are compared with has a sub-query of its own: the engine would copy the
 * expression of the number into every lambda that uses it.
 */
function bestAttempts(frame: FunnelFrame): SelectStatement {
  const { length } = frame;
  const owner = ownerFields(frame);
  const times = items('a', length);
  const arrival = item('r', length + 2);
  const first = expression`arrayFirst(r -> ${arrival} > 0, furthest)`;
  const arrivalOfFirst: Expr = { kind: 'TupleAccess', tuple: first, index: length + 2 };
  return statement`
    SELECT ${owner}, [${items('chosen', length)}] AS best
    FROM (
      SELECT ${owner}, arrayLast(r -> ${arrival} = arrival, furthest) AS chosen
      FROM (
        SELECT ${owner}, furthest, ${arrivalOfFirst} AS arrival
        FROM (
          SELECT ${owner}, arrayFilter(r -> ${item('r', length + 1)} = most, ranked) AS furthest
          FROM (
            SELECT ${owner}, ranked, arrayMax(r -> ${item('r', length + 1)}, ranked) AS most
            FROM (
              SELECT ${owner}, arrayMap(
                a -> (${times}, ${furthestStep(length)}, if(${item('a', length + 1)} = 0, greatest(${times}), 0)),
                attempts
              ) AS ranked
              FROM ${funnelAttempts(frame)}
            )
          )
        )
      )
      WHERE arrival > 0
    )
    WHERE ${ownerCounts(frame, (step) => isTaken(item('chosen', step + 1)))}`;
}

/** The attempts of every actor at the funnel: (actor, value, attempts), in order of time. */
export function funnelAttempts(frame: FunnelFrame): SelectStatement {
  const layout = eventLayout(frame);
  const events = actorEvents(frame, layout);
  return frame.order === 'unordered'
    ? unorderedAttempts(frame, layout, events)
    : orderedAttempts(frame, layout, events);
}
