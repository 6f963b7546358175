import { z } from 'zod';
import { moment } from './moment.ts';
import { warningSchema } from './warning.ts';

/** Members that every answer with rows has. */
const resultMembers = {
  results: z
    .unknown()
    .describe(
      'SQL: a list of rows, each a list of values in the order of `columns`. Insights: the shape of their kind',
    )
    .meta({ examples: [[['2026-01-05', 42]]] }),
  columns: z
    .array(z.string())
    .optional()
    .describe('SQL only: names of the columns')
    .meta({ examples: [['day', 'runs']] }),
  types: z
    .array(z.array(z.string()).length(2))
    .optional()
    .describe('SQL only: name and engine type of each column')
    .meta({
      examples: [
        [
          ['day', 'Date'],
          ['runs', 'UInt64'],
        ],
      ],
    }),
  hasMore: z.boolean().describe('true: the query has rows after the last one here'),
  limit: z
    .int()
    .optional()
    .describe('The `limit` of the call')
    .meta({ examples: [100] }),
  offset: z
    .int()
    .optional()
    .describe('The `offset` of the call')
    .meta({ examples: [0] }),
  timezone: z
    .string()
    .describe('Time zone of dates and moments in `results`')
    .meta({ examples: ['Europe/Berlin'] }),
  execution_id: z
    .string()
    .describe('Names the execution that computed the result; this call is `X-Request-Id`')
    .meta({ examples: ['k3J9xQ-1a'] }),
  resolved_date_range: z
    .strictObject({
      date_from: z
        .string()
        .describe('Start, ISO 8601 in the zone of the project')
        .meta({ examples: ['2026-01-01T00:00:00+01:00'] }),
      date_to: z
        .string()
        .describe('End, ISO 8601 in the zone of the project')
        .meta({ examples: ['2026-01-07T23:59:59+01:00'] }),
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
  hogql: z
    .string()
    .optional()
    .describe('Debug: the query as stored')
    .meta({ examples: ['select count() from events'] }),
  clickhouse: z
    .string()
    .optional()
    .describe('Debug: what the engine was asked')
    .meta({ examples: ['SELECT 1'] }),
  query_plan: z
    .unknown()
    .optional()
    .describe('Debug: plan of the engine')
    .meta({ examples: [[]] }),
  timings: z
    .array(
      z.strictObject({
        k: z
          .string()
          .describe('Stage')
          .meta({ examples: ['execute'] }),
        t: z
          .number()
          .describe('Seconds')
          .meta({ examples: [0.012] }),
      }),
    )
    .optional()
    .describe('Debug: duration of each stage of this call'),
  cache_key: z
    .string()
    .optional()
    .describe('Debug: name in the cache')
    .meta({ examples: ['a1b2'] }),
  engine: z
    .strictObject({
      rows_read: z
        .int()
        .describe('Rows that the engine read')
        .meta({ examples: [1000] }),
      bytes_read: z
        .int()
        .describe('Bytes that the engine read')
        .meta({ examples: [65536] }),
      memory: z
        .int()
        .describe('Peak memory of the engine, bytes')
        .meta({ examples: [4194304] }),
    })
    .optional()
    .describe('Debug: what the execution cost'),
};

/** The answer of a run as JSON. */
export const runAnswerSchema = z
  .strictObject({
    name: z
      .string()
      .describe('Name of the endpoint')
      .meta({ examples: ['usage-by-day'] }),
    ...resultMembers,
    cache_target_age: moment('Until when it is fresh'),
    next_allowed_client_refresh: moment('From when on a refresh may be forced'),
    endpoint_version: z
      .int()
      .min(1)
      .describe('Version that was run')
      .meta({ examples: [1] }),
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
    endpoint_materialized_at: z
      .string()
      .nullable()
      .optional()
      .describe('When its snapshot was built, ISO 8601, UTC; null = not yet')
      .meta({ examples: ['2026-01-05T09:00:00.000Z'] }),
    ...debugMembers,
  })
  .describe('The result of a run, and where it came from')
  .meta({ id: 'RunAnswer' });

/** The answer of an ad-hoc query. */
export const queryAnswerSchema = z
  .strictObject({ ...resultMembers, ...debugMembers })
  .describe('The result of an ad-hoc query')
  .meta({ id: 'QueryAnswer' });
