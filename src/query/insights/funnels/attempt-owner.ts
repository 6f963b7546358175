import type { Expr } from '../../language/ast.ts';
import { and, compare, constant, field, not, or } from '../../language/build.ts';
import type { FunnelFrame } from './funnel-frame.ts';

/**
 * The columns that tell whose attempts a row holds: actor and value. With attribution to a later step than the first,
 * an actor also has a row with `is_without` 1 and no value, in which events of every value count for that step: it stands
 * for the actor when its best attempt does not take the step.
 */
export function ownerFields(frame: FunnelFrame): readonly Expr[] {
  return [field('actor'), field('value'), ...(mayBeWithout(frame) ? [field('is_without')] : [])];
}

/** True when actors may miss the step whose event has the breakdown value. */
export function mayBeWithout({ breakdown, attribution }: FunnelFrame): boolean {
  return breakdown !== undefined && attribution.kind === 'step' && attribution.step > 0;
}

/**
 * Whether the row of an owner counts, given whether its best attempt takes a step: under a value only with an event of
 * that value, under none only without.
 * @param takes from the number of a step, from 0
 */
export function ownerCounts(frame: FunnelFrame, takes: (step: number) => Expr): readonly Expr[] {
  const { attribution } = frame;
  if (attribution.kind !== 'step' || !mayBeWithout(frame)) return [];
  const took = takes(attribution.step);
  const isWithout = compare(field('is_without'), '==', constant(1));
  return [or(and(isWithout, not(took)), and(not(isWithout), took))];
}

/** True when it is enough to know how far the attempts of an actor got: none is dead, and no step has an owner. */
export function onlyFurthestCounts(frame: FunnelFrame): boolean {
  return frame.exclusions.length === 0 && !mayBeWithout(frame);
}
