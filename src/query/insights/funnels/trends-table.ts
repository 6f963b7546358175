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
  select,
} from '../../language/build.ts';
import { ownerCounts, ownerFields } from './attempt-owner.ts';
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
  const lists = ['entered_list', 'converted_list'];
  const ranks = ['converted_list', 'entered_list'].map((name) => call('arraySum', field(name)));
  const width = Math.max(1, frame.buckets?.count ?? 0);
  const values = select({
    select: [
      field('value'),
      alias('entered_list', dense(width, field('entered'))),
      alias('converted_list', dense(width, field('converted'))),
    ],
    select_from: from(bucketCounts(frame, attempts)),
    group_by: [field('value')],
  });
  return select({
    select: [
      field('is_other'),
      field('kept'),
      alias('entered_sum', internalCall('_sumForEach', field('entered_list'))),
      alias('converted_sum', internalCall('_sumForEach', field('converted_list'))),
    ],
    select_from: from(keptValues(frame, values, ranks, lists)),
    group_by: [field('is_other'), field('kept')],
  });
}

function dense(width: number, value: Expr): Expr {
  return {
    kind: 'Call',
    name: '_dense',
    params: [constant(width)],
    args: [value, field('bucket')],
    internal: true,
  };
}

/** (value, bucket, entered, converted): actors whose best attempt of the bucket got as far as the two steps. */
function bucketCounts(frame: FunnelFrame, attempts: SelectQuery): SelectQuery {
  const code = field('code');
  const width = constant(codesPerBucket(frame));
  const furthest = call('intDiv', call('modulo', code, width), constant(2));
  const isAlive = compare(call('modulo', code, constant(2)), '==', constant(1));
  const reached = (step: number) => call('countIf', and(compare(furthest, '>', constant(step)), isAlive));
  return select({
    select: [
      field('value'),
      alias('bucket', call('intDiv', code, width)),
      alias('entered', reached(frame.fromStep)),
      alias('converted', reached(frame.toStep)),
    ],
    select_from: from(bestOfBuckets(frame, attempts)),
    where: and(...ownerCounts(frame, (step) => compare(furthest, '>', constant(step)))),
    group_by: [field('value'), field('bucket')],
  });
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
