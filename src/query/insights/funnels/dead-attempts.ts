import type { Expr } from '../../language/ast.ts';
import { and, call, compare, constant, lambda, not, or, tuple } from '../../language/build.ts';
import { type FunnelFrame, isOptional } from './funnel-frame.ts';
import { type List, shifted } from './next-event.ts';
import { item } from './tuple-item.ts';

/**
 * For a funnel with exclusions, from tuples (times of steps, times of exclusions, bucket) to attempts (times of steps, 1 if
 * dead, bucket).
 *
 * It matters which of several attempts took an event: the latest that stood before the step
 * (F-7). An attempt that a later one of its bucket has caught up with is over: it takes no more steps, and no exclusion
 * kills it.
 */
export function withDeath(frame: FunnelFrame, attempts: List): List {
  const { length, exclusions } = frame;
  const times = stepPlaces(frame).map((place) => item('a', place));
  const bucket = item('a', length + exclusions.length + 1);
  const deaths = or(...exclusions.map((_, index) => isKilledBy(frame, index)));
  const dead = call('if', deaths, constant(1), constant(0));
  return call('arrayMap', lambda(['a'], tuple(...times, dead, bucket)), besideNext(frame, attempts));
}

/**
 * Adds to each attempt the times at which the next attempt of its bucket took the steps, 0 where it did not, and takes
 * away the times of steps that the next one took with the same event.
 */
function besideNext(frame: FunnelFrame, attempts: List): List {
  const width = frame.length + frame.exclusions.length + 1;
  const nothing = tuple(...Array.from({ length: width }, () => constant(0)));
  const isSameBucket = compare(item('a', width), '==', item('b', width));
  const later = stepPlaces(frame).map((place) => call('if', isSameBucket, item('b', place), constant(0)));
  const own = stepPlaces(frame).map((place) => item('a', place));
  const taken = own.map((time, step) => {
    const next = later[step];
    return step === 0 || !next ? time : call('if', compare(time, '==', next), constant(0), time);
  });
  const rest = Array.from({ length: width - frame.length }, (_, index) =>
    item('a', frame.length + index + 1),
  );
  return call(
    'arrayMap',
    lambda(['a', 'b'], tuple(...taken, ...rest, ...later)),
    attempts,
    shifted(attempts, nothing),
  );
}

/** An exclusion comes after the attempt reached its first step and before it reached its last one. */
function isKilledBy(frame: FunnelFrame, index: number): Expr {
  const exclusion = frame.exclusions[index];
  if (!exclusion) return constant(false);
  const { funnelFromStep, funnelToStep } = exclusion;
  const time = item('a', frame.length + index + 1);
  const next = frame.length + frame.exclusions.length + 1;
  return and(
    isSet(time),
    ...(isOptional(frame, funnelFromStep) ? [isSet(item('a', funnelFromStep + 1))] : []),
    ...stepsUpToRequired(frame, funnelToStep).map((step) => isBefore(time, item('a', step + 1))),
    not(compare(reachedBy(frame, time, next), '>=', reachedBy(frame, time, 0))),
  );
}

/** The last step, from 1, that was taken up to a time; 0 = none. @param before items before the times of the steps */
function reachedBy(frame: FunnelFrame, time: Expr, before: number): Expr {
  const places = stepPlaces(frame).toReversed();
  const isReached = (place: number) =>
    and(isSet(item('a', before + place)), compare(item('a', before + place), '<=', time));
  return call('multiIf', ...places.flatMap((place) => [isReached(place), constant(place)]), constant(0));
}

function stepPlaces({ length }: FunnelFrame): readonly number[] {
  return Array.from({ length }, (_, step) => step + 1);
}

/** Optional steps from `step` on and the required one after them. */
export function stepsUpToRequired(frame: FunnelFrame, step: number): readonly number[] {
  if (step >= frame.length) return [];
  return isOptional(frame, step) ? [step, ...stepsUpToRequired(frame, step + 1)] : [step];
}

/** True when the other time is later or not known. */
export function isBefore(time: Expr, other: Expr): Expr {
  return or(compare(other, '==', constant(0)), compare(other, '>', time));
}

function isSet(time: Expr): Expr {
  return compare(time, '!=', constant(0));
}
