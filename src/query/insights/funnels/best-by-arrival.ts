import type { Expr, SelectQuery } from '../../language/ast.ts';
import {
  alias,
  and,
  arithmetic,
  call,
  compare,
  constant,
  field,
  from,
  lambda,
  select,
} from '../../language/build.ts';
import { actorEvents } from './actor-events.ts';
import { ownerCounts, ownerFields } from './attempt-owner.ts';
import { type FunnelFrame, isOptional } from './funnel-frame.ts';
import type { List } from './next-event.ts';
import { type EventLayout, eventLayout, isStep, timeOf } from './packed-event.ts';
import { inBestOrder } from './simultaneous-events.ts';
import { timeOfBest } from './time-of-best.ts';

/**
 * True when the best attempt can be found without making all attempts: in an ordered funnel in which nothing kills an attempt
 * and every step must be taken.
 */
export function isJudgedByArrival(frame: FunnelFrame): boolean {
  const steps = Array.from({ length: frame.length }, (_, step) => step);
  return (
    frame.order === 'ordered' &&
    frame.exclusions.length === 0 &&
    !steps.some((step) => isOptional(frame, step))
  );
}

/**
 * The best attempt of each actor, in the shape of `bestAttempts`, in a number of passes and a length of SQL that grow with the
 * steps and not with their square.
 *
 * Of the attempts that are under way at an event only the latest matters: an earlier one takes the same events from
 * here on and runs out of its window sooner. So each step has one list: for its events the start of the latest attempt that
 * takes the step there within the window, else 0. The last of these lists with a start tells how far the actor gets,
 * when it is first there, and with which start; the steps of that one attempt are then looked up between the two.
 */
export function bestByArrival(frame: FunnelFrame): SelectQuery {
  const layout = eventLayout(frame);
  const events = inBestOrder(frame, layout, actorEvents(frame, layout));
  return timesOfSteps(frame, layout, stepsBetween(frame, layout, lastStarts(frame, layout, events)));
}

/** (owner, events, starts): `starts` is the list of the furthest step that the actor takes. */
function lastStarts(frame: FunnelFrame, layout: EventLayout, events: SelectQuery): SelectQuery {
  const started = call('if', isStep(layout, field('e'), 0), field('e'), constant(0));
  const columns = laterSteps(frame).map((step) => {
    const inWindow = compare(
      arithmetic(timeOf(layout, field('e')), '-', timeOf(layout, field('s'))),
      '<=',
      constant(frame.windowMicroseconds),
    );
    const taken = and(isStep(layout, field('e'), step), inWindow);
    const own = call('if', taken, field('s'), constant(0));
    const starts = call('arrayMap', lambda(['e', 's'], own), field('events'), lastBefore(list(step - 1)));
    return alias(`starts_${step}`, starts);
  });
  const furthest = laterSteps(frame)
    .toReversed()
    .flatMap((step) => [call('arrayExists', lambda(['s'], isSet('s')), list(step)), list(step)]);
  return select({
    select: [
      ...ownerFields(frame),
      field('events'),
      alias('starts_0', call('arrayMap', lambda(['e'], started), field('events'))),
      ...columns,
      alias('starts', call('multiIf', ...furthest, list(0))),
    ],
    select_from: from(events),
    where: call('arrayExists', lambda(['e'], isStep(layout, field('e'), 0)), field('events')),
  });
}

function list(step: number): List {
  return field(`starts_${step}`);
}

/**
 * (owner, start, between): the start of the best attempt, of those that arrive first the latest, and the events behind it up
 * to the time of the arrival.
 */
function stepsBetween(frame: FunnelFrame, layout: EventLayout, starts: SelectQuery): SelectQuery {
  const first = call('arrayFirst', lambda(['e', 's'], isSet('s')), field('events'), field('starts'));
  const arrived = select({
    select: [
      ...ownerFields(frame),
      field('events'),
      field('starts'),
      alias('arrival', timeOf(layout, first)),
    ],
    select_from: from(starts),
  });
  const isArrival = compare(timeOf(layout, field('e')), '==', field('arrival'));
  const arriving = call('if', isArrival, field('s'), constant(0));
  const started = select({
    select: [
      ...ownerFields(frame),
      field('events'),
      field('arrival'),
      alias('start', call('arrayMax', lambda(['e', 's'], arriving), field('events'), field('starts'))),
    ],
    select_from: from(arrived),
  });
  const isBetween = and(
    compare(field('e'), '>', field('start')),
    compare(timeOf(layout, field('e')), '<=', field('arrival')),
  );
  return select({
    select: [
      ...ownerFields(frame),
      field('start'),
      alias('between', call('arrayFilter', lambda(['e'], isBetween), field('events'))),
    ],
    select_from: from(started),
  });
}

/** Every step is taken at its earliest event behind the step before it. */
function timesOfSteps(frame: FunnelFrame, layout: EventLayout, between: SelectQuery): SelectQuery {
  const columns = laterSteps(frame).map((step) => {
    const isOfStep = isStep(layout, field('e'), step);
    const takes = (condition: Expr) => call('if', condition, timeOf(layout, field('e')), constant(0));
    const times =
      step === 1
        ? call('arrayMap', lambda(['e'], takes(isOfStep)), field('between'))
        : call(
            'arrayMap',
            lambda(['e', 't'], takes(and(isOfStep, isSet('t')))),
            field('between'),
            lastBefore(field(`times_${step - 1}`)),
          );
    return alias(`times_${step}`, times);
  });
  const firsts = laterSteps(frame).map((step) =>
    call('arrayFirst', lambda(['t'], isSet('t')), field(`times_${step}`)),
  );
  const counts = ownerCounts(frame, (step) => compare(timeOfBest(step), '!=', constant(0)));
  return select({
    select: [
      ...ownerFields(frame),
      ...columns,
      alias('best', { kind: 'Array', exprs: [timeOf(layout, field('start')), ...firsts] }),
    ],
    select_from: from(between),
    ...(counts.length > 0 && { where: and(...counts) }),
  });
}

/** For each event the last number of the events before it that is not 0; 0 where there is none. */
function lastBefore(numbers: List): List {
  const filled = call('arrayFill', lambda(['f'], isSet('f')), numbers);
  return call('arrayPopBack', call('arrayPushFront', filled, constant(0)));
}

function laterSteps({ length }: FunnelFrame): readonly number[] {
  return Array.from({ length: length - 1 }, (_, index) => index + 1);
}

function isSet(name: string): Expr {
  return compare(field(name), '!=', constant(0));
}
