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

function filledBack(numbers: List): List {
  return call('arrayReverseFill', lambda(['f'], compare(field('f'), '!=', constant(0))), numbers);
}

/** The list without its first element and with `last` at its end. */
export function shifted(list: List, last: Expr): List {
  return call('arrayPopFront', call('arrayPushBack', list, last));
}

function neighbourAfter(numbers: List, matches: (event: Expr) => Expr, places: List): List {
  const nothing = tuple(constant(0), constant(0));
  const own = call('if', matches(field('e')), tuple(field('n'), field('p')), nothing);
  const found = call('arrayMap', lambda(['e', 'n', 'p'], own), field('events'), numbers, places);
  const hasNumber = compare(item('f', 1), '!=', constant(0));
  const next = shifted(call('arrayReverseFill', lambda(['f'], hasNumber), found), nothing);
  const isNear = compare(item('x', 2), '<=', arithmetic(field('p'), '+', constant(1)));
  const near = call('if', isNear, item('x', 1), constant(0));
  return call('arrayMap', lambda(['x', 'p'], near), next, places);
}
