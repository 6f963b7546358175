import { z } from 'zod';
import { component, count, described } from './described.ts';
import { wholeNumber } from './page.ts';
import { instant, ofTokens } from './run-log.ts';

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
    .enum(['key', 'version', 'error_code'])
    .optional()
    .describe(
      '`key`: also lists the sums by the key that called, in whole hours, in `results`; at most 10,000 entries. `version`: by the version that ran, in `groups`. `error_code`: what was refused or failed, in `errors_by_code`',
    ),
  ...ofTokens('With `by=key`: only the sums of runs'),
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
  ).meta({ id: 'HitRate' }),
  rows: count('Rows answered', 36_000),
  rows_read: count('Rows that the engine read', 5_000_000),
  bytes_read: count('Bytes that the engine read', 320_000_000),
};
const served = component(
  'Served',
  'Answered runs by where the answer came from, in the whole hours that the range lies in',
  {
    cache: count('From the cache', 1100),
    materialized: count('From a snapshot', 60),
    direct: count('Computed on events', 37),
  },
);

export type Served = z.output<typeof served>;

const durations = {
  p50_ms: duration('Median duration', 0.4),
  p95_ms: duration('95th percentile of durations', 31.5),
};

const usageEntrySchema = component('UsageEntry', 'Runs of a step, of a key, or of a key in a step', {
  start: described(z.string().optional(), 'Start of the step; only with `interval`', '2026-01-04T09:00:00Z'),
  key_id: described(
    z.string().optional(),
    'Id of the key that called, or `<signing key>/<subject>` of a token; only with `by=key`',
    '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f',
  ),
  ...counts,
  p50_ms: durations.p50_ms.optional(),
  p95_ms: durations.p95_ms.optional(),
  served: served.optional(),
});

export type UsageEntry = z.output<typeof usageEntrySchema>;

const usageGroupSchema = component('UsageGroup', 'Runs of one version', {
  version: described(z.int().nullable(), 'The version; null where none was chosen or noted', 3),
  ...counts,
  served,
});

const usageErrorsSchema = component('UsageErrors', 'Refused and failed runs by code', {
  results: z
    .array(
      component('UsageError', 'Refused and failed runs of one code', {
        error_code: described(z.string(), 'The code that the answers had', 'missing_variable'),
        runs: count('Runs that ended so', 3),
        last_at: described(z.string(), 'When the last of them began', '2026-01-05T08:12:00Z'),
      }),
    )
    .describe('The most first'),
  is_whole: z
    .boolean()
    .describe('False where the range has more than 10,000 errors; then the newest were counted'),
});

export type UsageErrors = z.output<typeof usageErrorsSchema>;

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
  served,
  groups: z
    .array(usageGroupSchema)
    .optional()
    .describe('With `by=version`: the same by version over the whole hours of the range, the newest first'),
  errors_by_code: usageErrorsSchema
    .optional()
    .describe('With `by=error_code`: from the run log, which may have left some out or forgotten them'),
  results: z
    .array(usageEntrySchema)
    .optional()
    .describe(
      'With `interval` or `by`: the same by step and key, in this order; those without runs are left out. Entries by key have no percentiles',
    ),
});

export type Usage = z.output<typeof usageSchema>;

/** Body of `POST /endpoints/usage`. */
export const projectUsageRequestSchema = component('ProjectUsageRequest', 'What to sum', {
  after: instant.optional().describe('Start of the range, ISO 8601; default: 24 hours before its end'),
  before: instant.optional().describe('End of the range, ISO 8601; default: now'),
  interval: z
    .enum(['hour', 'day'])
    .optional()
    .describe(
      'Also lists `series` by this step, days in UTC; at most 100,000 steps of all endpoints together',
    ),
  names: described(
    z.array(z.string().max(128)).min(1).max(1_000).optional(),
    'Names of endpoints, at most 1,000; default all, of which there may be as many',
    ['usage-by-day'],
  ),
});

export type ProjectUsageRequest = z.output<typeof projectUsageRequestSchema>;

const endpointFiguresSchema = component('EndpointFigures', 'Runs of one endpoint over the range', {
  name: described(z.string(), 'Name of the endpoint', 'usage-by-day'),
  ...counts,
  ...durations,
  served,
  last_error: z
    .strictObject({
      at: described(z.string(), 'When the run began, ISO 8601, UTC', '2026-01-05T09:00:00Z'),
      code: described(z.string(), 'Code of the error', 'missing_variable'),
    })
    .nullable()
    .describe('The last refused or failed run, in the range or not; null when there was none'),
  series: z
    .array(
      z.strictObject({
        start: described(z.string(), 'Start of the step', '2026-01-04T09:00:00Z'),
        runs: counts.runs,
        errors: counts.errors,
      }),
    )
    .optional()
    .describe('With `interval`: runs by step; steps without runs are left out'),
});

/** Answer of `POST /endpoints/usage`. */
export const projectUsageSchema = component(
  'ProjectUsage',
  'Runs of many endpoints over a range of whole hours',
  {
    after: described(z.string(), 'Start of what was counted, a whole hour', '2026-01-04T09:00:00Z'),
    before: described(z.string(), 'End of what was counted, exclusive', '2026-01-05T09:00:00Z'),
    totals: z.strictObject({ ...counts, ...durations, served }).describe('All of them together'),
    results: z.array(endpointFiguresSchema).describe('Each endpoint, also those without runs, by name'),
  },
);

export type ProjectUsage = z.output<typeof projectUsageSchema>;

/** Query string of `GET /usage/`. */
export const causedUsageQuerySchema = z.strictObject({
  by: z
    .enum(['endpoint', 'key', 'subject'])
    .describe('By what runs are summed: the endpoint, the key that called, or the user of tokens'),
  after: instant.optional().describe('Start of the range, ISO 8601; default: 24 hours before its end'),
  before: instant.optional().describe('End of the range, ISO 8601; default: now'),
  limit: wholeNumber(1, 1_000).default(100).describe('Most entries, 1..1000; default 100'),
});

export type CausedUsageQuery = z.output<typeof causedUsageQuerySchema>;

const causedSchema = component('CausedUsageEntry', 'Runs of one endpoint, key or user', {
  endpoint: described(
    z.string().nullable().optional(),
    'With `by=endpoint`: its name now; null when it is deleted',
    'usage-by-day',
  ),
  key_id: described(
    z.string().optional(),
    'With `by=key` and `by=subject`: id of the key, `<signing key>/<subject>` of a token, or `other`: those beyond the first 1,000 of an endpoint in an hour',
    '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f',
  ),
  signing_key_id: described(
    z.string().optional(),
    'Signing key of the tokens',
    'slk_0199e0a27c1f7d3e9a550c8f5b1d2e3f',
  ),
  subject: described(z.string().optional(), '`sub` of the tokens', 'customer-17'),
  ...counts,
});

/** Answer of `GET /usage/`. */
export const causedUsageSchema = component('CausedUsage', 'What runs of a project read, by who caused it', {
  after: described(z.string(), 'Start of what was counted, a whole hour', '2026-01-04T09:00:00Z'),
  before: described(z.string(), 'End of what was counted, exclusive', '2026-01-05T09:00:00Z'),
  results: z
    .array(causedSchema)
    .describe('Those that read the most rows first; those without runs are left out'),
  is_whole: z.boolean().describe('False where `limit` has left some out'),
});

export type CausedUsage = z.output<typeof causedUsageSchema>;
