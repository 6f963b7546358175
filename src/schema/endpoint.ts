import { z } from 'zod';
import { invariant } from '../base/invariant.ts';
import { authorSchema } from './author.ts';
import { component, described, moment } from './described.ts';
import { positionSchema } from './error-body.ts';
import { lookupAnswerSchema } from './lookup-answer.ts';
import { materializabilitySchema, materializationSchema } from './materialization.ts';
import { QUERY_OBJECT } from './query-object.ts';
import { readPropertySchema } from './read-property-answer.ts';
import { variableDeclarationsSchema, variableName } from './variable-declaration.ts';
import { warningSchema } from './warning.ts';

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

/** Time between two builds of a `sync_frequency`. Plain time: a day has 24 hours on the days of clock changes too. */
export function syncIntervalMs(frequency: string): number {
  const known: readonly string[] = SYNC_FREQUENCIES;
  const seconds = FRESHNESS_SECONDS[known.indexOf(frequency)];
  invariant(seconds !== undefined, 'only known frequencies are stored');
  return seconds * 1000;
}

const name = described(
  z.string().regex(ENDPOINT_NAME, 'a name is a letter, then up to 127 letters, digits, - and _'),
  'Unique among the live endpoints of the project; a letter, then letters, digits, - and _',
  'usage-by-day',
);

const staleSeconds = z.int().min(0).max(86_400);

/** Longest execution that an endpoint may ask for, seconds. */
export const MAX_TIMEOUT_SECONDS = 60;

const limits = component('EndpointLimits', 'Limits of each run of this endpoint', {
  timeout_seconds: described(
    z.int().min(1).max(MAX_TIMEOUT_SECONDS).optional(),
    'Longest execution, 1..60 s; default 10',
    10,
  ),
  max_rows: described(
    z.int().min(1).max(10_000_000).optional(),
    'Most rows of an answer, 1..10,000,000; default 50,000',
    50_000,
  ),
  max_bytes_read: described(
    z.int().min(1).optional(),
    'Most bytes one execution may read; default no limit',
    1_000_000_000,
  ),
});

const settings = {
  description: described(
    z.string().max(10_000),
    'What it answers, for readers; default empty',
    'Runs of each day',
  ),
  tags: described(
    z
      .array(z.string().trim().min(1).max(100))
      .max(100)
      .transform((tags) => [...new Set(tags)]),
    'Words to find it by; default none',
    ['billing'],
  ),
  is_active: z.boolean().describe('false: a run answers 404; default true'),
  cache_age_seconds: described(
    z.int().min(300).max(86_400).nullable(),
    'Age up to which a cached result is served, 300..86400 s; null (default) = by kind and interval',
    600,
  ),
  stale_while_revalidate_seconds: described(
    staleSeconds,
    'Time after that in which an old result is served while a new one is computed, 0 (default, off)..86400 s',
    0,
  ),
  stale_if_error_seconds: described(
    staleSeconds,
    'Time after that in which an old result is served when computing fails, 0 (default, off)..86400 s',
    0,
  ),
  is_materialized: z.boolean().describe('true: computed on a schedule and stored; default false'),
  sync_frequency: z
    .enum(SYNC_FREQUENCIES)
    .describe('How often it is computed when it is materialized; default 24hour'),
  data_freshness_seconds: described(
    z.literal(FRESHNESS_SECONDS),
    'Sets sync_frequency, and cache_age_seconds up to a day; not together with either',
    3600,
  ),
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
  .record(z.string(), z.unknown(), QUERY_OBJECT)
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
export const endpointRenameSchema = component('EndpointRename', 'A new name', { name });

/** Body of `POST /endpoints/{name}/rollback`. */
export const endpointRollbackSchema = component('EndpointRollback', 'The version to go back to', {
  version: described(z.int().min(1), 'The version whose query becomes current again, as a new version', 1),
});

const sqlText = described(z.string().max(65_536), 'Text of a SQL query', 'select count() from events');

/** Body of `POST /endpoints/format`. */
export const endpointFormatSchema = component('QueryToFormat', 'A SQL text to lay out', { query: sqlText });

/** Answer of `POST /endpoints/format`. */
export const formattedQuerySchema = component('FormattedQuery', 'A SQL text in the layout of the house', {
  query: described(z.string(), 'The same query, laid out; comments stay', 'SELECT count() FROM events'),
});

/** Body of `POST /endpoints/validate`: as for create, nothing is saved. */
export const endpointValidateSchema = z.strictObject({
  query,
  variables: settings.variables.optional(),
  name: name
    .optional()
    .describe(
      'The endpoint that the query is for: the answer tells in `change` what saving it there would do',
    ),
});

export type EndpointValidate = z.output<typeof endpointValidateSchema>;

const { data_freshness_seconds: _alias, ...answeredSettings } = settings;

const columnSchema = component('Column', 'A column of the answer', {
  name: described(z.string(), 'Name in the query', 'day'),
  type: described(z.string(), 'Type of the engine', 'Date'),
});

const columns = z
  .array(columnSchema)
  .nullable()
  .describe('Output columns with engine types; null for insights');
/** An endpoint as answered, at its current version or at the one that was asked for. */
export const endpointSchema = component('Endpoint', 'A stored query with its settings', {
  id: described(
    z.string(),
    'Never given to another endpoint, not even of the same name',
    '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f',
  ),
  name,
  ...answeredSettings,
  sync_frequency: described(z.string(), 'How often it is computed when it is materialized', '24hour'),
  query,
  revision: described(z.int(), 'Grows with every change; its ETag', 7),
  version: described(z.int(), 'The version that `query`, `variables` and `columns` belong to', 1),
  current_version: described(z.int(), 'The version that runs use', 1),
  versions_count: described(z.int(), 'How many versions there are', 1),
  columns,
  created_at: moment('When it was made'),
  updated_at: moment('When it was last changed'),
  created_by: authorSchema,
  last_executed_at: described(
    z.string().nullable(),
    'When it last ran, ISO 8601, UTC; null = not yet',
    '2026-01-05T09:00:00.000Z',
  ),
  endpoint_path: described(z.string(), 'Path of its run call', '/api/projects/1/endpoints/usage-by-day/run'),
  url: described(
    z.string(),
    'The same with the address that this call was made to',
    'http://127.0.0.1:8700/api/projects/1/endpoints/usage-by-day/run',
  ),
  materialization: materializationSchema,
  warnings: z
    .array(warningSchema)
    .describe(
      'What its runs are refused with since something that its query reads has changed, and which stored filters callers may replace',
    ),
});

/** An endpoint as it is answered when it was created or changed. */
export const savedEndpointSchema = endpointSchema
  .extend({
    warnings: z
      .array(warningSchema)
      .describe(
        'What a change takes from callers (columns, variables and values of theirs, another kind of results), which empty ' +
          'filters of the query were removed, and which properties never came in',
      ),
  })
  .describe('An endpoint that was created or changed')
  .meta({ id: 'SavedEndpoint' });

/** An endpoint as it is answered when one is asked for. */
export const shownEndpointSchema = endpointSchema
  .extend({
    lookup: lookupAnswerSchema,
    read_properties: z
      .array(readPropertySchema)
      .nullable()
      .describe('Properties of events that its query reads; null = the query does not compile'),
  })
  .describe(
    'An endpoint, with whether its runs find their events by an order, and the properties that they read',
  )
  .meta({ id: 'ShownEndpoint' });

/** Without `url`, which only the edge knows. */
export type Endpoint = Omit<z.output<typeof endpointSchema>, 'url'>;
export type ShownEndpoint = Omit<z.output<typeof shownEndpointSchema>, 'url'>;
export type SavedEndpoint = Endpoint;

/** One version as answered. */
export const endpointVersionSchema = component(
  'EndpointVersion',
  'A revision of the query of an endpoint; never changed',
  {
    version: described(z.int(), 'Its number, from 1', 1),
    is_current: z.boolean().describe('true: runs use it'),
    query,
    variables: settings.variables,
    columns,
    created_at: moment('When it was made'),
    created_by: authorSchema,
  },
);

export type EndpointVersion = z.output<typeof endpointVersionSchema>;

/** Answer of `POST /endpoints/validate`. */
const names = described(z.array(z.string()), 'Names of columns', ['users']);

const endpointDifferenceSchema = component('EndpointDifference', 'What saving a query would change', {
  creates_version: z.boolean().describe('false: the query means the same as the current version'),
  columns: z
    .strictObject({
      added: names,
      removed: names.describe('Columns that callers lose'),
      retyped: z
        .array(
          z.strictObject({
            name: described(z.string(), 'Name of the column', 'day'),
            from: described(z.string(), 'Its type now', 'Date'),
            to: described(z.string(), 'Its type then', 'String'),
          }),
        )
        .describe('Columns whose type changes'),
    })
    .describe('Of SQL queries; empty lists where the columns of either query are known only when it runs'),
  stops_materialization: z
    .boolean()
    .describe(
      'true: the endpoint is materialized and the query cannot be; saving it is refused until `is_materialized` is false',
    ),
});

export const endpointValidationSchema = component('EndpointValidation', 'What saving a query would say', {
  is_valid: z.boolean().describe('true: it can be saved and run'),
  errors: z
    .array(
      z.strictObject({
        code: described(z.string(), 'As in error answers', 'unknown_field'),
        detail: described(z.string(), 'The same for people', 'There is no column `evnt`.'),
        attr: z.string().nullable().describe('Path of the member that is wrong; null when it is none'),
        position: positionSchema.nullable().describe('Place in the SQL text; null when there is none'),
      }),
    )
    .describe('What is wrong, in the order of the text; at most 100'),
  warnings: z.array(warningSchema).describe('What saving it would warn of'),
  variables: z
    .array(
      z.strictObject({
        name: variableName,
        type: described(z.string(), 'Declared, or inferred from its use', 'Number'),
        declared: z.boolean().describe('true: it is in `variables` of the endpoint'),
        required: z.boolean().describe('true: a run must send it'),
      }),
    )
    .describe('What runs can or must send'),
  columns,
  tables: described(z.array(z.string()), 'What the query reads', ['events']),
  materialization: materializabilitySchema,
  change: endpointDifferenceSchema
    .nullable()
    .describe(
      'What saving it would do to the endpoint `name`; null without `name`, and when there are errors',
    ),
});

export type EndpointValidation = z.output<typeof endpointValidationSchema>;
