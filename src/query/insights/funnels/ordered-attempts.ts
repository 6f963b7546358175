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
import { onlyFurthestCounts, ownerFields } from './attempt-owner.ts';
import { isBefore, stepsUpToRequired, withDeath } from './dead-attempts.ts';
import { type FunnelFrame, isOptional } from './funnel-frame.ts';
import { type List, nextAfter } from './next-event.ts';
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
  /** The time, for each event. */
  readonly time: List;
}

/** First the times of the steps after the first that are asked for, then one per exclusion. */
function targetsOf(frame: FunnelFrame, layout: EventLayout): readonly Target[] {
  const time = field('times');
  return [
    ...stepsToTime(frame).map((step) => ({ name: `reached_${step}`, step, time })),
    ...frame.exclusions.map(({ funnelFromStep }, index) => ({
      name: `excluded_${index}`,
      step: funnelFromStep,
      time: nextAfter(time, (event) => isExcluded(layout, event, [index]), placesOf(frame)),
    })),
  ];
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
  const targets = targetsOf(frame, layout);
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

/** `times`, and for a strict funnel `places`: events of one instant share a place (F-10). */
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
  const clipped = targets.map((time) => call('if', compare(time, '<=', end), time, constant(0)));
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
  return mayDie ? withDeath(frame, done) : done;
}

/** Takes the time of an optional step away where it is not between the steps around it. @param width items of an attempt */
function withOptional(frame: FunnelFrame, attempts: List, step: number, width: number): List {
  const own = item('a', step + 1);
  const isInOrder = and(
    ...(isOptional(frame, step - 1) ? [compare(own, '>', item('a', step))] : []),
    ...stepsUpToRequired(frame, step + 1)
      .filter((next) => !isOptional(frame, next))
      .map((next) => isBefore(own, item('a', next + 1))),
  );
  const items = Array.from({ length: width }, (_, index) => item('a', index + 1));
  items[step] = call('if', isInOrder, own, constant(0));
  return call('arrayMap', lambda(['a'], tuple(...items)), attempts);
}
