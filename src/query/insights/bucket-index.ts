import type { Temporal } from 'temporal-polyfill';
import type { Interval } from '../filters/interval.ts';
import { fullHourMs, hasUnevenHours } from '../filters/local-hours.ts';
import type { Expr } from '../language/ast.ts';
import { expression } from '../language/dialect.ts';

/**
 * The number of the bucket that contains `at`, counted from the bucket that starts at `first`. Right for instants at or
 * after `first`. Minutes count elapsed time, and hours do too, but for clocks that move by half an hour; days, weeks
 * and months follow the calendar of the zone.
 */
export function bucketIndex(at: Expr, first: Temporal.ZonedDateTime, interval: Interval): Expr {
  if (interval === 'minute') return expression`intDiv(${secondsSince(at, first.epochMilliseconds)}, 60)`;
  if (interval === 'hour') return expression`intDiv(${secondsOfClock(at, first)}, 3600)`;
  if (interval === 'month') return expression`_monthNumber(${at}) - ${first.year * 12 + first.month}`;
  const days = expression`_dayNumber(${at}) - ${dayNumber(first)}`;
  return interval === 'day' ? days : expression`intDiv(${days}, 7)`;
}

/**
 * The same in two bytes, for rows of a range: it has at most 10,000 buckets. Keys of groups and members of sets are
 * then a tenth to a fifth cheaper.
 */
export function smallBucketIndex(at: Expr, first: Temporal.ZonedDateTime, interval: Interval): Expr {
  return expression`_inTwoBytes(${bucketIndex(at, first, interval)})`;
}

function secondsSince(at: Expr, epochMs: number): Expr {
  return expression`toUnixTimestamp(${at}) - ${Math.floor(epochMs / 1000)}`;
}

/** Seconds since the full hour of `first` on a clock that follows the zone by parts of an hour only. */
function secondsOfClock(at: Expr, first: Temporal.ZonedDateTime): Expr {
  const elapsed = secondsSince(at, fullHourMs(first));
  if (!hasUnevenHours(first)) return elapsed;
  const offset = first.offsetNanoseconds / 1_000_000_000;
  return expression`${elapsed} + (_zoneOffset(${at}) - ${offset}) % 3600`;
}

/** Days from 1 January 1970 to the local day of an instant. */
function dayNumber(at: Temporal.ZonedDateTime): number {
  const day = at.toPlainDate();
  return Math.round(Date.UTC(day.year, day.month - 1, day.day) / 86_400_000);
}
