import type { Expr, SelectQuery } from '../../language/ast.ts';
import {
  alias,
  and,
  arithmetic,
  call,
  compare,
  constant,
  field,
  from,
  lambda,
  not,
  select,
} from '../../language/build.ts';
import { ownerFields } from './attempt-owner.ts';
import { type FunnelFrame, isOptional } from './funnel-frame.ts';
import { type EventLayout, exclusionFlags, placeOf, stepFlag, timeOf } from './packed-event.ts';

/**
 * Puts the events of one instant into the order that is best for every attempt ([F-10]), in a funnel in which an event may be of
 * several steps. They become a list in which each event is of one step: an attempt that goes through the list takes
 * exactly the steps that it can take there, each by another event.
 *
 * For that, the events are dealt out to steps in all ways. The list has, from the last step to the first, the longest row
 * of steps that begins with it, without rows that are part of another. No row ends behind one that begins later, so what
 * an attempt picks out of several rows is part of the last of them. For example, one event of the steps 1 and 2 and one
 * of 2 and 3 give the list 2 3, 1 2: an attempt gets from 1 to 2 or from 2 to 3, never from 1 to 3.
 */
export function inBestOrder(frame: FunnelFrame, layout: EventLayout, events: SelectQuery): SelectQuery {
  if (layout.placeBits === 0) return events;
  const dealt = dealtOut(frame, layout, instants(frame, layout, events));
  const rows = longestRows(frame, layout);
  const isAlone = compare(call('length', field('g')), '==', constant(1));
  const ordered = call(
    'arrayMap',
    lambda(['g', 'd'], call('if', isAlone, field('g'), placed(layout, rows))),
    field('instants'),
    field('dealt'),
  );
  const whole = call('if', call('empty', field('instants')), field('events'), call('arrayFlatten', ordered));
  return select({ select: [...ownerFields(frame), alias('events', whole)], select_from: from(dealt) });
}

/** (owner, events, instants): the events cut into instants; no instants when no two events of the actor are simultaneous. */
function instants(frame: FunnelFrame, layout: EventLayout, events: SelectQuery): SelectQuery {
  const time = timeOf(layout, field('e'));
  const before = timeOf(layout, field('p'));
  // More equal events of an instant than steps are of no use.
  const copies = call('arrayEnumerateUniq', field('events'));
  const isUseful = compare(field('c'), '<=', constant(frame.length));
  const useful = select({
    select: [
      ...ownerFields(frame),
      alias('events', call('arrayFilter', lambda(['e', 'c'], isUseful), field('events'), copies)),
    ],
    select_from: from(events),
  });
  const previous = call('arrayPopBack', call('arrayPushFront', field('events'), constant(0)));
  const isTied = call(
    'arrayExists',
    lambda(['e', 'p'], compare(time, '==', before)),
    field('events'),
    previous,
  );
  const cut = call('arraySplit', lambda(['e', 'p'], compare(time, '!=', before)), field('events'), previous);
  const nothing = call('arraySlice', cut, constant(1), constant(0));
  return select({
    select: [...ownerFields(frame), field('events'), alias('instants', call('if', isTied, cut, nothing))],
    select_from: from(useful),
  });
}

/** Adds `dealt`: for each instant the sets of steps, as flags, to which its events can be dealt out, one step each. */
function dealtOut(frame: FunnelFrame, layout: EventLayout, cut: SelectQuery): SelectQuery {
  const isFree = and(
    compare(call('bitAnd', field('e'), field('b')), '!=', constant(0)),
    compare(call('bitAnd', field('s'), field('b')), '==', constant(0)),
  );
  const free = call('arrayFilter', lambda(['b'], isFree), flagsOf(layout));
  const longer = call('arrayMap', lambda(['b'], call('bitOr', field('s'), field('b'))), free);
  const more = call('arrayFlatten', call('arrayMap', lambda(['s'], longer), field('x')));
  const next = call('arrayDistinct', call('arrayConcat', field('x'), more));
  const none: Expr = {
    kind: 'Array',
    exprs: [call('bitAnd', call('arrayElement', field('g'), constant(1)), constant(0))],
  };
  const isAlone = compare(call('length', field('g')), '==', constant(1));
  const dealt = call('if', isAlone, none, call('arrayFold', lambda(['x', 'e'], next), field('g'), none));
  return select({
    select: [
      ...ownerFields(frame),
      field('events'),
      field('instants'),
      alias('dealt', call('arrayMap', lambda(['g'], dealt), field('instants'))),
    ],
    select_from: from(cut),
  });
}

/** The events of an instant `g`, whose events can be dealt out to the sets `d`, each of one step and numbered from 1. */
function placed(layout: EventLayout, rows: Expr): Expr {
  const longest = call('arrayFirst', lambda(['r'], call('has', field('d'), field('r'))), field('w'));
  const own = call('arrayMap', lambda(['w'], longest), rows);
  const isPart = compare(call('bitAnd', field('r'), field('q')), '==', field('r'));
  const shiftedRows = call('arrayPopFront', call('arrayPushBack', own, constant(0)));
  const kept = call('arrayFilter', lambda(['r', 'q'], not(isPart)), own, shiftedRows);
  const isIn = compare(call('bitAnd', field('r'), field('b')), '!=', constant(0));
  const steps = call('arrayFilter', lambda(['b'], isIn), flagsOf(layout));
  const listed = call('arrayFlatten', call('arrayMap', lambda(['r'], steps), kept));
  const first = call('arrayElement', field('g'), constant(1));
  const excluding = call('bitAnd', field('e'), constant(exclusionFlags(layout)));
  const excluded = call(
    'arrayFold',
    lambda(['x', 'e'], call('bitOr', field('x'), excluding)),
    field('g'),
    call('bitAnd', first, constant(0)),
  );
  // The exclusions stand first; in a strict funnel their event also stands for an instant without a step.
  const flags = call('arrayPushFront', listed, excluded);
  const time = arithmetic(timeOf(layout, first), '*', constant(1n << BigInt(layout.tailBits)));
  const number = arithmetic(arithmetic(time, '+', field('b')), '+', placeOf(layout, field('i')));
  return call('arrayMap', lambda(['b', 'i'], number), flags, call('arrayEnumerate', flags));
}

/** The flags of all steps, from the first. */
function flagsOf(layout: EventLayout): Expr {
  return numbers(Array.from({ length: layout.steps }, (_, step) => stepFlag(layout, step)));
}

/**
 * For each step, from the last, the sets of steps that a row from it may have, the longest first: every step up to an end,
 * or only those that must be taken.
 */
function longestRows(frame: FunnelFrame, layout: EventLayout): Expr {
  const steps = Array.from({ length: frame.length }, (_, step) => step);
  const setOf = (taken: readonly number[]) => taken.reduce((set, step) => set | stepFlag(layout, step), 0n);
  const exprs = steps.toReversed().map((start) => {
    const ends = steps.slice(start).toReversed();
    const sets = ends.flatMap((end) => {
      const row = steps.slice(start, end + 1);
      const required = row.filter((step) => step === start || step === end || !isOptional(frame, step));
      return [setOf(row), setOf(required)];
    });
    return numbers([...new Set(sets)]);
  });
  return { kind: 'Array', exprs };
}

function numbers(values: readonly bigint[]): Expr {
  return { kind: 'Array', exprs: values.map((value) => constant(value)) };
}
