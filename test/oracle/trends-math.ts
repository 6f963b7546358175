import type { Temporal } from 'temporal-polyfill';
import { numberOf } from './filters.ts';
import type { OracleEvent, World } from './model.ts';
import { isLong } from './range.ts';
import type { Series } from './select-events.ts';
import { endOfDay, hoursBefore, type Interval, nextBucket } from './time.ts';

type Zoned = Temporal.ZonedDateTime;

/**
 * One value from the rows of one bucket ([T-1], [T-2], [T-5]). Rolling and first-time maths are prepared by the caller.
 */
export function aggregate(rows: readonly OracleEvent[], series: Series, world: World): number {
  const math = series.math ?? 'total';
  if (math === 'total' || math.startsWith('first_')) return rows.length;
  if (math === 'dau' || math === 'weekly_active' || math === 'monthly_active' || math === 'unique_group') {
    return new Set(actors(rows, series)).size;
  }
  if (math === 'unique_session')
    return new Set(rows.map((row) => row.sessionId).filter((id) => id !== '')).size;
  if (math === 'hogql') throw new Error('math hogql is not generated');
  if (math.endsWith('_count_per_actor'))
    return statistic(math.replace('_count_per_actor', ''), countsPerActor(rows));
  return statistic(math, propertyValues(rows, series, world));
}

/** Actors of the rows; empty group keys are dropped ([T-8]). */
export function actors(rows: readonly OracleEvent[], series: Series): string[] {
  const index = series.math_group_type_index;
  if (typeof index !== 'number') return rows.map((row) => row.person.id);
  return rows.map((row) => row.groups[index] ?? '').filter((key) => key !== '');
}

function countsPerActor(rows: readonly OracleEvent[]): number[] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row.person.id, (counts.get(row.person.id) ?? 0) + 1);
  return [...counts.values()];
}

function propertyValues(rows: readonly OracleEvent[], series: Series, world: World): number[] {
  const key = series.math_property ?? '';
  const multiplier = series.math_multiplier ?? 1;
  if (key === '$session_duration') {
    const sessions = new Set(rows.map((row) => row.sessionId).filter((id) => id !== ''));
    return [...sessions].map((id) => sessionSeconds(id, world) * multiplier);
  }
  const fromPerson = series.math_property_type === 'person_properties';
  return rows
    .map((row) => numberOf((fromPerson ? row.person.properties : row.properties)[key] ?? undefined))
    .filter((value) => value !== undefined)
    .map((value) => value * multiplier);
}

function sessionSeconds(id: string, world: World): number {
  const times = world.events.filter((event) => event.sessionId === id).map((event) => event.timestampMs);
  return Math.floor((Math.max(...times) - Math.min(...times)) / 1000);
}

function statistic(name: string, values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  switch (name) {
    case 'sum':
      return values.reduce((sum, value) => sum + value, 0);
    case 'avg':
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    case 'min':
      return sorted[0] ?? 0;
    case 'max':
      return sorted.at(-1) ?? 0;
    default:
      return percentile(sorted, name === 'median' ? 0.5 : Number(name.slice(1)) / 100);
  }
}

/** [T-4]: linear between the two nearest ranks, position (n - 1) * p. */
function percentile(sorted: readonly number[], p: number): number {
  const position = (sorted.length - 1) * p;
  const low = sorted[Math.floor(position)] ?? 0;
  const high = sorted[Math.ceil(position)] ?? low;
  return low + (high - low) * (position - Math.floor(position));
}

/** [T-3]: days that the window of a rolling math looks back, or undefined when the math counts plain buckets. */
export function rollingDays(series: Series, interval: Interval): 7 | 30 | undefined {
  if (series.math === 'weekly_active') return interval === 'week' || isLong(interval) ? undefined : 7;
  if (series.math === 'monthly_active') return isLong(interval) ? undefined : 30;
  return undefined;
}

/** The window of a rolling math for one bucket: `[from, to]` in milliseconds. */
export function rollingWindow(
  bucket: Zoned,
  interval: Interval,
  days: number,
): { fromMs: number; toMs: number } {
  // A weekly bucket looks back from its first day: "up to and including b's day".
  if (interval === 'day' || interval === 'week') {
    const first = bucket.subtract({ days: days - 1 }).startOfDay();
    return { fromMs: first.epochMilliseconds, toMs: endOfDay(bucket).epochMilliseconds };
  }
  const end = nextBucket(bucket, interval).epochMilliseconds;
  // An hour of 90 or 30 minutes counts as one (decision 0008).
  const from =
    interval === 'hour' ? hoursBefore(bucket, days * 24 - 1).epochMilliseconds : end - days * 86_400_000;
  return { fromMs: from, toMs: end - 1 };
}
