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
  internalCall,
  lambda,
  or,
  select,
} from '../../language/build.ts';
import { onlyFurthestCounts, ownerCounts, ownerFields } from './attempt-owner.ts';
import { furthestStep } from './best-attempt.ts';
import type { FunnelFrame } from './funnel-frame.ts';
import { keptValues } from './kept-values.ts';
import { shifted } from './next-event.ts';
import { item } from './tuple-item.ts';

/**
 * One row per breakdown value, those beyond the limit together: (is_other, kept, entered, converted), lists with one
 * number per bucket. An actor counts once per bucket in which it started an attempt, by the attempt of the bucket that
 * got furthest.
 */
export function trendsTable(frame: FunnelFrame, attempts: SelectQuery): SelectQuery {
  const lists = ['entered', 'converted'];
  const ranks = ['converted', 'entered'].map((name) => call('arraySum', field(name)));
  return select({
    select: [
      field('is_other'),
      field('kept'),
      ...lists.map((name) => alias(`${name}_sum`, internalCall('_sumForEach', field(name)))),
    ],
    select_from: from(keptValues(frame, countsOfValues(frame, attempts), ranks, lists)),
    group_by: [field('is_other'), field('kept')],
  });
}

/** (value, entered, converted): for each bucket the actors whose best attempt of it got as far as the two steps. */
function countsOfValues(frame: FunnelFrame, attempts: SelectQuery): SelectQuery {
  return onlyFurthestCounts(frame) ? countsOfLists(frame, attempts) : countsOfBest(frame, attempts);
}

/** Where an attempt that got far enough makes up for all others of its bucket: attempts stand in order of their buckets. */
function countsOfLists(frame: FunnelFrame, attempts: SelectQuery): SelectQuery {
  const bucket = lambda(['a'], item('a', frame.length + 2));
  const reached = (step: number) => {
    const own = call('arrayFilter', lambda(['a'], gotTo(frame, step)), field('attempts'));
    const buckets = call('arrayMap', bucket, step === 0 ? field('attempts') : own);
    return countsOf(frame, '_countListed', call('arrayCompact', buckets));
  };
  return select({
    select: [
      field('value'),
      alias('entered', reached(frame.fromStep)),
      alias('converted', reached(frame.toStep)),
    ],
    select_from: from(attempts),
    group_by: [field('value')],
  });
}

/** Whether an attempt took a step, from 0, or one behind it. */
function gotTo({ length }: FunnelFrame, step: number): Expr {
  const places = Array.from({ length: length - step }, (_, index) => step + index + 1);
  return or(...places.map((place) => compare(item('a', place), '!=', constant(0))));
}

/** Where a dead attempt, or one without the step of the breakdown value, may be the best of its bucket. */
function countsOfBest(frame: FunnelFrame, attempts: SelectQuery): SelectQuery {
  const code = field('code');
  const width = constant(codesPerBucket(frame));
  const bucket = call('intDiv', code, width);
  const furthest = call('intDiv', call('modulo', code, width), constant(2));
  const isAlive = compare(call('modulo', code, constant(2)), '==', constant(1));
  const reached = (step: number) => {
    const counts = and(compare(furthest, '>', constant(step)), isAlive);
    return countsOf(frame, '_countDense', call('if', counts, bucket, constant(NO_BUCKET)));
  };
  return select({
    select: [
      field('value'),
      alias('entered', reached(frame.fromStep)),
      alias('converted', reached(frame.toStep)),
    ],
    select_from: from(bestOfBuckets(frame, attempts)),
    where: and(...ownerCounts(frame, (step) => compare(furthest, '>', constant(step)))),
    group_by: [field('value')],
  });
}

/** A place outside the list, so that it is not counted. */
const NO_BUCKET = -1;

/** How often each bucket occurs, as one list: a group per value and bucket costs a fifth of the whole question. */
function countsOf({ buckets }: FunnelFrame, name: '_countDense' | '_countListed', counted: Expr): Expr {
  const width = Math.max(1, buckets?.count ?? 0);
  return { kind: 'Call', name, params: [constant(width)], args: [counted], internal: true };
}

/** An attempt in one number: bucket, furthest step from 1, and 1 if alive. The larger of a bucket is the better one. */
function codesPerBucket({ length }: FunnelFrame): number {
  return 2 * (length + 1);
}

/** (actor, value, code): for each actor and bucket its best attempt: the furthest, and of those that got as far a living one. */
function bestOfBuckets(frame: FunnelFrame, attempts: SelectQuery): SelectQuery {
  const { length } = frame;
  const width = codesPerBucket(frame);
  const isAlive = call('if', compare(item('a', length + 1), '==', constant(0)), constant(1), constant(0));
  const inBucket = arithmetic(arithmetic(furthestStep(length, 'a'), '*', constant(2)), '+', isAlive);
  const coded = arithmetic(arithmetic(item('a', length + 2), '*', constant(width)), '+', inBucket);
  const lists = select({
    select: [
      ...ownerFields(frame),
      alias('codes', call('arraySort', call('arrayMap', lambda(['a'], coded), field('attempts')))),
    ],
    select_from: from(attempts),
  });
  // Behind the last attempt stands one of no bucket.
  const next = shifted(field('codes'), constant(-width));
  const bucketOf = (name: string) => call('intDiv', field(name), constant(width));
  const isLast = compare(bucketOf('c'), '!=', bucketOf('n'));
  const best = call('arrayFilter', lambda(['c', 'n'], isLast), field('codes'), next);
  return select({
    select: [...ownerFields(frame), alias('code', call('arrayJoin', best))],
    select_from: from(lists),
  });
}
