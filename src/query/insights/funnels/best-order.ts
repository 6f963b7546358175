import type { Expr, SelectStatement } from '../../language/ast.ts';
import { field } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import { ownerFields } from './attempt.ts';
import { type FunnelFrame, isOptional } from './funnel-frame.ts';
import { type EventLayout, exclusionFlags, stepFlag, timeOf } from './packed-event.ts';

/**
 * Puts the events of one instant into the order that is best for every attempt ([F-10]), in a funnel in which an event
 * may be of several steps. They become a list in which each event is of one step: an attempt that goes through the
 * list takes exactly the steps that it can take there, each by another event.
 *
 * For that, the events are dealt out to steps in all ways. The list has, from the last step to the first, the longest
 * row of steps that begins with it, without rows that are part of another. No row ends behind one that begins later,
 * so what an attempt picks out of several rows is part of the last of them. For example, one event of the steps 1 and
 * 2 and one of 2 and 3 give the list 2 3, 1 2: an attempt gets from 1 to 2 or from 2 to 3, never from 1 to 3.
 *
 * In the statement: `instants` are the events cut into instants, none when no two events of the actor are
 * simultaneous; more equal events of an instant than steps are of no use. `dealt` has for each instant `g` the sets of
 * steps, as flags, to which its events can be dealt out, one step each.
 */
export function inBestOrder(
  frame: FunnelFrame,
  layout: EventLayout,
  events: SelectStatement,
): SelectStatement {
  if (layout.placeBits === 0) return events;
  const owner = ownerFields(frame);
  const time = timeOf(layout, field('e'));
  const timeBefore = timeOf(layout, field('p'));
  const before = expression`arrayPopBack(arrayPushFront(events, 0))`;
  const cut = expression`arraySplit((e, p) -> ${time} != ${timeBefore}, events, ${before})`;
  return statement`
    SELECT
      ${owner},
      if(
        empty(instants),
        events,
        arrayFlatten(arrayMap((g, d) -> if(length(g) = 1, g, ${placed(frame, layout)}), instants, dealt))
      ) AS events
    FROM (
      SELECT ${owner}, events, instants, arrayMap(g -> ${setsOfSteps(layout)}, instants) AS dealt
      FROM (
        SELECT
          ${owner}, events,
          if(
            arrayExists((e, p) -> ${time} = ${timeBefore}, events, ${before}),
            ${cut},
            arraySlice(${cut}, 1, 0)
          ) AS instants
        FROM (
          SELECT ${owner}, arrayFilter((e, c) -> c <= ${frame.length}, events, arrayEnumerateUniq(events)) AS events
          FROM ${events}
        )
      )
    )`;
}

/**
 * The sets of steps to which the events of an instant `g` can be dealt out, event by event, each to a step that is
 * still free.
 */
function setsOfSteps(layout: EventLayout): Expr {
  const none = expression`[bitAnd(arrayElement(g, 1), 0)]`;
  return expression`
    if(
      length(g) = 1,
      ${none},
      arrayFold(
        (x, e) -> arrayDistinct(arrayConcat(x, arrayFlatten(arrayMap(
          s -> arrayMap(
            b -> bitOr(s, b),
            arrayFilter(b -> bitAnd(e, b) != 0 AND bitAnd(s, b) = 0, ${flagsOf(layout)})
          ),
          x
        )))),
        g,
        ${none}
      )
    )`;
}

/**
 * The events of an instant `g`, each of one step and numbered from 1; `d` holds the sets of steps to which they can be
 * dealt out. The exclusions stand first. In a strict funnel the event of the exclusions also stands for an instant
 * without a step.
 */
function placed(frame: FunnelFrame, layout: EventLayout): Expr {
  const rows = expression`arrayMap(w -> arrayFirst(r -> has(d, r), w), ${longestRows(frame, layout)})`;
  const kept = expression`
    arrayFilter((r, q) -> NOT (bitAnd(r, q) = r), ${rows}, arrayPopFront(arrayPushBack(${rows}, 0)))`;
  const listed = expression`
    arrayFlatten(arrayMap(r -> arrayFilter(b -> bitAnd(r, b) != 0, ${flagsOf(layout)}), ${kept}))`;
  const excluded = expression`
    arrayFold(
      (x, e) -> bitOr(x, bitAnd(e, ${exclusionFlags(layout)})),
      g,
      bitAnd(arrayElement(g, 1), 0)
    )`;
  const flags = expression`arrayPushFront(${listed}, ${excluded})`;
  const time = timeOf(layout, expression`arrayElement(g, 1)`);
  const [unit, place] = [layout.tailBits, layout.tailBits - layout.placeBits].map(
    (bits) => 1n << BigInt(bits),
  );
  return expression`
    arrayMap((b, i) -> ${time} * ${unit} + b + i * ${place}, ${flags}, arrayEnumerate(${flags}))`;
}

/** The flags of all steps, from the first. */
function flagsOf(layout: EventLayout): Expr {
  return expression`[${Array.from({ length: layout.steps }, (_, step) => stepFlag(layout, step))}]`;
}

/**
 * For each step, from the last, the sets of steps that a row beginning with it may have, the longest first. A row has
 * every step up to its end, or only the steps that must be taken.
 */
function longestRows(frame: FunnelFrame, layout: EventLayout): Expr {
  const steps = Array.from({ length: frame.length }, (_, step) => step);
  const setOf = (taken: readonly number[]) => taken.reduce((set, step) => set | stepFlag(layout, step), 0n);
  const rows = steps.toReversed().map((start) => {
    const ends = steps.slice(start).toReversed();
    const sets = ends.flatMap((end) => {
      const row = steps.slice(start, end + 1);
      const required = row.filter((step) => step === start || step === end || !isOptional(frame, step));
      return [setOf(row), setOf(required)];
    });
    return expression`[${[...new Set(sets)]}]`;
  });
  return expression`[${rows}]`;
}
