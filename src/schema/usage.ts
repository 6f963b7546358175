import { z } from 'zod';
import { component, count, described } from './described.ts';
import { instant } from './run-log.ts';

/** Query string of `GET /endpoints/{name}/usage/`. */
export const usageQuerySchema = z.strictObject({
  after: instant.optional().describe('Start of the range, ISO 8601; default: 24 hours before its end'),
  before: instant.optional().describe('End of the range, ISO 8601; default: now'),
});

export type UsageQuery = z.output<typeof usageQuerySchema>;

function duration(sentence: string, example: number) {
  return described(
    z.number().nullable(),
    `${sentence} in milliseconds, exact to 5%; null without runs`,
    example,
  );
}

/** Runs of an endpoint over a range. */
export const usageSchema = component('Usage', 'Runs of an endpoint over a range', {
  after: described(
    z.string(),
    'Start of what was counted: `after` at its whole minute, or hour where only hours are kept',
    '2026-01-04T09:00:00Z',
  ),
  before: described(
    z.string(),
    'End of what was counted, exclusive: `before` at the next whole minute or hour',
    '2026-01-05T09:00:00Z',
  ),
  runs: count('Runs that began in the range, refused ones included', 1200),
  errors: count('Runs that were not answered 200 or 304', 3),
  cache_hits: count('Runs answered from the cache', 1100),
  hit_rate: described(
    z.number().min(0).max(1).nullable(),
    'Cache hits by answered runs, 0..1; null without any',
    0.92,
  ),
  p50_ms: duration('Median duration', 0.4),
  p95_ms: duration('95th percentile of durations', 31.5),
  rows: count('Rows answered', 36_000),
  rows_read: count('Rows that the engine read', 5_000_000),
  bytes_read: count('Bytes that the engine read', 320_000_000),
});

export type Usage = z.output<typeof usageSchema>;
