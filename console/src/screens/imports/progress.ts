import { formatCount, formatRoughly } from '../../parts/format.ts';

/** What is done of something, and since when. */
export interface Step {
  readonly done: number;
  readonly atMs: number;
}

/** Things a second between two steps; null until it can be told. */
export function rateOf(first: Step, last: Step): number | null {
  const seconds = (last.atMs - first.atMs) / 1000;
  return seconds < 0.5 || last.done <= first.done ? null : (last.done - first.done) / seconds;
}

/** "84,000 rows/s, 12 seconds left", as far as it can be told. */
export function tellRate(rate: number | null, left: number | null, unit: string): string {
  if (rate === null) return '';
  const speed = `${formatCount(Math.round(rate))} ${unit}/s`;
  return left === null ? speed : `${speed}, ${formatRoughly((left / rate) * 1000)} left`;
}
