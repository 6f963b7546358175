import type { Expr } from '../../language/ast.ts';
import { arithmetic, call, compare, constant, field, lambda, tuple } from '../../language/build.ts';
import { item } from './tuple-item.ts';

/** A list with one number per event of an actor, beside the column `events`. */
export type List = Expr;

/**
 * For each event the number of the next event after it that matches and has one; 0 where there is none.
 * @param numbers 0 = the event has none
 * @param places strict funnels: the next event must be at the same place or at the one after it
 */
export function nextAfter(numbers: List, matches: (event: Expr) => Expr, places?: List): List {
  if (places) return neighbourAfter(numbers, matches, places);
  const own = call('if', matches(field('e')), field('n'), constant(0));
  const found = call('arrayMap', lambda(['e', 'n'], own), field('events'), numbers);
  return shifted(filledBack(found), constant(0));
}

/** For each event the number of the next event at or after it that matches; 0 where there is none. */
export function nextFrom(numbers: List, matches: (event: Expr) => Expr): List {
  const own = call('if', matches(field('e')), field('n'), constant(0));
  return filledBack(call('arrayMap', lambda(['e', 'n'], own), field('events'), numbers));
}

/** For each event the number of the first event of its instant. @param times of the events */
export function ofFirstOfInstant(numbers: List, times: List): List {
  const isFirst = lambda(['f', 't', 'u'], compare(field('t'), '!=', field('u')));
  const before = call('arrayPopBack', call('arrayPushFront', times, constant(0)));
  return call('arrayFill', isFirst, numbers, times, before);
}

/** For each event the number of the last event of its instant. @param times of the events */
function ofLastOfInstant(numbers: List, times: List): List {
  const isLast = lambda(['f', 't', 'u'], compare(field('t'), '!=', field('u')));
  return call('arrayReverseFill', isLast, numbers, times, shifted(times, constant(0)));
}

function filledBack(numbers: List): List {
  return call('arrayReverseFill', lambda(['f'], compare(field('f'), '!=', constant(0))), numbers);
}

/** The list without its first element and with `last` at its end. */
export function shifted(list: List, last: Expr): List {
  return call('arrayPopFront', call('arrayPushBack', list, last));
}

function neighbourAfter(numbers: List, matches: (event: Expr) => Expr, places: List): List {
  return onlyNear(shifted(placedFrom(numbers, matches, places), NOTHING), places);
}

const NOTHING = tuple(constant(0), constant(0));

/** For each event (number, place) of the next event at or after it that matches and has a number. */
function placedFrom(numbers: List, matches: (event: Expr) => Expr, places: List): List {
  const own = call('if', matches(field('e')), tuple(field('n'), field('p')), NOTHING);
  const found = call('arrayMap', lambda(['e', 'n', 'p'], own), field('events'), numbers, places);
  return call('arrayReverseFill', lambda(['f'], compare(item('f', 1), '!=', constant(0))), found);
}

/** The numbers of (number, place) that are at most one place away, else 0. */
function onlyNear(next: List, places: List): List {
  const isNear = compare(item('x', 2), '<=', arithmetic(field('p'), '+', constant(1)));
  const near = call('if', isNear, item('x', 1), constant(0));
  return call('arrayMap', lambda(['x', 'p'], near), next, places);
}

/**
 * For each event the time of the next matching event of a later instant; 0 where there is none.
 * @param times of the events
 * @param places strict funnels: the next event must be at the place after it
 * @param from `same instant`: an event of its own instant counts too, even one before it in the list
 */
export function nextInstant(
  times: List,
  matches: (event: Expr) => Expr,
  { places, from }: { readonly places?: List | undefined; readonly from?: 'same instant' | undefined },
): List {
  if (!places) return ofLastOfInstant(nextAfter(times, matches), times);
  const placed = placedFrom(times, matches, places);
  return from === undefined
    ? onlyNear(ofLastOfInstant(shifted(placed, NOTHING), times), places)
    : onlyNear(ofFirstOfInstant(placed, times), places);
}
