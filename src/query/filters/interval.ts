import type { Temporal } from 'temporal-polyfill';
import { addHours } from './local-hours.ts';
import {
  startOfDay,
  startOfHour,
  startOfMinute,
  startOfQuarter,
  startOfWeek,
  type WeekSetting,
} from './relative-date.ts';

/** Widths of the buckets of a time series ([D-13]), the shortest first. */
export const INTERVALS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

export type Interval = (typeof INTERVALS)[number];

/** Intervals with a fixed number of seconds, whatever the clock of the zone does. */
export const SECONDS_OF = { second: 1, minute: 60 } as const;

/** Intervals with a fixed number of calendar months. */
export const MONTHS_OF = { month: 1, quarter: 3, year: 12 } as const;

export function isOfSeconds(interval: Interval): interval is keyof typeof SECONDS_OF {
  return interval in SECONDS_OF;
}

export function isOfMonths(interval: Interval): interval is keyof typeof MONTHS_OF {
  return interval in MONTHS_OF;
}

/** True for an interval shorter than a day. Its buckets are named with the time of day, and given times keep theirs. */
export function isShort(interval: Interval): interval is keyof typeof SECONDS_OF | 'hour' {
  return interval === 'hour' || isOfSeconds(interval);
}

/** Start of the interval that contains `at`, in its zone. */
export function startOfInterval(
  at: Temporal.ZonedDateTime,
  interval: Interval,
  week: WeekSetting,
): Temporal.ZonedDateTime {
  switch (interval) {
    case 'second':
      return at.round({ smallestUnit: 'second', roundingMode: 'floor' });
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
    case 'quarter':
      return startOfDay(startOfQuarter(at.toPlainDate()), at.timeZoneId);
    case 'year':
      return startOfDay(at.toPlainDate().with({ month: 1, day: 1 }), at.timeZoneId);
  }
}

/**
 * The start of the interval `count` intervals after the one that starts at `start`. Days and longer follow the calendar
 * (a day has 23 to 25 hours), seconds and minutes the elapsed time, and hours the rule in `local-hours.ts`.
 */
export function addIntervals(
  start: Temporal.ZonedDateTime,
  count: number,
  interval: Interval,
): Temporal.ZonedDateTime {
  if (isOfSeconds(interval)) return start.add({ seconds: count * SECONDS_OF[interval] });
  if (interval === 'hour') return addHours(start, count);
  const day = start.toPlainDate();
  if (interval === 'day') return startOfDay(day.add({ days: count }), start.timeZoneId);
  if (interval === 'week') return startOfDay(day.add({ weeks: count }), start.timeZoneId);
  return startOfDay(day.add({ months: count * MONTHS_OF[interval] }), start.timeZoneId);
}
