import type { Expr } from '../../language/ast.ts';
import { and, call, compare, constant, lambda, or, tuple } from '../../language/build.ts';
import { type FunnelFrame, isOptional } from './funnel-frame.ts';
import type { List } from './next-event.ts';
import { item } from './tuple-item.ts';

/**
 * For a funnel with exclusions, from tuples (times of steps, times of exclusions or at most 0, bucket) to attempts (times of steps, 1 if
 * dead, bucket). Each attempt is judged for itself, whatever others did at the same time (decision 0008).
 */
export function withDeath(frame: FunnelFrame, attempts: List): List {
  const { length, exclusions } = frame;
  const times = Array.from({ length }, (_, step) => item('a', step + 1));
  const bucket = item('a', length + exclusions.length + 1);
  const deaths = or(...exclusions.map((_, index) => isKilledBy(frame, index)));
  const dead = call('if', deaths, constant(1), constant(0));
  return call('arrayMap', lambda(['a'], tuple(...times, dead, bucket)), attempts);
}

/** An exclusion comes after the attempt reached its first step and before it reached its last one. */
function isKilledBy(frame: FunnelFrame, index: number): Expr {
  const exclusion = frame.exclusions[index];
  if (!exclusion) return constant(false);
  const { since, funnelFromStep, funnelToStep } = exclusion;
  const time = item('a', frame.length + index + 1);
  return and(
    compare(time, '>', constant(0)),
    ...(isOptional(frame, since) ? [isSet(item('a', since + 1))] : []),
    ...(isOptional(frame, funnelFromStep) ? [isSet(item('a', funnelFromStep + 1))] : []),
    ...(since === funnelFromStep ? [] : [compare(time, '>', item('a', since + 1))]),
    ...stepsUpToRequired(frame, funnelToStep).map((step) => isBefore(time, item('a', step + 1))),
  );
}

/** Optional steps from `step` on and the required one after them. */
export function stepsUpToRequired(frame: FunnelFrame, step: number): readonly number[] {
  if (step >= frame.length) return [];
  return isOptional(frame, step) ? [step, ...stepsUpToRequired(frame, step + 1)] : [step];
}

/** True when the other time is later or not known. */
function isBefore(time: Expr, other: Expr): Expr {
  return or(compare(other, '==', constant(0)), compare(other, '>', time));
}

function isSet(time: Expr): Expr {
  return compare(time, '!=', constant(0));
}
