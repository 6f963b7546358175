import type { Temporal } from 'temporal-polyfill';
import { addIntervals, type Interval } from '../../filters/interval.ts';
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
  select,
  tuple,
} from '../../language/build.ts';
import { bucketIndex } from '../bucket-index.ts';
import { between } from '../row-conditions.ts';
import { partColumns, partFields, type SeriesSource } from './series-source.ts';

/**
 * Actors active in the `days` days up to each bucket, as changes from one bucket to the next. An activity counts from
 * its own step (a day, hour or minute) for as many steps as the window has, or until the actor's next activity, which
 * then counts in its place: one +1 and one -1 per actor and active step, so that no actor is counted twice and every
 * row is read once.
 */
export function rollingPoints(source: SeriesSource, days: 7 | 30): SelectQuery {
  const { frame, period } = source;
  const first = period.buckets.first;
  const window = rollingWindow(frame.interval, days);
  const changes = changesPerActor(source, first, window);
  const change = field('change');
  const step: Expr = { kind: 'TupleAccess', tuple: change, index: 1 };
  const bucket = bucketOfStep(step, window.steps, frame.interval);
  const exploded = select({
    select: [...partFields(source), alias('change', call('arrayJoin', field('changes')))],
    select_from: from(changes),
  });
  const perStep = select({
    select: [
      ...partFields(source),
      alias('bucket', bucket),
      alias('value', call('sum', { kind: 'TupleAccess', tuple: change, index: 2 })),
    ],
    select_from: from(exploded),
    where: compare(bucket, '<', constant(period.buckets.count)),
    group_by: [...partFields(source), field('bucket')],
  });
  return perStep;
}

interface RollingWindow {
  /** Unit in which the window moves. */
  readonly unit: 'minute' | 'hour' | 'day';
  /** Length of the window in units. */
  readonly steps: number;
}

function rollingWindow(interval: Interval, days: number): RollingWindow {
  if (interval === 'hour') return { unit: 'hour', steps: days * 24 };
  if (interval === 'minute') return { unit: 'minute', steps: days * 24 * 60 };
  return { unit: 'day', steps: days };
}

/** One row per actor (and breakdown value) with its list of changes (step, +1 or -1). */
function changesPerActor(
  source: SeriesSource,
  first: Temporal.ZonedDateTime,
  { unit, steps }: RollingWindow,
): SelectQuery {
  const { actor, matched, period } = source;
  // Step 0 is the first that a window can reach: a window that starts there ends with the first bucket.
  const origin = addIntervals(first, 1 - steps, unit);
  const step = bucketIndex(field('timestamp'), origin, unit);
  const active = select({
    select: [...partColumns(source.parts), alias('active', call('arraySort', call('groupUniqArray', step)))],
    select_from: from('events'),
    where: and(matched, between(origin, period.buckets.bounds.to), ...(actor.exists ? [actor.exists] : [])),
    group_by: [...partFields(source), actor.id],
  });
  const activeSteps = field('active');
  const windowEnd = (at: Expr) => arithmetic(at, '+', constant(steps));
  const lastEnd = windowEnd(call('arrayElement', activeSteps, constant(-1)));
  const next = call('arrayPushBack', call('arrayPopFront', activeSteps), lastEnd);
  const starts = call('arrayMap', lambda(['s'], tuple(field('s'), constant(1))), activeSteps);
  const ends = call(
    'arrayMap',
    lambda(['s', 'n'], tuple(call('least', windowEnd(field('s')), field('n')), constant(-1))),
    activeSteps,
    next,
  );
  return select({
    select: [...partFields(source), alias('changes', call('arrayConcat', starts, ends))],
    select_from: from(active),
  });
}

/**
 * The first bucket that a change at `step` acts on. Changes before the first bucket act on it; a weekly bucket looks
 * at its first day, so a change on a later day acts on the next week.
 */
function bucketOfStep(step: Expr, steps: number, interval: Interval): Expr {
  const offset = arithmetic(step, '-', constant(steps - 1));
  const sinceFirst = call('greatest', offset, constant(0));
  if (interval !== 'week') return sinceFirst;
  return call('intDiv', arithmetic(sinceFirst, '+', constant(6)), constant(7));
}
