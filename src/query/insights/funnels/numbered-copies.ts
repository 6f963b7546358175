import type { SelectQuery } from '../../language/ast.ts';
import {
  alias,
  arithmetic,
  call,
  compare,
  constant,
  field,
  from,
  lambda,
  select,
} from '../../language/build.ts';
import { ownerFields } from './attempt-owner.ts';
import type { FunnelFrame } from './funnel-frame.ts';
import type { EventLayout } from './packed-event.ts';

/**
 * How many events of one instant and of the same steps must be told apart: as many as an attempt may take. None when no event
 * is of two steps: then it makes no difference with which of them an attempt starts.
 */
export function copiesToTell({ query, length }: FunnelFrame): number {
  const names = query.series.map((node) => (node.kind === 'EventsNode' ? node.event : undefined));
  const areDisjoint = names.every((name) => name !== undefined) && new Set(names).size === length;
  return areDisjoint ? 0 : length;
}

/** Numbers equal events of an actor from 1 and leaves out those beyond the number that an attempt may take. */
export function numberedCopies(frame: FunnelFrame, layout: EventLayout, events: SelectQuery): SelectQuery {
  if (layout.copyBits === 0) return events;
  const copies = call('arrayEnumerateUniq', field('events'));
  const isUseful = compare(field('c'), '<=', constant(frame.length));
  const kept = select({
    select: [
      ...ownerFields(frame),
      alias('kept', call('arrayFilter', lambda(['e', 'c'], isUseful), field('events'), copies)),
    ],
    select_from: from(events),
  });
  const numbered = arithmetic(field('e'), '+', field('c'));
  return select({
    select: [
      ...ownerFields(frame),
      alias(
        'events',
        call(
          'arrayMap',
          lambda(['e', 'c'], numbered),
          field('kept'),
          call('arrayEnumerateUniq', field('kept')),
        ),
      ),
    ],
    select_from: from(kept),
  });
}
