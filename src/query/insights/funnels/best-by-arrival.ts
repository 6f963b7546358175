import type { Expr, SelectStatement } from '../../language/ast.ts';
import { alias, field } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import { actorEvents } from './actor-events.ts';
import { isTaken, ownerCounts, ownerFields } from './attempt.ts';
import { type FunnelFrame, isOptional } from './funnel-frame.ts';
import type { List } from './next-event.ts';
import { type EventLayout, eventLayout, hasAny, stepFlag, timeOf } from './packed-event.ts';

/**
 * True when the best attempt can be found without making all attempts: in an ordered funnel in which nothing kills an
 * attempt and every step must be taken.
 */
export function isJudgedByArrival(frame: FunnelFrame): boolean {
  const hasOptional = frame.query.series.some((_, step) => isOptional(frame, step));
  return frame.order === 'ordered' && frame.exclusions.length === 0 && !hasOptional;
}

/**
 * The best attempt of each actor, in the shape of `bestOfActors`, in a number of passes and a length of SQL that grow
 * with the steps and not with their square.
 *
 * Of the attempts that are under way at an event only the latest matters: an earlier one takes the same events from
 * here on and runs out of its window sooner. So each step has one list: for its events the start of the latest attempt
 * that takes the step there within the window, else 0. The last of these lists with a start (`starts`) tells how far
 * the actor gets, when it is first there, and with which start (of several the latest); the steps of that one attempt
 * are then looked up between the two.
 */
export function bestByArrival(frame: FunnelFrame): SelectStatement {
  const layout = eventLayout(frame);
  const owner = ownerFields(frame);
  const time = timeOf(layout, field('e'));
  const arrival = timeOf(layout, expression`arrayFirst((e, s) -> s != 0, events, starts)`);
  const firsts = laterSteps(frame).map((step) => expression`arrayFirst(t -> t != 0, ${timesOf(step)})`);
  return statement`
    SELECT
      ${owner},
      ${timesOfSteps(frame, layout)},
      [${timeOf(layout, field('start'))}, ${firsts}] AS best
    FROM (
      SELECT ${owner}, start, arrayFilter(e -> e > start AND ${time} <= arrival, events) AS passed
      FROM (
        SELECT
          ${owner}, events, arrival,
          arrayMax((e, s) -> if(${time} = arrival, s, 0), events, starts) AS start
        FROM (
          SELECT ${owner}, events, starts, ${arrival} AS arrival
          FROM (
            SELECT ${owner}, events, ${startsOfSteps(frame, layout)}, ${lastWithStart(frame)} AS starts
            FROM ${eventsThatMatter(frame, layout)}
          )
        )
      )
    )
    WHERE ${ownerCounts(frame, (step) => isTaken(expression`arrayElement(best, ${step + 1})`))}`;
}

/**
 * The events of each actor from the first one of the first step on. Most actors go no further than that step: without
 * any event of the second one, the first event tells everything, and all lists made of these events are short.
 */
function eventsThatMatter(frame: FunnelFrame, layout: EventLayout): SelectStatement {
  const owner = ownerFields(frame);
  return statement`
    SELECT ${owner}, arraySlice(events, entry, if(arrayExists(e -> ${isOfStep(layout, 1)}, events), length(events), 1)) AS events
    FROM (
      SELECT ${owner}, events, arrayFirstIndex(e -> ${isOfStep(layout, 0)}, events) AS entry
      FROM ${actorEvents(frame, layout)}
    )
    WHERE entry != 0`;
}

/** Whether the event `e` is of a step. */
function isOfStep(layout: EventLayout, step: number): Expr {
  return hasAny(field('e'), stepFlag(layout, step));
}

/** `starts_0`, `starts_1` and so on: for each event the start of the latest attempt that takes the step there. */
function startsOfSteps(frame: FunnelFrame, layout: EventLayout): readonly Expr[] {
  const since = expression`${timeOf(layout, field('e'))} - ${timeOf(layout, field('s'))}`;
  const later = laterSteps(frame).map(
    (step) => expression`
      arrayMap(
        (e, s) -> if(${isOfStep(layout, step)} AND ${since} <= ${frame.windowMicroseconds}, s, 0),
        events, ${lastBefore(startsOf(step - 1))}
      )`,
  );
  const first = expression`arrayMap(e -> if(${isOfStep(layout, 0)}, e, 0), events)`;
  return [first, ...later].map((list, step) => alias(`starts_${step}`, list));
}

/** The last of the lists with a start: that of the furthest step that the actor takes. */
function lastWithStart(frame: FunnelFrame): List {
  const furthest = laterSteps(frame)
    .toReversed()
    .flatMap((step) => [expression`arrayExists(s -> s != 0, ${startsOf(step)})`, startsOf(step)]);
  return expression`multiIf(${furthest}, starts_0)`;
}

/** `times_1` and so on: every step is taken at its earliest event after the step before it. */
function timesOfSteps(frame: FunnelFrame, layout: EventLayout): readonly Expr[] {
  const time = timeOf(layout, field('e'));
  return laterSteps(frame).map((step) => {
    const isOf = isOfStep(layout, step);
    const times =
      step === 1
        ? expression`arrayMap(e -> if(${isOf}, ${time}, 0), passed)`
        : expression`
            arrayMap((e, t) -> if(${isOf} AND t != 0, ${time}, 0), passed, ${lastBefore(timesOf(step - 1))})`;
    return alias(`times_${step}`, times);
  });
}

function startsOf(step: number): List {
  return field(`starts_${step}`);
}

function timesOf(step: number): List {
  return field(`times_${step}`);
}

/** For each event, the last number before it in the list that is not 0; 0 where there is none. */
function lastBefore(numbers: List): List {
  return expression`arrayPopBack(arrayPushFront(arrayFill(f -> f != 0, ${numbers}), 0))`;
}

function laterSteps({ length }: FunnelFrame): readonly number[] {
  return Array.from({ length: length - 1 }, (_, index) => index + 1);
}
