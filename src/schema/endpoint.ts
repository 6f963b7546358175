import { z } from 'zod';
import { materializability, materializationSchema } from './materialization.ts';
import { variableDeclarationsSchema } from './variable-declaration.ts';

/** A letter, then up to 127 letters, digits, `-` and `_`: `usage-by-day`. Case matters. */
const ENDPOINT_NAME = /^[a-zA-Z][a-zA-Z0-9_-]{0,127}$/;

/** How often a materialized endpoint can be built. */
const SYNC_FREQUENCIES = ['15min', '30min', '1hour', '6hour', '12hour', '24hour', '7day'] as const;

export type SyncFrequency = (typeof SYNC_FREQUENCIES)[number];

/** The same in seconds, as `data_freshness_seconds` spells it. */
const FRESHNESS_SECONDS = [900, 1800, 3600, 21_600, 43_200, 86_400, 604_800] as const;

export const SYNC_FREQUENCY_BY_SECONDS: ReadonlyMap<number, SyncFrequency> = new Map(
  SYNC_FREQUENCIES.map((frequency, index) => [FRESHNESS_SECONDS[index] ?? 0, frequency]),
);

const name = z
  .string()
  .regex(ENDPOINT_NAME, 'a name is a letter, then up to 127 letters, digits, - and _')
  .describe('Unique among the live endpoints of the project; a letter, then letters, digits, - and _');

const staleSeconds = z.int().min(0).max(86_400);

const limits = z
  .strictObject({
    timeout_seconds: z.int().min(1).max(60).optional().describe('Longest execution, 1..60 s; default 10'),
    max_rows: z
      .int()
      .min(1)
      .max(10_000_000)
      .optional()
      .describe('Most rows of an answer, 1..10,000,000; default 50,000'),
    max_bytes_read: z.int().min(1).optional().describe('Most bytes one execution may read; default no limit'),
  })
  .describe('Limits of each run of this endpoint');

const settings = {
  description: z.string().max(10_000).describe('What it answers, for readers; default empty'),
  tags: z
    .array(z.string().trim().min(1).max(100))
    .max(100)
    .transform((tags) => [...new Set(tags)])
    .describe('Words to find it by; default none'),
  is_active: z.boolean().describe('false: a run answers 404; default true'),
  cache_age_seconds: z
    .int()
    .min(300)
    .max(86_400)
    .nullable()
    .describe(
      'Age up to which a cached result is served, 300..86400 s; null (default) = by kind and interval',
    ),
  stale_while_revalidate_seconds: staleSeconds.describe(
    'Time after that in which an old result is served while a new one is computed, 0 (default, off)..86400 s',
  ),
  stale_if_error_seconds: staleSeconds.describe(
    'Time after that in which an old result is served when computing fails, 0 (default, off)..86400 s',
  ),
  is_materialized: z.boolean().describe('true: computed on a schedule and stored; default false'),
  sync_frequency: z
    .enum(SYNC_FREQUENCIES)
    .describe('How often it is computed when it is materialized; default 24hour'),
  data_freshness_seconds: z
    .literal(FRESHNESS_SECONDS)
    .describe('Sets sync_frequency, and cache_age_seconds up to a day; not together with either'),
  variables: variableDeclarationsSchema.describe(
    'Declarations of the variables that the query uses, by name',
  ),
  allowed_overrides: z
    .array(z.string().min(1).max(100))
    .max(100)
    .nullable()
    .describe('Members that `query_override` may carry; null (default) = all but `kind`'),
  limits,
};

const query = z
  .record(z.string(), z.unknown())
  .describe('A query node with `kind`: HogQLQuery, an insight, or a wrapper of one');

/** Body of `POST /endpoints/`. */
export const endpointCreateSchema = z.strictObject({
  name,
  query,
  ...z.strictObject(settings).partial().shape,
});

export type EndpointCreate = z.output<typeof endpointCreateSchema>;

/** Body of `PUT` and `PATCH /endpoints/{name}/`: absent members stay as they are. */
export const endpointChangeSchema = endpointCreateSchema.partial();

export type EndpointChange = z.output<typeof endpointChangeSchema>;

/** Body of `POST /endpoints/{name}/rename`. */
export const endpointRenameSchema = z.strictObject({ name });

/** Body of `POST /endpoints/{name}/rollback`. */
export const endpointRollbackSchema = z.strictObject({
  version: z.int().min(1).describe('The version whose query becomes current again, as a new version'),
});

/** Body of `POST /endpoints/validate`: as for create, nothing is saved. */
export const endpointValidateSchema = z.strictObject({
  query,
  variables: settings.variables.optional(),
});

export type EndpointValidate = z.output<typeof endpointValidateSchema>;

const { data_freshness_seconds: _alias, ...answeredSettings } = settings;

const author = z.strictObject({ key_id: z.string(), label: z.string() }).describe('The key that made it');
const columns = z
  .array(z.strictObject({ name: z.string(), type: z.string() }))
  .nullable()
  .describe('Output columns with engine types; null for insights');

/** An endpoint as answered, at its current version or at the one that was asked for. */
const endpointSchema = z.strictObject({
  id: z.string().describe('Never given to another endpoint, not even of the same name'),
  name,
  ...answeredSettings,
  sync_frequency: z.string(),
  query,
  revision: z.int().describe('Grows with every change; its ETag'),
  version: z.int().describe('The version that `query`, `variables` and `columns` belong to'),
  current_version: z.int(),
  versions_count: z.int(),
  columns,
  created_at: z.string().describe('ISO 8601, UTC'),
  updated_at: z.string().describe('ISO 8601, UTC'),
  created_by: author,
  last_executed_at: z.string().nullable().describe('ISO 8601, UTC; null = not yet'),
  endpoint_path: z.string().describe('Path of its run call'),
  url: z.string().describe('The same with the address that this call was made to'),
  materialization: materializationSchema,
});

/** Without `url`, which only the edge knows. */
export type Endpoint = Omit<z.output<typeof endpointSchema>, 'url'>;

/** One version as answered. */
const endpointVersionSchema = z.strictObject({
  version: z.int(),
  is_current: z.boolean(),
  query,
  variables: settings.variables,
  columns,
  created_at: z.string().describe('ISO 8601, UTC'),
  created_by: author,
});

export type EndpointVersion = z.output<typeof endpointVersionSchema>;

/** Answer of `POST /endpoints/validate`. */
const endpointValidationSchema = z.strictObject({
  is_valid: z.boolean(),
  errors: z.array(
    z.strictObject({
      code: z.string(),
      detail: z.string(),
      attr: z.string().nullable(),
      position: z
        .strictObject({ line: z.int(), column: z.int(), offset: z.int(), length: z.int() })
        .nullable()
        .describe('Place in the SQL text'),
    }),
  ),
  variables: z.array(
    z.strictObject({ name: z.string(), type: z.string(), declared: z.boolean(), required: z.boolean() }),
  ),
  columns,
  tables: z.array(z.string()),
  materialization: z.strictObject(materializability),
});

export type EndpointValidation = z.output<typeof endpointValidationSchema>;
