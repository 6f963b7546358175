import type { Expr, SelectStatement } from '../../language/ast.ts';
import { alias, constant, field, or, tuple } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import { attemptBucket, isTaken, item, items, onlyFurthestCounts, ownerFields } from './attempt.ts';
import { type FunnelFrame, isOptional, type PlacedExclusion } from './funnel-frame.ts';
import { type List, nextAfter, nextInstant } from './next-event.ts';
import { type EventLayout, exclusionFlag, hasAny, stepFlag, timeOf } from './packed-event.ts';

/**
 * Attempts of an ordered or strict funnel: one per event of the first step. Every step is taken at the earliest event
 * after the one before it; 0 = not reached within the window.
 *
 * The times are carried from the last step back to the first: the list of a target holds, for each event, when the
 * target is reached by an attempt that takes this step after the event. Each step is a constant number of passes over
 * the events of an actor: no lambda captures a list, which would be quadratic. The lists stand in one SELECT, because
 * the engine takes long over deep sub-queries. Strict: events of one instant share a place ([F-10]).
 */
export function orderedAttempts(
  frame: FunnelFrame,
  layout: EventLayout,
  events: SelectStatement,
): SelectStatement {
  const { columns, lists } = carriedBack(frame, layout);
  const starts = expression`
    arrayFilter(a -> ${hasAny(item('a', 1), stepFlag(layout, 0))}, arrayZip(events, ${lists}))`;
  return statement`
    SELECT
      ${ownerFields(frame)},
      arrayMap(e -> ${timeOf(layout, field('e'))}, events) AS times,
      ${isStrict(frame) ? expression`arrayEnumerateDense(times)` : undefined} AS places,
      ${columns},
      ${finished(frame, layout, starts)} AS attempts
    FROM ${events}`;
}

/** True for strict funnels, which take only events of one place or of neighbouring places; others take any distance. */
function isStrict({ order }: FunnelFrame): boolean {
  return order === 'strict';
}

/** A time that attempts have: when they reach a step, or when an exclusion happens after they reached one. */
interface Target {
  readonly name: string;
  /** The step whose events know the time. */
  readonly step: number;
  /** The time for each event; in a funnel with optional steps, the event itself stands for the time of a step. */
  readonly time: List;
}

function hasOptional(frame: FunnelFrame): boolean {
  return frame.query.series.some((_, step) => isOptional(frame, step));
}

/** The targets: first the wanted times of the steps after the first, then one per exclusion. */
function targetsOf(frame: FunnelFrame): readonly Target[] {
  // Whether an optional step comes before another may be decided by the order of events within an instant.
  const reached = field(hasOptional(frame) ? 'events' : 'times');
  return [
    ...stepsToTime(frame).map((step) => ({ name: `reached_${step}`, step, time: reached })),
    ...frame.exclusions.map((exclusion, index) => ({
      name: `excluded_${index}`,
      step: exclusion.funnelFromStep,
      time: exclusionTimes(frame, exclusionFlag(index)),
    })),
  ];
}

/**
 * For each event, the time of the next exclusion; in a strict funnel, -1 where there is none. An event without an
 * exclusion is still the first that takes the step, so attempts do not look for a later event with an exclusion.
 */
function exclusionTimes(frame: FunnelFrame, flag: bigint): List {
  if (!isStrict(frame)) return nextInstant(flag, false);
  return expression`arrayMap(x -> if(x = 0, -1, x), ${nextInstant(flag, true)})`;
}

/**
 * The steps after the first whose times attempts must have. Trends over time count only two steps, and an attempt that
 * takes a step has taken those before it.
 */
function stepsToTime(frame: FunnelFrame): readonly number[] {
  const later = Array.from({ length: frame.length - 1 }, (_, index) => index + 1);
  if (frame.shape !== 'trends' || !onlyFurthestCounts(frame)) return later;
  return later.filter((step) => step === frame.fromStep || step === frame.toStep);
}

interface Carried {
  readonly columns: readonly Expr[];
  /** The list of each target. */
  readonly lists: readonly List[];
}

function carriedBack(frame: FunnelFrame, layout: EventLayout): Carried {
  const targets = targetsOf(frame);
  const columns: Expr[] = [];
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

/** The list of a target after a step, from the list after the steps behind it. */
function carriedTo(frame: FunnelFrame, layout: EventLayout, target: Target, step: number, later: List): List {
  const mayBeSkipped = target.step !== step && isOptional(frame, step);
  if (mayBeSkipped && !isStrict(frame)) return later;
  const carried = nextAfter(later, stepFlag(layout, step), isStrict(frame));
  // Skips the optional step where that is possible, else goes through it.
  return mayBeSkipped ? expression`arrayMap((x, y) -> if(x != 0, x, y), ${later}, ${carried})` : carried;
}

/** From tuples (event, times of the targets) to attempts. */
function finished(frame: FunnelFrame, layout: EventLayout, starts: List): List {
  const { length, exclusions, windowMicroseconds } = frame;
  const steps = stepsToTime(frame);
  const start = timeOf(layout, item('a', 1));
  const end = expression`${start} + ${windowMicroseconds}`;
  const clipped = [...steps, ...exclusions].map((_, index) => {
    const target = item('a', index + 2);
    const time = hasOptional(frame) && index < steps.length ? timeOf(layout, target) : target;
    return expression`if(${time} <= ${end}, ${target}, 0)`;
  });
  const later = Array.from(
    { length: length - 1 },
    (_, index) => clipped[steps.indexOf(index + 1)] ?? constant(0),
  );
  // Without exclusions no attempt is dead, so one pass finishes the attempts.
  const ends = exclusions.length === 0 ? [constant(0)] : clipped.slice(steps.length);
  const made = expression`
    arrayMap(a -> (${start}, ${later}, ${ends}, ${attemptBucket(frame, layout, start)}), ${starts})`;
  const timed = hasOptional(frame) ? withTimes(frame, layout, withoutMisplaced(frame, made)) : made;
  return exclusions.length === 0 ? timed : withDeath(frame, timed);
}

/** Number of items of an attempt before it is judged: with one item per exclusion, or with 0 for its death. */
function widthOf({ length, exclusions }: FunnelFrame): number {
  return length + Math.max(1, exclusions.length) + 1;
}

/** Puts times in place of the events of the steps. */
function withTimes(frame: FunnelFrame, layout: EventLayout, attempts: List): List {
  const timed = items('a', widthOf(frame)).map((one, at) =>
    at > 0 && at < frame.length ? timeOf(layout, one) : one,
  );
  return expression`arrayMap(a -> ${tuple(...timed)}, ${attempts})`;
}

/** Takes an optional step out of an attempt when the step is not between the steps around it. */
function withoutMisplaced(frame: FunnelFrame, attempts: List): List {
  let made = attempts;
  for (let step = 1; step < frame.length; step += 1) {
    if (!isOptional(frame, step)) continue;
    const own = item('a', step + 1);
    const isBehind = isOptional(frame, step - 1) ? expression`${own} > ${item('a', step)}` : undefined;
    const isBefore = stepsUpToRequired(frame, step + 1)
      .filter((next) => !isOptional(frame, next))
      .map((next) => expression`${item('a', next + 1)} = 0 OR ${own} < ${item('a', next + 1)}`);
    const kept = expression`if(${isBehind} AND ${isBefore}, ${own}, 0)`;
    made = expression`arrayMap(a -> ${tuple(...items('a', widthOf(frame)).with(step, kept))}, ${made})`;
  }
  return made;
}

/**
 * Makes attempts of tuples (times of steps, times of exclusions or at most 0, bucket). Each attempt is judged by
 * itself, whatever other attempts did at the same time (decision 0008).
 */
function withDeath(frame: FunnelFrame, attempts: List): List {
  const { length, exclusions } = frame;
  const deaths = exclusions.map((exclusion, index) =>
    isKilled(frame, exclusion, item('a', length + index + 1)),
  );
  return expression`
    arrayMap(
      a -> (${items('a', length)}, if(${or(...deaths)}, 1, 0), ${item('a', widthOf(frame))}),
      ${attempts}
    )`;
}

/**
 * True when the exclusion comes after the attempt reached the exclusion's first step and before it reached the last
 * one.
 */
function isKilled(frame: FunnelFrame, exclusion: PlacedExclusion, time: Expr): Expr {
  const { since, funnelFromStep, funnelToStep } = exclusion;
  const reached = (step: number) => item('a', step + 1);
  const optional = [since, funnelFromStep].filter((step) => isOptional(frame, step));
  return expression`
    ${time} > 0
    AND ${optional.map((step) => isTaken(reached(step)))}
    AND ${stepsUpToRequired(frame, funnelToStep).map(
      (step) => expression`${reached(step)} = 0 OR ${reached(step)} > ${time}`,
    )}`;
}

/** The optional steps from `step` on, and the required step after them. */
function stepsUpToRequired(frame: FunnelFrame, step: number): readonly number[] {
  if (step >= frame.length) return [];
  return isOptional(frame, step) ? [step, ...stepsUpToRequired(frame, step + 1)] : [step];
}
