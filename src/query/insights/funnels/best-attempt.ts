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
 * One row per actor that is in the funnel: (actor, value, best), with `best` the list of the times of the attempt that got
 * furthest; of several the one that was there first, and of those the latest to start. An actor all of whose furthest
 * attempts are dead is not in the funnel.
 */
export function bestAttempts(frame: FunnelFrame, attempts: SelectQuery): SelectQuery {
  const { length } = frame;
  const arrival = item('r', length + 2);
  const first = call('arrayFirst', lambda(['r'], compare(arrival, '>', constant(0))), field('furthest'));
  const arrived = select({
    select: [
      ...ownerFields(frame),
      field('furthest'),
      alias('arrival', { kind: 'TupleAccess', tuple: first, index: length + 2 }),
    ],
    select_from: from(furthestAttempts(frame, attempts)),
  });
  const chosen = call(
    'arrayLast',
    lambda(['r'], compare(arrival, '==', field('arrival'))),
    field('furthest'),
  );
  const last = select({
    select: [...ownerFields(frame), alias('chosen', chosen)],
    select_from: from(arrived),
    where: compare(field('arrival'), '>', constant(0)),
  });
  const times = Array.from({ length }, (_, step) => item('chosen', step + 1));
  const counts = ownerCounts(frame, (step) => compare(item('chosen', step + 1), '!=', constant(0)));
  return select({
    select: [...ownerFields(frame), alias('best', { kind: 'Array', exprs: times })],
    select_from: from(last),
    ...(counts.length > 0 && { where: and(...counts) }),
  });
}

/**
 * (owner, furthest): the attempts that got furthest, as tuples (time of step 1, .., time of step n, furthest step, time of
 * arrival there), the last 0 for a dead attempt. Each number that others are compared with has a sub-query of its
 * own: the engine would copy its expression into every lambda that uses it.
 */
function furthestAttempts(frame: FunnelFrame, attempts: SelectQuery): SelectQuery {
  const { length } = frame;
  const times = Array.from({ length }, (_, step) => item('a', step + 1));
  const isAlive = compare(item('a', length + 1), '==', constant(0));
  const arrival = call('if', isAlive, call('greatest', ...times), constant(0));
  const ranked = select({
    select: [
      ...ownerFields(frame),
      alias(
        'ranked',
        call(
          'arrayMap',
          lambda(['a'], tuple(...times, furthestStep(length, 'a'), arrival)),
          field('attempts'),
        ),
      ),
    ],
    select_from: from(attempts),
  });
  const furthest = item('r', length + 1);
  const judged = select({
    select: [
      ...ownerFields(frame),
      field('ranked'),
      alias('most', call('arrayMax', lambda(['r'], furthest), field('ranked'))),
    ],
    select_from: from(ranked),
  });
  const isFurthest = compare(furthest, '==', field('most'));
  return select({
    select: [
      ...ownerFields(frame),
      alias('furthest', call('arrayFilter', lambda(['r'], isFurthest), field('ranked'))),
    ],
    select_from: from(judged),
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
