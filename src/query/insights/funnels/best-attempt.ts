import type { Expr, SelectQuery } from '../../language/ast.ts';
import {
  alias,
  and,
  call,
  compare,
  constant,
  field,
  from,
  lambda,
  select,
  tuple,
} from '../../language/build.ts';
import { ownerCounts, ownerFields } from './attempt-owner.ts';
import type { FunnelFrame } from './funnel-frame.ts';
import { item } from './tuple-item.ts';

/**
 * One row per actor that is in the funnel: (actor, value, best), with `best` the tuple of the times of the attempt that got
 * furthest; of several the one that was there first, and of those the latest to start. An actor all of whose furthest
 * attempts are dead is not in the funnel.
 */
export function bestAttempts(frame: FunnelFrame, attempts: SelectQuery): SelectQuery {
  const { length } = frame;
  const times = Array.from({ length }, (_, step) => item('a', step + 1));
  const isDead = item('a', length + 1);
  const ranked = select({
    select: [
      ...ownerFields(frame),
      alias(
        'ranked',
        call(
          'arrayMap',
          lambda(['a'], tuple(...times, isDead, furthestStep(length, 'a'), call('greatest', ...times))),
          field('attempts'),
        ),
      ),
    ],
    select_from: from(attempts),
  });
  const furthest = item('r', length + 2);
  const arrival = item('r', length + 3);
  const isBest = and(
    compare(furthest, '==', field('furthest')),
    compare(item('r', length + 1), '==', constant(0)),
  );
  const first = call('arrayFirst', lambda(['r'], isBest), field('ranked'));
  const isChosen = and(isBest, compare(arrival, '==', field('arrival')));
  return select({
    select: [
      ...ownerFields(frame),
      alias('furthest', call('arrayMax', lambda(['r'], furthest), field('ranked'))),
      alias('arrival', { kind: 'TupleAccess', tuple: first, index: length + 3 }),
      alias('best', call('arrayLast', lambda(['r'], isChosen), field('ranked'))),
    ],
    select_from: from(ranked),
    where: and(
      compare(field('arrival'), '>', constant(0)),
      ...ownerCounts(frame, (step) => compare(item('best', step + 1), '!=', constant(0))),
    ),
  });
}

/** The number, from 1, of the last step that an attempt took. */
export function furthestStep(length: number, name: string): Expr {
  const places = Array.from({ length: length - 1 }, (_, index) => length - index);
  return call(
    'multiIf',
    ...places.flatMap((place) => [compare(item(name, place), '!=', constant(0)), constant(place)]),
    constant(1),
  );
}
