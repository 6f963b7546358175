import type { Temporal } from 'temporal-polyfill';
import { addHours } from './local-hours.ts';
import { startOfDay, startOfHour, startOfMinute, startOfWeek, type WeekSetting } from './relative-date.ts';

/** Widths of the buckets of a time series. */
export type Interval = 'minute' | 'hour' | 'day' | 'week' | 'month';

/** Start of the interval that contains `at`, in its zone. */
export function startOfInterval(
  at: Temporal.ZonedDateTime,
  interval: Interval,
  week: WeekSetting,
): Temporal.ZonedDateTime {
  switch (interval) {
    case 'minute':
      return startOfMinute(at);
    case 'hour':
      return startOfHour(at);
    case 'day':
      return startOfDay(at.toPlainDate(), at.timeZoneId);
    case 'week':
      return startOfDay(startOfWeek(at.toPlainDate(), week.weekStartDay), at.timeZoneId);
    case 'month':
      return startOfDay(at.toPlainDate().with({ day: 1 }), at.timeZoneId);
  }
}

/**
 * The start `count` intervals after `start`, itself the start of an interval. Days and longer step through the
 * calendar (a day has 23 to 25 hours), minutes by elapsed time, hours as `local-hours` says.
 */
export function addIntervals(
  start: Temporal.ZonedDateTime,
  count: number,
  interval: Interval,
): Temporal.ZonedDateTime {
  if (interval === 'minute') return start.add({ minutes: count });
  if (interval === 'hour') return addHours(start, count);
  const day = start.toPlainDate();
  if (interval === 'day') return startOfDay(day.add({ days: count }), start.timeZoneId);
  if (interval === 'week') return startOfDay(day.add({ weeks: count }), start.timeZoneId);
  return startOfDay(day.add({ months: count }), start.timeZoneId);
}
