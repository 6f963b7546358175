import { z } from 'zod';
import { instant } from './run-log.ts';

/** Query string of `GET /endpoints/{name}/usage/`. */
export const usageQuerySchema = z.strictObject({
  after: instant.optional().describe('Start of the range, ISO 8601; default: 24 hours before its end'),
  before: instant.optional().describe('End of the range, ISO 8601; default: now'),
});

export type UsageQuery = z.output<typeof usageQuerySchema>;

const count = z.int().min(0);

/** Runs of an endpoint over a range. */
export const usageSchema = z.strictObject({
  after: z
    .string()
    .describe('Start of what was counted: `after` at its whole minute, or hour where only hours are kept'),
  before: z
    .string()
    .describe('End of what was counted, exclusive: `before` at the next whole minute or hour'),
  runs: count.describe('Runs that began in the range, refused ones included'),
  errors: count.describe('Runs that were not answered 200 or 304'),
  cache_hits: count.describe('Runs answered from the cache'),
  hit_rate: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('Cache hits by answered runs, 0..1; null without any'),
  p50_ms: z.number().nullable().describe('Median duration in milliseconds, exact to 5%; null without runs'),
  p95_ms: z
    .number()
    .nullable()
    .describe('95th percentile of durations in milliseconds, exact to 5%; null without runs'),
  rows: count.describe('Rows answered'),
  rows_read: count.describe('Rows that the engine read'),
  bytes_read: count.describe('Bytes that the engine read'),
});

export type Usage = z.output<typeof usageSchema>;
