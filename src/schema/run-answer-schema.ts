import { z } from 'zod';
import { component, described, moment } from './described.ts';
import { warningSchema } from './warning.ts';

/** Members that every answer with rows has. */
const resultMembers = {
  results: described(
    z.unknown(),
    'SQL: a list of rows, each a list of values in the order of `columns`, or an object by column name (`rows=objects`). ' +
      'Insights: the shape of their kind',
    [['2026-01-05', 42]],
  ),
  columns: described(z.array(z.string()).optional(), 'SQL only: names of the columns', ['day', 'runs']),
  types: described(
    z.array(z.array(z.string()).length(2)).optional(),
    'SQL only: name and engine type of each column',
    [
      ['day', 'Date'],
      ['runs', 'UInt64'],
    ],
  ),
  hasMore: z.boolean().describe('true: the query has rows after the last one here'),
  limit: described(z.int().optional(), 'The `limit` of the call', 100),
  offset: described(z.int().optional(), 'The `offset` of the call', 0),
  timezone: described(z.string(), 'Time zone of dates and moments in `results`', 'Europe/Berlin'),
  execution_id: described(
    z.string(),
    'Names the execution that computed the result; this call is `X-Request-Id`',
    'k3J9xQ-1a',
  ),
  resolved_date_range: z
    .strictObject({
      date_from: described(
        z.string(),
        'Start, ISO 8601 in the zone of the project',
        '2026-01-01T00:00:00+01:00',
      ),
      date_to: described(z.string(), 'End, ISO 8601 in the zone of the project', '2026-01-07T23:59:59+01:00'),
    })
    .optional()
    .describe('Insights only: the period that relative dates came to'),
  is_cached: z.boolean().describe('true: the bytes came from the cache'),
  last_refresh: moment('When the result was computed'),
};

/** What `debug: true` adds. */
const debugMembers = {
  warnings: z
    .array(warningSchema)
    .optional()
    .describe('Debug: what is worth knowing of the query, such as properties that never came in'),
  hogql: described(z.string().optional(), 'Debug: the query as stored', 'select count() from events'),
  clickhouse: described(z.string().optional(), 'Debug: what the engine was asked', 'SELECT 1'),
  query_plan: described(z.unknown().optional(), 'Debug: plan of the engine', []),
  timings: z
    .array(
      z.strictObject({
        k: described(z.string(), 'Stage', 'execute'),
        t: described(z.number(), 'Seconds', 0.012),
      }),
    )
    .optional()
    .describe('Debug: duration of each stage of this call'),
  cache_key: described(z.string().optional(), 'Debug: name in the cache', 'a1b2'),
  engine: z
    .strictObject({
      rows_read: described(z.int(), 'Rows that the engine read', 1000),
      bytes_read: described(z.int(), 'Bytes that the engine read', 65536),
      memory: described(z.int(), 'Peak memory of the engine, bytes', 4194304),
    })
    .optional()
    .describe('Debug: what the execution cost'),
};

/** The answer of a run as JSON. */
export const runAnswerSchema = component('RunAnswer', 'The result of a run, and where it came from', {
  name: described(z.string(), 'Name of the endpoint', 'usage-by-day'),
  ...resultMembers,
  cache_target_age: moment('Until when it is fresh'),
  next_allowed_client_refresh: moment('From when on a refresh may be forced'),
  endpoint_version: described(z.int().min(1), 'Version that was run', 1),
  endpoint_version_created_at: moment('When that version was made'),
  served_from: z.enum(['cache', 'materialized', 'direct']).describe('Where the result came from'),
  served_reason: z
    .enum([
      'cache_fresh',
      'stale_while_revalidate',
      'stale_if_error',
      'materialized_current',
      'refresh_forced',
      'old_version',
      'has_parameters',
      'materialized_not_built',
      'materialized_outdated',
      'materialized_failed_read',
      'materialized_unverified',
      'cache_expired',
      'cache_miss',
    ])
    .describe('Why it came from there'),
  endpoint_materialized: z.boolean().optional().describe('true: the endpoint is materialized'),
  endpoint_materialized_at: described(
    z.string().nullable().optional(),
    'When its snapshot was built, ISO 8601, UTC; null = not yet',
    '2026-01-05T09:00:00.000Z',
  ),
  ...debugMembers,
});

/** The answer of an ad-hoc query. */
export const queryAnswerSchema = component('QueryAnswer', 'The result of an ad-hoc query', {
  ...resultMembers,
  ...debugMembers,
});
