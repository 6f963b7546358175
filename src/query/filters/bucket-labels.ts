import { Temporal } from 'temporal-polyfill';
import type { Buckets } from './buckets.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Local wall clock of each bucket's start: `2024-06-05`, for hours and minutes `2024-06-05 14:00:00`. */
export function bucketDays(buckets: Buckets): readonly string[] {
  const withTime = buckets.interval === 'hour' || buckets.interval === 'minute';
  return buckets.starts.map((start) => {
    const day = start.toPlainDate().toString();
    return withTime ? `${day} ${clock(start)}:${pad(start.second)}` : day;
  });
}

/** Text of each bucket for people: `5-Jun-2024`, `5-Jun 14:00`, `Jun 2024`, `5–8 Jun`. Weeks are cut to the period. */
export function bucketLabels(buckets: Buckets): readonly string[] {
  switch (buckets.interval) {
    case 'minute':
    case 'hour':
      return buckets.starts.map((start) => `${start.day}-${month(start)} ${clock(start)}`);
    case 'day':
      return buckets.starts.map(fullDay);
    case 'month':
      return buckets.starts.map((start) => `${month(start)} ${start.year}`);
    case 'week':
      return buckets.starts.map((start) => weekLabel(start.toPlainDate(), buckets));
  }
}

/** ISO 8601 of an instant with the offset of its zone, seconds or microseconds: `2024-06-05T00:00:00+00:00`. */
export function isoWithOffset(at: Temporal.ZonedDateTime): string {
  const text = at.toString({ timeZoneName: 'never', fractionalSecondDigits: 6 });
  return text.replace('.000000', '');
}

function weekLabel(start: Temporal.PlainDate, { bounds }: Buckets): string {
  const first = latest(start, bounds.from.toPlainDate());
  const last = earliest(start.add({ days: 6 }), bounds.to.toPlainDate());
  if (first.equals(last)) return fullDay(first);
  if (first.year !== last.year) return `${fullDay(first)} – ${fullDay(last)}`;
  if (first.month !== last.month) return `${first.day}-${month(first)} – ${last.day}-${month(last)}`;
  return `${first.day}–${last.day} ${month(first)}`;
}

function latest(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(a, b) >= 0 ? a : b;
}

function earliest(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(a, b) <= 0 ? a : b;
}

function fullDay(day: Temporal.PlainDate | Temporal.ZonedDateTime): string {
  return `${day.day}-${month(day)}-${day.year}`;
}

function month(day: Temporal.PlainDate | Temporal.ZonedDateTime): string {
  return MONTHS[day.month - 1] ?? '';
}

function clock(at: Temporal.ZonedDateTime): string {
  return `${pad(at.hour)}:${pad(at.minute)}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
