import { Temporal } from 'temporal-polyfill';
import type { Sliced } from '../../base/loop-slices.ts';
import type { Buckets } from './buckets.ts';
import { addIntervals, isShort } from './interval.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The texts of the buckets of a period, one each. */
export interface BucketTexts {
  /** Local wall clock of each start: `2024-06-05`, for hours and shorter `2024-06-05 14:00:00`. */
  readonly days: readonly string[];
  /** Labels for people: `5-Jun-2024`, `5-Jun 14:00`, `Jun 2024`, `5–8 Jun`. Labels of weeks are cut to the period. */
  readonly labels: readonly string[];
  /** Each start as `isoWithOffset` prints it. */
  readonly isoStarts: readonly string[];
}

/** Buckets between two pauses of the work: calendar arithmetic takes microseconds, and there may be 10,000 buckets. */
const BUCKETS_OF_SLICE = 50;

/** Prints all buckets. Each costs about 10 µs, so an answer prints them only once. */
export function* bucketTexts(buckets: Buckets): Sliced<BucketTexts> {
  const days: string[] = [];
  const labels: string[] = [];
  const isoStarts: string[] = [];
  for (let index = 0; index < buckets.count; index += 1) {
    const start = addIntervals(buckets.first, index, buckets.interval);
    days.push(dayText(start, buckets));
    labels.push(labelText(start, buckets));
    isoStarts.push(isoWithOffset(start));
    if (index % BUCKETS_OF_SLICE === 0) yield;
  }
  return { days, labels, isoStarts };
}

function dayText(start: Temporal.ZonedDateTime, { interval }: Buckets): string {
  const day = start.toPlainDate().toString();
  return isShort(interval) ? `${day} ${clock(start)}:${pad(start.second)}` : day;
}

function labelText(start: Temporal.ZonedDateTime, buckets: Buckets): string {
  switch (buckets.interval) {
    case 'second':
      return `${start.day}-${month(start)} ${clock(start)}:${pad(start.second)}`;
    case 'minute':
    case 'hour':
      return `${start.day}-${month(start)} ${clock(start)}`;
    case 'day':
      return fullDay(start);
    case 'month':
      return `${month(start)} ${start.year}`;
    case 'quarter':
      return `Q${Math.ceil(start.month / 3)} ${start.year}`;
    case 'year':
      return String(start.year);
    case 'week':
      return weekLabel(start.toPlainDate(), buckets);
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
