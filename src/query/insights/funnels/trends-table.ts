import type { Expr, SelectQuery } from '../../language/ast.ts';
import {
  alias,
  and,
  call,
  compare,
  constant,
  field,
  from,
  internalCall,
  lambda,
  select,
  tuple,
} from '../../language/build.ts';
import { ownerCounts, ownerFields } from './attempt-owner.ts';
import { furthestStep } from './best-attempt.ts';
import type { FunnelFrame } from './funnel-frame.ts';
import { keptValues } from './kept-values.ts';
import { item } from './tuple-item.ts';

/**
 * One row per breakdown value, those beyond the limit together: (is_other, kept, entered, converted), lists with one
 * number per bucket. An actor counts once per bucket in which it started an attempt, by the attempt of the bucket that
 * got furthest.
 */
export function trendsTable(frame: FunnelFrame, attempts: SelectQuery): SelectQuery {
  const lists = ['entered_list', 'converted_list'];
  const ranks = ['converted_list', 'entered_list'].map((name) => call('arraySum', field(name)));
  const width = Math.max(1, frame.buckets?.starts.length ?? 0);
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
  const bestOfBucket = select({
    select: [
      ...ownerFields(frame),
      alias('bucket', item('attempt', 1)),
      // The furthest attempt decides, and of those that got as far one that is not dead.
      alias('best', call('max', tuple(item('attempt', 2), item('attempt', 3)))),
    ],
    select_from: from(attemptsByBucket(frame, attempts)),
    group_by: [...ownerFields(frame), field('bucket')],
  });
  const reached = (step: number) =>
    call(
      'countIf',
      and(compare(item('best', 1), '>', constant(step)), compare(item('best', 2), '==', constant(1))),
    );
  return select({
    select: [
      field('value'),
      field('bucket'),
      alias('entered', reached(frame.fromStep)),
      alias('converted', reached(frame.toStep)),
    ],
    select_from: from(bestOfBucket),
    where: and(...ownerCounts(frame, (step) => compare(item('best', 1), '>', constant(step)))),
    group_by: [field('value'), field('bucket')],
  });
}

/** (actor, value, attempt): attempts as (bucket, furthest step from 1, 1 if alive), equal ones of an actor once. */
function attemptsByBucket(frame: FunnelFrame, attempts: SelectQuery): SelectQuery {
  const { length } = frame;
  const isAlive = call('if', compare(item('a', length + 1), '==', constant(0)), constant(1), constant(0));
  const short = call(
    'arrayMap',
    lambda(['a'], tuple(item('a', length + 2), furthestStep(length, 'a'), isAlive)),
    field('attempts'),
  );
  return select({
    select: [...ownerFields(frame), alias('attempt', call('arrayJoin', call('arrayDistinct', short)))],
    select_from: from(attempts),
  });
}
