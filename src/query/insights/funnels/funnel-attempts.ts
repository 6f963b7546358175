import type { SelectStatement } from '../../language/ast.ts';
import { actorEvents } from './actor-events.ts';
import type { FunnelFrame } from './funnel-frame.ts';
import { orderedAttempts } from './ordered-attempts.ts';
import { eventLayout } from './packed-event.ts';
import { unorderedAttempts } from './unordered-attempts.ts';

/** The attempts of every actor at the funnel: (actor, value, attempts), in order of time. */
export function funnelAttempts(frame: FunnelFrame): SelectStatement {
  const layout = eventLayout(frame);
  const events = actorEvents(frame, layout);
  return frame.order === 'unordered'
    ? unorderedAttempts(frame, layout, events)
    : orderedAttempts(frame, layout, events);
}
