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
  tuple,
} from '../../language/build.ts';
import { attemptBucket } from './attempt-bucket.ts';
import { isBefore, stepsUpToRequired, withDeath } from './dead-attempts.ts';
import { type FunnelFrame, isOptional } from './funnel-frame.ts';
import { type List, nextAfter } from './next-event.ts';
import { type EventLayout, isExcluded, isStep, mayStart, timeOf } from './packed-event.ts';
import { item } from './tuple-item.ts';

/**
 * Attempts of an ordered or strict funnel: (actor, value, attempts), one attempt per event of the first step, in order
 * of time: tuples (time of step 1, .., time of step n, 1 if the attempt is dead, bucket). Every step is taken at the
 * earliest event after the one before it; 0 = not reached within the window.
 *
 * The times are carried from the last step back to the first, one sub-query per step: the column of a target holds, for
 * each event, when the target is reached by an attempt that takes this step after the event. Each level is a constant
 * number of passes over the events of an actor: no lambda captures a list, which would be quadratic.
 */
export function orderedAttempts(frame: FunnelFrame, layout: EventLayout, events: SelectQuery): SelectQuery {
  const targets = targetsOf(frame, layout);
  const columns = targets.map(({ name }) => field(name));
  const zipped = call('arrayZip', field('events'), ...columns);
  const starts = call('arrayFilter', lambda(['a'], mayStart(layout, item('a', 1), frame.order)), zipped);
  return select({
    select: [field('actor'), field('value'), alias('attempts', finished(frame, layout, starts))],
    select_from: from(carriedBack(frame, layout, targets, events)),
  });
}

/** A time that attempts have: when they reach a step, or when an exclusion happens after they reached one. */
interface Target {
  readonly name: string;
  /** The step at whose events the time is known. */
  readonly step: number;
  /** The time, for each event. */
  readonly time: List;
}

/** First the times of the steps after the first, then one per exclusion. */
function targetsOf(frame: FunnelFrame, layout: EventLayout): readonly Target[] {
  const time = call('arrayMap', lambda(['e'], timeOf(layout, field('e'))), field('events'));
  const steps = Array.from({ length: frame.length - 1 }, (_, index) => index + 1);
  return [
    ...steps.map((step) => ({ name: `reached_${step}`, step, time })),
    ...frame.exclusions.map(({ funnelFromStep }, index) => ({
      name: `excluded_${index}`,
      step: funnelFromStep,
      time: nextAfter(time, (event) => isExcluded(event, [index]), placesOf(frame)),
    })),
  ];
}

function carriedBack(
  frame: FunnelFrame,
  layout: EventLayout,
  targets: readonly Target[],
  events: SelectQuery,
): SelectQuery {
  const isStrict = frame.order === 'strict';
  const times = call('arrayMap', lambda(['e'], timeOf(layout, field('e'))), field('events'));
  // Events of one instant share a place. A strict funnel wants steps at one place or at neighbours (F-10).
  const places = isStrict ? [alias('places', call('arrayEnumerateDense', times))] : [];
  const kept = ['actor', 'value', 'events'].map((name) => field(name));
  let query = select({ select: [...kept, ...places], select_from: from(events) });
  for (let step = frame.length - 1; step >= 0; step -= 1) {
    const columns = targets
      .filter((target) => target.step >= step)
      .map((target) => alias(target.name, carriedTo(frame, layout, target, step)));
    query = select({
      select: [...kept, ...(isStrict ? [field('places')] : []), ...columns],
      select_from: from(query),
    });
  }
  return query;
}

/** The column of a target after the level of a step. */
function carriedTo(frame: FunnelFrame, layout: EventLayout, target: Target, step: number): List {
  const isOwn = target.step === step;
  if (step === 0) return isOwn ? target.time : field(target.name);
  const later = field(target.name);
  if (!isOwn && isOptional(frame, step) && frame.order !== 'strict') return later;
  const matches = (event: Expr) => isStep(layout, event, step);
  const carried = nextAfter(isOwn ? target.time : later, matches, placesOf(frame));
  if (isOwn || !isOptional(frame, step)) return carried;
  // Without the optional step if that goes, else through it.
  return call(
    'arrayMap',
    lambda(['x', 'y'], call('if', compare(field('x'), '!=', constant(0)), field('x'), field('y'))),
    later,
    carried,
  );
}

/** Strict funnels take events of one place or of neighbours only; other ones at any distance. */
function placesOf({ order }: FunnelFrame): List | undefined {
  return order === 'strict' ? field('places') : undefined;
}

/** From tuples (event, times of the targets) to attempts. */
function finished(frame: FunnelFrame, layout: EventLayout, starts: List): List {
  const { length, exclusions } = frame;
  const start = timeOf(layout, item('a', 1));
  const end = arithmetic(start, '+', constant(frame.windowMicroseconds));
  const targets = Array.from({ length: length - 1 + exclusions.length }, (_, index) => item('a', index + 2));
  const inWindow = targets.map((time) => call('if', compare(time, '<=', end), time, constant(0)));
  const bucket = attemptBucket(frame, layout, start);
  const clipped = call('arrayMap', lambda(['a'], tuple(start, ...inWindow, bucket)), starts);
  const optional = Array.from({ length }, (_, step) => step).filter((step) => isOptional(frame, step));
  const done = optional.reduce<List>((attempts, step) => withOptional(frame, attempts, step), clipped);
  return withDeath(frame, done);
}

/** Takes the time of an optional step away where it is not between the steps around it. */
function withOptional(frame: FunnelFrame, attempts: List, step: number): List {
  const { length, exclusions } = frame;
  const own = item('a', step + 1);
  const isInOrder = and(
    ...(isOptional(frame, step - 1) ? [compare(own, '>', item('a', step))] : []),
    ...stepsUpToRequired(frame, step + 1)
      .filter((next) => !isOptional(frame, next))
      .map((next) => isBefore(own, item('a', next + 1))),
  );
  const items = Array.from({ length: length + exclusions.length + 1 }, (_, index) => item('a', index + 1));
  items[step] = call('if', isInOrder, own, constant(0));
  return call('arrayMap', lambda(['a'], tuple(...items)), attempts);
}
