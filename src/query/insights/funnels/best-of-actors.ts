import type { SelectQuery } from '../../language/ast.ts';
import { bestAttempts } from './best-attempt.ts';
import { bestByArrival, isJudgedByArrival } from './best-by-arrival.ts';
import { funnelAttempts } from './funnel-attempts.ts';
import type { FunnelFrame } from './funnel-frame.ts';

/**
 * One row per actor that is in the funnel: (actor, value, best), with `best` the list of the times of the attempt that
 * counts: one per step, 0 = not taken.
 */
export function bestOfActors(frame: FunnelFrame): SelectQuery {
  return isJudgedByArrival(frame) ? bestByArrival(frame) : bestAttempts(frame, funnelAttempts(frame));
}
