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
  or,
  select,
  tuple,
} from '../../language/build.ts';
import { attemptBucket } from './attempt-bucket.ts';
import { onlyFurthestCounts, ownerFields } from './attempt-owner.ts';
import { stepsUpToRequired, withDeath } from './dead-attempts.ts';
import { type FunnelFrame, isOptional } from './funnel-frame.ts';
import { type List, nextAfter, nextInstant } from './next-event.ts';
import { type EventLayout, isExcluded, isStep, mayStart, timeOf } from './packed-event.ts';
import { item } from './tuple-item.ts';

/**
 * Attempts of an ordered or strict funnel: (owner, attempts), one attempt per event of the first step, in order
 * of time: tuples (time of step 1, .., time of step n, 1 if the attempt is dead, bucket). Every step is taken at the
 * earliest event after the one before it; 0 = not reached within the window.
 *
 * The times are carried from the last step back to the first: the list of a target holds, for each event, when the
 * target is reached by an attempt that takes this step after the event. Each step is a constant number of passes over
 * the events of an actor: no lambda captures a list, which would be quadratic.
 */
export function orderedAttempts(frame: FunnelFrame, layout: EventLayout, events: SelectQuery): SelectQuery {
  const { columns, lists } = carriedBack(frame, layout);
  const zipped = call('arrayZip', field('events'), ...lists);
  const starts = call('arrayFilter', lambda(['a'], mayStart(layout, item('a', 1), frame.order)), zipped);
  return select({
    select: [...ownerFields(frame), ...columns, alias('attempts', finished(frame, layout, starts))],
    select_from: from(events),
  });
}

/** A time that attempts have: when they reach a step, or when an exclusion happens after they reached one. */
interface Target {
  readonly name: string;
  /** The step at whose events the time is known. */
  readonly step: number;
  /** The time, for each event; of a step in a funnel with optional steps the event itself. */
  readonly time: List;
}

function hasOptional(frame: FunnelFrame): boolean {
  return frame.query.series.some((_, step) => isOptional(frame, step));
}

/** First the times of the steps after the first that are asked for, then one per exclusion. */
function targetsOf(frame: FunnelFrame): readonly Target[] {
  const time = field('times');
  // Whether an optional step comes before another may be a matter of the order at one instant.
  const reached = hasOptional(frame) ? field('events') : time;
  return [
    ...stepsToTime(frame).map((step) => ({ name: `reached_${step}`, step, time: reached })),
    ...frame.exclusions.map(({ funnelFromStep }, index) => ({
      name: `excluded_${index}`,
      step: funnelFromStep,
      time: exclusionTimes(frame, index),
    })),
  ];
}

/**
 * For each event the time of the next exclusion. In a strict funnel -1 where there is none: an event without one is still
 * the first that takes the step, so that attempts do not look for a later one with an exclusion.
 */
function exclusionTimes(frame: FunnelFrame, index: number): List {
  const exclusion = frame.exclusions[index];
  const isWithin = exclusion !== undefined && exclusion.since < exclusion.funnelFromStep;
  const next = nextInstant(field('times'), (event) => isExcluded(event, [index]), {
    places: placesOf(frame),
    from: isWithin ? 'same instant' : undefined,
  });
  if (frame.order !== 'strict') return next;
  const known = call('if', compare(field('x'), '==', constant(0)), constant(-1), field('x'));
  return call('arrayMap', lambda(['x'], known), next);
}

/**
 * The steps after the first whose times attempts must have. Over time only two steps are counted, and who gets to a step
 * has taken those before it.
 */
function stepsToTime(frame: FunnelFrame): readonly number[] {
  const later = Array.from({ length: frame.length - 1 }, (_, index) => index + 1);
  if (frame.shape !== 'trends' || !onlyFurthestCounts(frame)) return later;
  return later.filter((step) => step === frame.fromStep || step === frame.toStep);
}

interface Carried {
  /** Columns beside `events`. They stand in one SELECT, because the engine takes long over deep sub-queries. */
  readonly columns: readonly Expr[];
  /** The list of each target. */
  readonly lists: readonly List[];
}

function carriedBack(frame: FunnelFrame, layout: EventLayout): Carried {
  const targets = targetsOf(frame);
  const columns: Expr[] = [...eventColumns(frame, layout)];
  let lists = targets.map(({ time }) => time);
  for (let step = frame.length - 1; step > 0; step -= 1) {
    lists = targets.map((target, index) => {
      const list = lists[index] ?? target.time;
      if (target.step < step) return list;
      const name = `${target.name}_before_${step}`;
      columns.push(alias(name, carriedTo(frame, layout, target, step, list)));
      return field(name);
    });
  }
  return { columns, lists };
}

/** `times`, and for a strict funnel `places`: events of one instant share a place ([F-10]). */
function eventColumns({ order }: FunnelFrame, layout: EventLayout): readonly Expr[] {
  const times = call('arrayMap', lambda(['e'], timeOf(layout, field('e'))), field('events'));
  const places = order === 'strict' ? [alias('places', call('arrayEnumerateDense', field('times')))] : [];
  return [alias('times', times), ...places];
}

/** The list of a target after a step, from the list after the steps behind it. */
function carriedTo(frame: FunnelFrame, layout: EventLayout, target: Target, step: number, later: List): List {
  const isOwn = target.step === step;
  const mayBeSkipped = !isOwn && isOptional(frame, step);
  if (mayBeSkipped && frame.order !== 'strict') return later;
  const carried = nextAfter(later, (event) => isStep(layout, event, step), placesOf(frame));
  if (!mayBeSkipped) return carried;
  // Without the optional step if that goes, else through it.
  const either = call('if', compare(field('x'), '!=', constant(0)), field('x'), field('y'));
  return call('arrayMap', lambda(['x', 'y'], either), later, carried);
}

/** Strict funnels take events of one place or of neighbours only; other ones at any distance. */
function placesOf({ order }: FunnelFrame): List | undefined {
  return order === 'strict' ? field('places') : undefined;
}

/** From tuples (event, times of the targets) to attempts. */
function finished(frame: FunnelFrame, layout: EventLayout, starts: List): List {
  const { length, exclusions } = frame;
  const steps = stepsToTime(frame);
  const start = timeOf(layout, item('a', 1));
  const end = arithmetic(start, '+', constant(frame.windowMicroseconds));
  const targets = Array.from({ length: steps.length + exclusions.length }, (_, index) =>
    item('a', index + 2),
  );
  const clipped = targets.map((target, index) => {
    const time = hasOptional(frame) && index < steps.length ? timeOf(layout, target) : target;
    return call('if', compare(time, '<=', end), target, constant(0));
  });
  const later = Array.from(
    { length: length - 1 },
    (_, index) => clipped[steps.indexOf(index + 1)] ?? constant(0),
  );
  const inWindow = [...later, ...clipped.slice(steps.length)];
  const bucket = attemptBucket(frame, layout, start);
  // Without exclusions nothing is dead, so that the attempts are finished in one pass.
  const mayDie = exclusions.length > 0;
  const items = [start, ...inWindow, ...(mayDie ? [] : [constant(0)]), bucket];
  const attempts = call('arrayMap', lambda(['a'], tuple(...items)), starts);
  const optional = Array.from({ length }, (_, step) => step).filter((step) => isOptional(frame, step));
  const done = optional.reduce<List>((made, step) => withOptional(frame, made, step, items.length), attempts);
  const timed = optional.length > 0 ? withTimes(frame, layout, done, items.length) : done;
  return mayDie ? withDeath(frame, timed) : timed;
}

/** From the events of the steps to their times. @param width items of an attempt */
function withTimes({ length }: FunnelFrame, layout: EventLayout, attempts: List, width: number): List {
  const items = Array.from({ length: width }, (_, index) => item('a', index + 1));
  const timed = items.map((one, at) => (at > 0 && at < length ? timeOf(layout, one) : one));
  return call('arrayMap', lambda(['a'], tuple(...timed)), attempts);
}

/** Takes an optional step away where it is not between the steps around it. @param width items of an attempt */
function withOptional(frame: FunnelFrame, attempts: List, step: number, width: number): List {
  const own = item('a', step + 1);
  const isInOrder = and(
    ...(isOptional(frame, step - 1) ? [compare(own, '>', item('a', step))] : []),
    ...stepsUpToRequired(frame, step + 1)
      .filter((next) => !isOptional(frame, next))
      .map((next) => item('a', next + 1))
      .map((next) => or(compare(next, '==', constant(0)), compare(own, '<', next))),
  );
  const items = Array.from({ length: width }, (_, index) => item('a', index + 1));
  items[step] = call('if', isInOrder, own, constant(0));
  return call('arrayMap', lambda(['a'], tuple(...items)), attempts);
}
