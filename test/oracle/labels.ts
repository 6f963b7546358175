import type { Temporal } from 'temporal-polyfill';
import type { Interval } from './time.ts';

type Zoned = Temporal.ZonedDateTime;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const pad = (number: number) => String(number).padStart(2, '0');
const month = (at: Zoned) => MONTHS[at.month - 1] ?? '';
const clock = (at: Zoned) => `${pad(at.hour)}:${pad(at.minute)}`;
const isoDay = (at: Zoned) => `${String(at.year).padStart(4, '0')}-${pad(at.month)}-${pad(at.day)}`;

/** [D-18]. */
export function dayText(bucket: Zoned, interval: Interval): string {
  const withTime = interval === 'hour' || interval === 'minute' || interval === 'second';
  return withTime ? `${isoDay(bucket)} ${clock(bucket)}:${pad(bucket.second)}` : isoDay(bucket);
}

/** [D-19]; week labels are clipped to the range. */
export function labelText(bucket: Zoned, interval: Interval, from: Zoned, to: Zoned): string {
  if (interval === 'hour' || interval === 'minute') return `${bucket.day}-${month(bucket)} ${clock(bucket)}`;
  if (interval === 'second') return `${bucket.day}-${month(bucket)} ${clock(bucket)}:${pad(bucket.second)}`;
  if (interval === 'quarter') return `Q${Math.floor((bucket.month - 1) / 3) + 1} ${bucket.year}`;
  if (interval === 'year') return `${bucket.year}`;
  if (interval === 'month') return `${month(bucket)} ${bucket.year}`;
  const full = (at: Zoned) => `${at.day}-${month(at)}-${at.year}`;
  if (interval === 'day') return full(bucket);
  const lastDay = bucket.add({ days: 6 });
  const first = bucket.epochMilliseconds < from.epochMilliseconds ? from : bucket;
  const last = lastDay.toPlainDate().toString() > to.toPlainDate().toString() ? to : lastDay;
  if (isoDay(first) === isoDay(last)) return full(first);
  if (first.year !== last.year) return `${full(first)} – ${full(last)}`;
  if (first.month !== last.month) return `${first.day}-${month(first)} – ${last.day}-${month(last)}`;
  return `${first.day}–${last.day} ${month(first)}`;
}
