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
import type { FunnelFrame } from './funnel-frame.ts';
import { type List, nextAfter, nextFrom, nextInstant, ofFirstOfInstant } from './next-event.ts';
import { type EventLayout, hasAny, isExcluded, mayStart, stepFlag, timeOf } from './packed-event.ts';
import { overlappingGroups } from './step-overlap.ts';
import { item } from './tuple-item.ts';

/**
 * Attempts of an unordered funnel, in the shape of `orderedAttempts`: one per event of any step. An attempt completes
 * the steps at the next events from its instant on, up to the end of the window and to the next exclusion; the k-th time is
 * that of the k-th completed step. No attempt is dead: an exclusion starts anew.
 */
export function unorderedAttempts(frame: FunnelFrame, layout: EventLayout, events: SelectQuery): SelectQuery {
  const times = call('arrayMap', lambda(['e'], timeOf(layout, field('e'))), field('events'));
  const timed = select({
    select: [...ownerFields(frame), field('events'), alias('times', times)],
    select_from: from(events),
  });
  const completed = overlappingGroups(frame.query.series).flatMap((group) => completions(layout, group));
  const all = frame.exclusions.map((_, index) => index);
  const excluded = all.length > 0 ? [nextInstant(field('times'), (event) => isExcluded(event, all), {})] : [];
  const zipped = call('arrayZip', field('events'), ...completed, ...excluded);
  const starts = call('arrayFilter', lambda(['a'], mayStart(layout, item('a', 1), frame.order)), zipped);
  return select({
    select: [...ownerFields(frame), alias('attempts', finished(frame, layout, starts))],
    select_from: from(timed),
  });
}

/** Kinds of equal steps, above which steps that share events are not dealt out among each other. */
const MAX_DEALT = 5;

/**
 * For the steps of one group the times at which an attempt that starts at an event completes one more of them.
 *
 * Every step takes another event, so k of n steps are completed when no set of s steps has fewer than s - (n - k) events: by
 * the latest of these times over all sets (Hall, Ore). Equal steps are in a set together, as they share all events.
 */
function completions(layout: EventLayout, group: readonly (readonly number[])[]): readonly List[] {
  if (group.length > MAX_DEALT) return group.flatMap((equal) => completions(layout, [equal]));
  const sets = subsets(group).map((kinds) => kinds.flat());
  const size = group.flat().length;
  return Array.from({ length: size }, (_, index) => {
    const spare = size - index - 1;
    const needed = sets.filter((set) => set.length > spare);
    return latest(needed.map((set) => occurrence(layout, set, set.length - spare)));
  });
}

/** All sets of some of the values, without the empty one. */
function subsets<T>(values: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: 2 ** values.length - 1 }, (_, index) =>
    values.filter((_value, bit) => ((index + 1) & (1 << bit)) !== 0),
  );
}

/** For each event the latest of several times, 0 where one of them is 0. */
function latest(lists: readonly List[]): List {
  const [only] = lists;
  if (only !== undefined && lists.length === 1) return only;
  const names = lists.map((_, index) => `t${index}`);
  const times = names.map((name) => field(name));
  const isMissing = or(...times.map((time) => compare(time, '==', constant(0))));
  return call(
    'arrayMap',
    lambda(names, call('if', isMissing, constant(0), call('greatest', ...times))),
    ...lists,
  );
}

/** For each event the time of the n-th event of some steps from its instant on; 0 where there is none. */
function occurrence(layout: EventLayout, steps: readonly number[], n: number): List {
  const flags = steps.reduce((sum, step) => sum | stepFlag(layout, step), 0n);
  const matches = (event: Expr) => hasAny(event, flags);
  let numbers: List = field('times');
  for (let at = 1; at < n; at += 1) numbers = nextAfter(numbers, matches);
  return ofFirstOfInstant(nextFrom(numbers, matches), field('times'));
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
