import { hashedUuid } from '../../../base/ids.ts';
import type { AcceptedEvent } from './accepted-event.ts';

/**
 * The id of an event that came without any: its time in front, so that ids of a time lie together, and then a hash of
 * all that the event is. The same event has the same id for ever, in every process; decision 0041 has the layout. Only
 * for events of files: whoever captures the same event twice means two.
 */
export function derivedEventId({ facts, columns }: Pick<AcceptedEvent, 'facts' | 'columns'>): string {
  const { event, distinctId, timestampUs } = facts;
  const head = JSON.stringify([event, distinctId, timestampUs, columns.elementsChain]);
  return hashedUuid(Math.floor(timestampUs / 1000), head + columns.properties);
}
