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
  or,
  select,
  tuple,
} from '../../language/build.ts';
import { attemptBucket } from './attempt-bucket.ts';
import { ownerFields } from './attempt-owner.ts';
import { eventsOf } from './check-funnel.ts';
import type { FunnelFrame } from './funnel-frame.ts';
import { type List, nextAfter, nextFrom } from './next-event.ts';
import { type EventLayout, isExcluded, isStep, mayStart, timeOf } from './packed-event.ts';
import { item } from './tuple-item.ts';

/**
 * Attempts of an unordered funnel, in the shape of `orderedAttempts`: one per event of any step. An attempt completes
 * the other steps at their next events, up to the end of the window and to the next exclusion; the k-th time is that of
 * the k-th completed step. No attempt is dead: an exclusion starts anew.
 */
export function unorderedAttempts(frame: FunnelFrame, layout: EventLayout, events: SelectQuery): SelectQuery {
  const steps = Array.from({ length: frame.length }, (_, step) => step);
  const time = call('arrayMap', lambda(['e'], timeOf(layout, field('e'))), field('events'));
  const next = steps.map((step) => occurrence(layout, time, step, equalStepsBefore(frame, step)));
  const all = frame.exclusions.map((_, index) => index);
  const excluded = all.length > 0 ? [nextAfter(time, (event) => isExcluded(layout, event, all))] : [];
  const zipped = call('arrayZip', field('events'), ...next, ...excluded);
  const starts = call('arrayFilter', lambda(['a'], mayStart(layout, item('a', 1), frame.order)), zipped);
  return select({
    select: [...ownerFields(frame), alias('attempts', finished(frame, layout, starts))],
    select_from: from(events),
  });
}

/** How many steps before this one are about the same events: an event serves one of them only. */
function equalStepsBefore({ query }: FunnelFrame, step: number): number {
  const texts = query.series.slice(0, step + 1).map(eventsOf);
  return texts.filter((text) => text === texts[step]).length - 1;
}

/** For each event the time of the next event of a step at or after it, with `skipped` such events left out. */
function occurrence(layout: EventLayout, times: List, step: number, skipped: number): List {
  const matches = (event: Expr) => isStep(layout, event, step);
  let numbers = times;
  for (let at = 0; at < skipped; at += 1) numbers = nextAfter(numbers, matches);
  return nextFrom(numbers, matches);
}

/** From tuples (event, next time of each step, next exclusion) to attempts. */
function finished(frame: FunnelFrame, layout: EventLayout, starts: List): List {
  const { length, exclusions, windowMicroseconds } = frame;
  const end = arithmetic(timeOf(layout, item('a', 1)), '+', constant(windowMicroseconds));
  const exclusion = item('a', length + 2);
  const isBeforeExclusion = (time: Expr) =>
    exclusions.length === 0
      ? constant(true)
      : or(compare(exclusion, '==', constant(0)), compare(time, '<=', exclusion));
  const times = Array.from({ length }, (_, step) => item('a', step + 2)).map((time) =>
    call('if', and(compare(time, '<=', end), isBeforeExclusion(time)), time, constant(0)),
  );
  const reached = call('arrayFilter', lambda(['t'], compare(field('t'), '!=', constant(0))), {
    kind: 'Array',
    exprs: times,
  });
  const sorted = call('arrayMap', lambda(['a'], call('arraySort', reached)), starts);
  const nth = Array.from({ length }, (_, step) => call('arrayElement', field('s'), constant(step + 1)));
  const bucket = attemptBucket(frame, layout, call('arrayElement', field('s'), constant(1)));
  return call('arrayMap', lambda(['s'], tuple(...nth, constant(0), bucket)), sorted);
}
