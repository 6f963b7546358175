import type { Temporal } from 'temporal-polyfill';
import { type Interval, isOfMonths, isOfSeconds, MONTHS_OF, SECONDS_OF } from '../filters/interval.ts';
import { fullHourMs, hasUnevenHours } from '../filters/local-hours.ts';
import type { Expr } from '../language/ast.ts';
import { expression } from '../language/dialect.ts';

/**
 * The number of the bucket that contains `at`, counted from the bucket that starts at `first`, for instants at or after
 * `first`. Seconds and minutes count elapsed time; so do hours, except in zones whose clocks move by half an hour. Days
 * and longer follow the calendar of the zone.
 */
export function bucketIndex(at: Expr, first: Temporal.ZonedDateTime, interval: Interval): Expr {
  if (isOfSeconds(interval)) return whole(secondsSince(at, first.epochMilliseconds), SECONDS_OF[interval]);
  if (interval === 'hour') return whole(secondsOfClock(at, first), 3600);
  if (isOfMonths(interval)) {
    const months = expression`_monthNumber(${at}) - ${first.year * 12 + first.month}`;
    return whole(months, MONTHS_OF[interval]);
  }
  const days = expression`_dayNumber(${at}) - ${dayNumber(first)}`;
  return whole(days, interval === 'day' ? 1 : 7);
}

/** The number of times that `size` fits into `amount`. */
function whole(amount: Expr, size: number): Expr {
  return size === 1 ? amount : expression`intDiv(${amount}, ${size})`;
}

/**
 * `bucketIndex` in two bytes, which is enough for the 10,000 buckets that a range may have. Small numbers make keys of
 * groups and members of sets a tenth to a fifth cheaper.
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
