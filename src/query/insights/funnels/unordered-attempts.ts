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
  const next = steps.map((step) => nextFrom(time, (event) => isStep(layout, event, step)));
  const all = frame.exclusions.map((_, index) => index);
  const excluded = all.length > 0 ? [nextAfter(time, (event) => isExcluded(event, all))] : [];
  const zipped = call('arrayZip', field('events'), ...next, ...excluded);
  const starts = call('arrayFilter', lambda(['a'], mayStart(layout, item('a', 1), frame.order)), zipped);
  return select({
    select: [field('actor'), field('value'), alias('attempts', finished(frame, layout, starts))],
    select_from: from(events),
  });
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
