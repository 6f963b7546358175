import type { Temporal } from 'temporal-polyfill';
import { elapsedSeconds, type Interval } from '../filters/interval.ts';
import type { Expr } from '../language/ast.ts';
import { arithmetic, call, constant, internalCall } from '../language/build.ts';

/**
 * The number of the bucket that contains `at`, counted from the bucket that starts at `first`. Right for instants at
 * or after `first`. Hours and minutes count elapsed time; days, weeks and months follow the calendar of the zone.
 */
export function bucketIndex(at: Expr, first: Temporal.ZonedDateTime, interval: Interval): Expr {
  const seconds = elapsedSeconds(interval);
  if (seconds !== undefined) {
    const start = constant(Math.floor(first.epochMilliseconds / 1000));
    const elapsed = arithmetic(call('toUnixTimestamp', at), '-', start);
    return call('intDiv', elapsed, constant(seconds));
  }
  if (interval === 'month') {
    return arithmetic(internalCall('_monthNumber', at), '-', constant(first.year * 12 + first.month));
  }
  const days = arithmetic(internalCall('_dayNumber', at), '-', constant(dayNumber(first)));
  return interval === 'day' ? days : call('intDiv', days, constant(7));
}

/** Days from 1 January 1970 to the local day of an instant. */
function dayNumber(at: Temporal.ZonedDateTime): number {
  const day = at.toPlainDate();
  return Math.round(Date.UTC(day.year, day.month - 1, day.day) / 86_400_000);
}
