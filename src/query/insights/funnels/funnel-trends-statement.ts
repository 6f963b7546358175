import type { Expr, SelectStatement } from '../../language/ast.ts';
import { field, or } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import {
  furthestStep,
  isTaken,
  item,
  items,
  onlyFurthestCounts,
  ownerCounts,
  ownerFields,
} from './attempt.ts';
import { funnelAttempts } from './best-of-actors.ts';
import type { FunnelFrame } from './funnel-frame.ts';
import { keptValues } from './kept-values.ts';

/**
 * One row per breakdown value, those beyond the limit together: (is_other, kept, entered, converted), lists with one
 * number per bucket. An actor counts once per bucket in which it started an attempt, by the attempt of the bucket that
 * got furthest.
 */
export function funnelTrendsStatement(frame: FunnelFrame): SelectStatement {
  const counts = onlyFurthestCounts(frame) ? countsOfLists(frame) : countsOfBest(frame);
  const ranks = [expression`arraySum(converted)`, expression`arraySum(entered)`];
  return statement`
    SELECT is_other, kept, _sumForEach(entered) AS entered_sum, _sumForEach(converted) AS converted_sum
    FROM ${keptValues(frame, counts, ranks, ['entered', 'converted'])}
    GROUP BY is_other, kept`;
}

/**
 * (value, entered, converted): for each bucket the actors whose best attempt of it got as far as the two steps, where
 * an attempt that got far enough makes up for all others of its bucket. Attempts stand in order of their buckets.
 */
function countsOfLists(frame: FunnelFrame): SelectStatement {
  const { fromStep, toStep } = frame;
  return statement`
    SELECT value, ${reachedInLists(frame, fromStep)} AS entered, ${reachedInLists(frame, toStep)} AS converted
    FROM ${funnelAttempts(frame)}
    GROUP BY value`;
}

function reachedInLists(frame: FunnelFrame, step: number): Expr {
  const { length } = frame;
  const gotThere = or(...items('a', length).slice(step).map(isTaken));
  const attempts = step === 0 ? field('attempts') : expression`arrayFilter(a -> ${gotThere}, attempts)`;
  return expression`
    _countListed(${listLength(frame)})(arrayCompact(arrayMap(a -> ${item('a', length + 2)}, ${attempts})))`;
}

/**
 * The same where a dead attempt, or one without the step of the breakdown value, may be the best of its bucket. -1 is a
 * place outside the list, so that it is not counted.
 */
function countsOfBest(frame: FunnelFrame): SelectStatement {
  const width = codesPerBucket(frame);
  const furthest = expression`intDiv(modulo(code, ${width}), 2)`;
  const reached = (step: number) => expression`
    _countDense(${listLength(frame)})(
      if(${furthest} > ${step} AND modulo(code, 2) = 1, intDiv(code, ${width}), -1)
    )`;
  const counts = ownerCounts(frame, (step) => expression`${furthest} > ${step}`);
  return statement`
    SELECT value, ${reached(frame.fromStep)} AS entered, ${reached(frame.toStep)} AS converted
    FROM ${bestOfBuckets(frame)}
    WHERE ${counts}
    GROUP BY value`;
}

/** Buckets are counted into one list: a group per value and bucket costs a fifth of the whole question. */
function listLength({ buckets }: FunnelFrame): number {
  return Math.max(1, buckets?.count ?? 0);
}

/** An attempt in one number: bucket, furthest step from 1, and 1 if alive. The larger of a bucket is the better one. */
function codesPerBucket({ length }: FunnelFrame): number {
  return 2 * (length + 1);
}

/**
 * (actor, value, code): for each actor and bucket its best attempt: the furthest, and of those that got as far a living
 * one. Behind the last attempt stands one of no bucket.
 */
function bestOfBuckets(frame: FunnelFrame): SelectStatement {
  const { length } = frame;
  const width = codesPerBucket(frame);
  const owner = ownerFields(frame);
  return statement`
    SELECT ${owner}, arrayJoin(arrayFilter(
      (c, n) -> intDiv(c, ${width}) != intDiv(n, ${width}),
      codes, arrayPopFront(arrayPushBack(codes, ${-width}))
    )) AS code
    FROM (
      SELECT ${owner}, arraySort(arrayMap(
        a -> ${item('a', length + 2)} * ${width}
          + (${furthestStep(length)} * 2 + if(${item('a', length + 1)} = 0, 1, 0)),
        attempts
      )) AS codes
      FROM ${funnelAttempts(frame)}
    )`;
}
