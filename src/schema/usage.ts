import { z } from 'zod';
import { component, count, described } from './described.ts';
import { instant } from './run-log.ts';

const USAGE_INTERVALS = ['minute', 'hour', 'day'] as const;

/** Query string of `GET /endpoints/{name}/usage/`. */
export const usageQuerySchema = z.strictObject({
  after: instant.optional().describe('Start of the range, ISO 8601; default: 24 hours before its end'),
  before: instant.optional().describe('End of the range, ISO 8601; default: now'),
  interval: z
    .enum(USAGE_INTERVALS)
    .optional()
    .describe(
      'Also lists the sums by this step, days in UTC; the range is widened to whole steps, at most 1,000. `minute`: of the last 3 days',
    ),
  by: z
    .enum(['key'])
    .optional()
    .describe('`key`: also lists the sums by the key that called, in whole hours; at most 10,000 entries'),
});

export type UsageQuery = z.output<typeof usageQuerySchema>;

function duration(sentence: string, example: number) {
  return described(
    z.number().nullable(),
    `${sentence} in milliseconds, exact to 5%; null without runs`,
    example,
  );
}

const counts = {
  runs: count('Runs that began in the range, refused ones included', 1200),
  errors: count('Runs that were not answered 200 or 304', 3),
  cache_hits: count('Runs answered from the cache', 1100),
  hit_rate: described(
    z.number().min(0).max(1).nullable(),
    'Cache hits by answered runs, 0..1; null without any',
    0.92,
  ),
  rows: count('Rows answered', 36_000),
  rows_read: count('Rows that the engine read', 5_000_000),
  bytes_read: count('Bytes that the engine read', 320_000_000),
};
const durations = {
  p50_ms: duration('Median duration', 0.4),
  p95_ms: duration('95th percentile of durations', 31.5),
};

const usageEntrySchema = component('UsageEntry', 'Runs of a step, of a key, or of a key in a step', {
  start: described(z.string().optional(), 'Start of the step; only with `interval`', '2026-01-04T09:00:00Z'),
  key_id: described(
    z.string().optional(),
    'Id of the key that called; only with `by=key`',
    '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f',
  ),
  ...counts,
  p50_ms: durations.p50_ms.optional(),
  p95_ms: durations.p95_ms.optional(),
});

export type UsageEntry = z.output<typeof usageEntrySchema>;

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
  ...counts,
  ...durations,
  results: z
    .array(usageEntrySchema)
    .optional()
    .describe(
      'With `interval` or `by`: the same by step and key, in this order; those without runs are left out. Entries by key have no percentiles',
    ),
});

export type Usage = z.output<typeof usageSchema>;
