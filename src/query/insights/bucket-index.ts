import type { Temporal } from 'temporal-polyfill';
import type { Interval } from '../filters/interval.ts';
import { fullHourMs, hasUnevenHours } from '../filters/local-hours.ts';
import type { Expr } from '../language/ast.ts';
import { arithmetic, call, constant, internalCall } from '../language/build.ts';

const HOUR_SECONDS = 3600;

/**
 * The number of the bucket that contains `at`, counted from the bucket that starts at `first`. Right for instants at
 * or after `first`. Minutes count elapsed time, and hours do too, but for clocks that move by half an hour; days, weeks and
 * months follow the calendar of the zone.
 */
export function bucketIndex(at: Expr, first: Temporal.ZonedDateTime, interval: Interval): Expr {
  if (interval === 'minute') return call('intDiv', secondsSince(at, first.epochMilliseconds), constant(60));
  if (interval === 'hour') return call('intDiv', secondsOfClock(at, first), constant(HOUR_SECONDS));
  if (interval === 'month') {
    return arithmetic(internalCall('_monthNumber', at), '-', constant(first.year * 12 + first.month));
  }
  const days = arithmetic(internalCall('_dayNumber', at), '-', constant(dayNumber(first)));
  return interval === 'day' ? days : call('intDiv', days, constant(7));
}

/**
 * The same in two bytes, for rows of a range: it has at most 10,000 buckets. Keys of groups and members of sets are then
 * a tenth to a fifth cheaper.
 */
export function smallBucketIndex(at: Expr, first: Temporal.ZonedDateTime, interval: Interval): Expr {
  return internalCall('_inTwoBytes', bucketIndex(at, first, interval));
}

function secondsSince(at: Expr, epochMs: number): Expr {
  return arithmetic(call('toUnixTimestamp', at), '-', constant(Math.floor(epochMs / 1000)));
}

/** Seconds since the full hour of `first` on a clock that moves by whole hours never, by parts of an hour with the zone. */
function secondsOfClock(at: Expr, first: Temporal.ZonedDateTime): Expr {
  const elapsed = secondsSince(at, fullHourMs(first));
  if (!hasUnevenHours(first)) return elapsed;
  const ahead = arithmetic(
    internalCall('_zoneOffset', at),
    '-',
    constant(first.offsetNanoseconds / 1_000_000_000),
  );
  return arithmetic(elapsed, '+', arithmetic(ahead, '%', constant(HOUR_SECONDS)));
}

/** Days from 1 January 1970 to the local day of an instant. */
function dayNumber(at: Temporal.ZonedDateTime): number {
  const day = at.toPlainDate();
  return Math.round(Date.UTC(day.year, day.month - 1, day.day) / 86_400_000);
}
