import type { Expr } from '../../language/ast.ts';
import { field } from '../../language/build.ts';
import { expression } from '../../language/dialect.ts';

// Lists with one number per event of an actor, beside its columns `events`, `times` and, in a strict funnel, `places`.

export type List = Expr;

const TIMES = field('times');

/**
 * For each event the number of the next event after it that has one of the flags; 0 where there is none.
 * @param numbers 0 = the event has none
 * @param isStrict the next event must be at the same place or at the one after it
 */
export function nextAfter(numbers: List, flags: bigint, isStrict: boolean): List {
  return isStrict
    ? onlyNear(withoutFirst(placedFrom(numbers, flags)))
    : expression`arrayPopFront(arrayPushBack(${nextFrom(numbers, flags)}, 0))`;
}

/** For each event the number of the next event at or after it that has one of the flags; 0 where there is none. */
export function nextFrom(numbers: List, flags: bigint): List {
  return expression`
    arrayReverseFill(
      f -> f != 0,
      arrayMap((e, n) -> if(bitAnd(e, ${flags}) != 0, n, 0), events, ${numbers})
    )`;
}

/** For each event the number of the first event of its instant. */
export function ofFirstOfInstant(numbers: List): List {
  return expression`arrayFill((f, t, u) -> t != u, ${numbers}, times, arrayPopBack(arrayPushFront(times, 0)))`;
}

/** For each event the number of the last event of its instant. */
function ofLastOfInstant(numbers: List): List {
  return expression`
    arrayReverseFill((f, t, u) -> t != u, ${numbers}, times, arrayPopFront(arrayPushBack(times, 0)))`;
}

/** For each event, (number, place) of the next event at or after it that has a number and one of the flags. */
function placedFrom(numbers: List, flags: bigint): List {
  return expression`
    arrayReverseFill(
      f -> f.1 != 0,
      arrayMap((e, n, p) -> if(bitAnd(e, ${flags}) != 0, (n, p), (0, 0)), events, ${numbers}, places)
    )`;
}

function withoutFirst(placed: List): List {
  return expression`arrayPopFront(arrayPushBack(${placed}, (0, 0)))`;
}

/** The numbers of pairs (number, place) that are at most one place away; 0 for the others. */
function onlyNear(next: List): List {
  return expression`arrayMap((x, p) -> if(x.2 <= p + 1, x.1, 0), ${next}, places)`;
}

/**
 * For each event the time of the next event of a later instant that has one of the flags; 0 where there is none.
 * @param isStrict the next event must be at the place after it
 */
export function nextInstant(flags: bigint, isStrict: boolean): List {
  return isStrict
    ? onlyNear(ofLastOfInstant(withoutFirst(placedFrom(TIMES, flags))))
    : ofLastOfInstant(nextAfter(TIMES, flags, false));
}
