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
 * One row per breakdown value, with one row for all values beyond the limit: (is_other, kept, entered, converted). The
 * last two are lists with one number per bucket. An actor counts once per bucket in which it started an attempt, by the
 * attempt of that bucket that got furthest.
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
 * (value, entered, converted): for each bucket, the actors whose best attempt of it got as far as the first and the
 * last of the two counted steps. Here one attempt that got far enough makes up for all others of its bucket. Attempts
 * stand in order of their buckets.
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
 * The rows of `countsOfLists` where the best attempt of a bucket may be dead or without the step of the breakdown
 * value. The place -1 is outside the list, so it is not counted.
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

/** Buckets are counted into one list, because a group per value and bucket costs a fifth of the whole query. */
function listLength({ buckets }: FunnelFrame): number {
  return Math.max(1, buckets?.count ?? 0);
}

/**
 * Number of codes per bucket. A code is an attempt in one number: bucket, furthest step from 1, and 1 if alive. Of two
 * codes of a bucket the larger one is the better attempt.
 */
function codesPerBucket({ length }: FunnelFrame): number {
  return 2 * (length + 1);
}

/**
 * (actor, value, code): the best attempt of each actor in each bucket. The furthest attempt is the best; of several,
 * one that is alive. An attempt of no bucket stands after the last one.
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
