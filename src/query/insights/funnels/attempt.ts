import type { Expr } from '../../language/ast.ts';
import { constant, field, not } from '../../language/build.ts';
import { expression } from '../../language/dialect.ts';
import { bucketIndex } from '../bucket-index.ts';
import type { FunnelFrame } from './funnel-frame.ts';
import type { EventLayout } from './packed-event.ts';

// An attempt is a tuple: time of step 1, .., time of step n (0 = not taken), 1 if it is dead, bucket.

/** The n-th item, from 1, of a tuple that a column or an argument of a lambda holds. */
export function item(name: string, index: number): Expr {
  return { kind: 'TupleAccess', tuple: field(name), index };
}

/** Items of the tuple `name`, from the first on. */
export function items(name: string, count: number): readonly Expr[] {
  return Array.from({ length: count }, (_, index) => item(name, index + 1));
}

/** The number, from 1, of the last step that the attempt `a` took. */
export function furthestStep(length: number): Expr {
  const places = Array.from({ length: length - 1 }, (_, index) => length - index);
  return expression`multiIf(${places.flatMap((place) => [isTaken(item('a', place)), constant(place)])}, 1)`;
}

/** True when a time is that of a step that was taken. */
export function isTaken(time: Expr): Expr {
  return expression`${time} != 0`;
}

/**
 * The number of the bucket in which an attempt starts; 0 where all attempts of an actor compete with each other.
 * @param start microseconds since the origin of the layout
 */
export function attemptBucket({ buckets }: FunnelFrame, { origin }: EventLayout, start: Expr): Expr {
  if (!buckets) return constant(0);
  return bucketIndex(expression`_instantOf(${start} + ${origin})`, buckets.first, buckets.interval);
}

/**
 * The columns that tell whose attempts a row holds: actor and value. With attribution to a later step than the first,
 * an actor also has a row with `is_without` 1 and no value, in which events of every value count for that step. This
 * row stands for the actor when the best attempt in it does not take the step.
 */
export function ownerFields(frame: FunnelFrame): readonly Expr[] {
  return [field('actor'), field('value'), ...(mayBeWithout(frame) ? [field('is_without')] : [])];
}

/** True when actors may miss the step whose event has the breakdown value. */
export function mayBeWithout({ breakdown, attribution }: FunnelFrame): boolean {
  return breakdown !== undefined && attribution.kind === 'step' && attribution.step > 0;
}

/**
 * Whether the row of an owner counts, given whether its best attempt takes the step of the breakdown value. A row with
 * a value counts only when the step is taken, a row without one only when it is not. Undefined where every row counts.
 * @param takes the condition that the best attempt takes a step, by the number of the step from 0
 */
export function ownerCounts(frame: FunnelFrame, takes: (step: number) => Expr): Expr | undefined {
  const { attribution } = frame;
  if (attribution.kind !== 'step' || !mayBeWithout(frame)) return undefined;
  const took = takes(attribution.step);
  return expression`(is_without = 1 AND ${not(took)}) OR (NOT (is_without = 1) AND ${took})`;
}

/**
 * True when it is enough to know how far the attempts of an actor got: no attempt can be dead, and no step has an
 * owner.
 */
export function onlyFurthestCounts(frame: FunnelFrame): boolean {
  return frame.exclusions.length === 0 && !mayBeWithout(frame);
}
