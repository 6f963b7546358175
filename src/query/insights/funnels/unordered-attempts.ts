import type { SelectStatement } from '../../language/ast.ts';
import { field, lambda, or } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import { attemptBucket, item, ownerFields } from './attempt.ts';
import type { FunnelFrame } from './funnel-frame.ts';
import { type List, nextAfter, nextFrom, nextInstant, ofFirstOfInstant } from './next-event.ts';
import { type EventLayout, exclusionFlags, hasAny, startFlags, stepFlag, timeOf } from './packed-event.ts';
import { overlappingGroups } from './step-overlap.ts';

/**
 * Attempts of an unordered funnel: one per event of any step. An attempt completes the steps at the next events from
 * its instant on, up to the end of the window and to the next exclusion; the k-th time is that of the k-th completed
 * step. No attempt is dead: an exclusion starts anew.
 */
export function unorderedAttempts(
  frame: FunnelFrame,
  layout: EventLayout,
  events: SelectStatement,
): SelectStatement {
  const owner = ownerFields(frame);
  const completed = overlappingGroups(frame.query.series).flatMap((group) => completions(layout, group));
  const excluded = layout.exclusions > 0 ? nextInstant(exclusionFlags(layout), false) : undefined;
  const starts = expression`
    arrayFilter(a -> ${hasAny(item('a', 1), startFlags(layout))}, arrayZip(events, ${completed}, ${excluded}))`;
  return statement`
    SELECT ${owner}, ${finished(frame, layout, starts)} AS attempts
    FROM (SELECT ${owner}, events, arrayMap(e -> ${timeOf(layout, field('e'))}, events) AS times FROM ${events})`;
}

/** Most kinds of equal steps for which shared events are dealt out among the steps. */
const MAX_DEALT = 5;

/**
 * For the steps of one group the times at which an attempt that starts at an event completes one more of them.
 *
 * Every step takes another event, so k of n steps are completed when no set of s steps has fewer than s - (n - k)
 * events: by the latest of these times over all sets (Hall, Ore). Equal steps are in a set together, as they share all
 * events.
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

/** For each event, the latest of several times; 0 where one of the times is 0. */
function latest(lists: readonly List[]): List {
  const [only] = lists;
  if (only !== undefined && lists.length === 1) return only;
  const names = lists.map((_, index) => `t${index}`);
  const times = names.map((name) => field(name));
  const isMissing = or(...times.map((time) => expression`${time} = 0`));
  return expression`
    arrayMap(${lambda(names, expression`if(${isMissing}, 0, greatest(${times}))`)}, ${lists})`;
}

/** For each event the time of the n-th event of some steps from its instant on; 0 where there is none. */
function occurrence(layout: EventLayout, steps: readonly number[], n: number): List {
  const flags = steps.reduce((sum, step) => sum | stepFlag(layout, step), 0n);
  let numbers: List = field('times');
  for (let at = 1; at < n; at += 1) numbers = nextAfter(numbers, flags, false);
  return ofFirstOfInstant(nextFrom(numbers, flags));
}

/** From tuples (event, next time of each step, next exclusion) to attempts. */
function finished(frame: FunnelFrame, layout: EventLayout, starts: List): List {
  const { length, exclusions, windowMicroseconds } = frame;
  const end = expression`${timeOf(layout, item('a', 1))} + ${windowMicroseconds}`;
  const exclusion = item('a', length + 2);
  const times = Array.from({ length }, (_, step) => {
    const time = item('a', step + 2);
    const isBefore = expression`${exclusion} = 0 OR ${time} <= ${exclusion}`;
    return expression`if(${time} <= ${end} AND ${exclusions.length > 0 ? isBefore : undefined}, ${time}, 0)`;
  });
  const nth = Array.from({ length }, (_, step) => expression`arrayElement(s, ${step + 1})`);
  return expression`
    arrayMap(
      s -> (${nth}, 0, ${attemptBucket(frame, layout, expression`arrayElement(s, 1)`)}),
      arrayMap(a -> arraySort(arrayFilter(t -> t != 0, [${times}])), ${starts})
    )`;
}
