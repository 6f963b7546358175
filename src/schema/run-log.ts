import { z } from 'zod';
import { component, described, moment } from './described.ts';
import { searchText, wholeNumber } from './page.ts';

/** An ISO instant in a query string, as milliseconds since 1970. */
export const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .meta({ examples: ['2026-01-05T09:00:00Z'] });

const servedFrom = z.enum(['cache', 'materialized', 'direct']);

/** `1767603600000-0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f`: when the last entry began, and its id. */
const CURSOR = /^\d{1,15}-[0-9a-f-]{36}$/;

/** Members of a query string that choose runs by tokens of customers. @param what what is chosen */
export function ofTokens(what: string) {
  return {
    signing_key_id: z
      .string()
      .regex(/^slk_[0-9a-z]{32}$/, 'must be the id of a signing key')
      .optional()
      .describe(`${what} by tokens of this signing key`),
    subject: z.string().min(1).max(128).optional().describe(`${what} by tokens with this \`sub\``),
  };
}

/** Members of the query string of both logs. */
const ofRuns = {
  after: instant.optional().describe('Only runs that began after this ISO instant'),
  before: instant.optional().describe('Only runs that began before this ISO instant'),
  level: z.enum(['info', 'error']).optional().describe('error: only runs that were refused or failed'),
  limit: wholeNumber(1, 500).default(50).describe('Most entries, 1..500; default 50'),
  search: searchText
    .min(1)
    .max(200)
    .optional()
    .describe('Text in any member of an entry; letters of ASCII in any case'),
  version: wholeNumber(1, 999_999_999).optional().describe('Only runs of this version'),
  status: wholeNumber(100, 599).optional().describe('Only runs that were answered with this HTTP status'),
  error_code: z.string().min(1).max(100).optional().describe('Only runs that were refused with this code'),
  served_from: servedFrom.optional().describe('Only runs whose result came from there'),
  key_id: z.string().min(1).max(200).optional().describe('Only runs that this key called'),
  ...ofTokens('Only runs'),
  min_duration_ms: wholeNumber(0, 3_600_000)
    .optional()
    .describe('Only runs that took as many milliseconds or more'),
  cursor: z
    .string()
    .regex(CURSOR, 'must be a `next_cursor` of an answer')
    .optional()
    .describe('`next_cursor` of the answer before: what is older than it'),
};

/** Query string of `GET /endpoints/{name}/logs/`. */
export const runLogQuerySchema = z.strictObject(ofRuns);

/** Query string of `GET /runs/`. */
export const projectRunsQuerySchema = z.strictObject({
  ...ofRuns,
  endpoint: z.string().min(1).max(128).optional().describe('Only runs of the endpoint of this name'),
});

export type ProjectRunsQuery = z.output<typeof projectRunsQuerySchema>;

/** One run in the log of its endpoint. */
const runLogEntrySchema = component('RunLogEntry', 'A run, without values of variables and rows', {
  started_at: moment('When the call began'),
  level: z.enum(['info', 'error']).describe('error: the call was refused or failed'),
  request_id: described(z.string(), '`X-Request-Id` of the call', 'k3J9xQ-1a'),
  client_query_id: described(z.string().optional(), 'Name that the caller gave the run', 'nightly-report'),
  key_id: described(
    z.string(),
    'Id of the key that called; of a run by a token, its signing key and subject with `/` between them',
    '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f',
  ),
  signing_key_id: described(
    z.string().optional(),
    'Signing key of the token by which it ran',
    'slk_0199e0a27c1f7d3e9a550c8f5b1d2e3f',
  ),
  subject: described(z.string().optional(), '`sub` of the token by which it ran', 'customer-17'),
  version: described(z.int().optional(), 'Version that was run', 1),
  status: described(z.int(), 'HTTP status of the answer', 200),
  error_code: described(z.string().optional(), 'Code of the error', 'missing_variable'),
  served_from: servedFrom.optional().describe('Where the result came from'),
  served_reason: described(z.string().optional(), 'Why it came from there', 'cache_miss'),
  cache: z
    .enum(['hit', 'stale', 'miss', 'collapsed', 'bypass'])
    .optional()
    .describe('collapsed: waited for the same computation of another call; bypass: the cache was not asked'),
  duration_ms: described(z.number(), 'Length of the whole call, milliseconds', 12.5),
  rows: described(z.int().optional(), 'Rows, or items of an insight, in the answer', 7),
  rows_read: described(z.int().optional(), 'Rows that the engine read', 1000),
  bytes_read: described(z.int().optional(), 'Bytes that the engine read', 65536),
});

/** Something that happened to the endpoint and was no run. */
const changeLogEntrySchema = component(
  'ChangeLogEntry',
  'A change of what the query reads, such as a type that capture has learned',
  {
    started_at: moment('When it was noticed'),
    level: z.enum(['info', 'error']).describe('error: runs are refused from then on'),
    version: described(z.int(), 'Version that it is about', 1),
    code: described(z.string(), 'As in warnings', 'answers_change'),
    detail: described(
      z.string(),
      'The same for people',
      'The column "n" changes its type from String to Float64.',
    ),
  },
);

/** A build of a materialized endpoint. */
const buildLogEntrySchema = component('BuildLogEntry', 'A build of a materialized endpoint', {
  started_at: moment('When it began'),
  level: z.enum(['info', 'error']).describe('error: the build failed'),
  build_id: described(z.string(), 'Id of the build', '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f'),
  version: described(z.int(), 'Version that was built', 1),
  cause: described(z.string(), 'Why it was built, as in the list of builds', 'schedule'),
  outcome: described(z.string(), 'What became of it, as in the list of builds', 'built'),
  error: described(z.string().optional(), 'Why it failed', 'The query reads too much.'),
  duration_ms: described(z.number(), 'Length of the build, milliseconds', 812),
  rows: described(z.int().optional(), 'Rows of the snapshot', 7),
  bytes: described(z.int().optional(), 'Bytes of the snapshot', 4096),
  verified: described(
    z.string().optional(),
    'Whether the snapshot equals the direct answer: true, false or `not compared`',
    'true',
  ),
});

const nextCursor = described(
  z.string().nullable(),
  'Send it as `cursor` for what is older; null when nothing is. A search for what is rare may answer fewer entries than `limit`, or none, and go on from here',
  '1767603600000-0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f',
);

const ofEndpoint = {
  endpoint: described(
    z.string().nullable(),
    'Name of the endpoint now; null when it is deleted',
    'usage-by-day',
  ),
};

/** Answer of `GET /endpoints/{name}/logs/`. */
export const runLogSchema = component('RunLog', 'What is kept of the runs of an endpoint', {
  results: z
    .array(z.union([runLogEntrySchema, changeLogEntrySchema, buildLogEntrySchema]))
    .describe('Runs, changes and builds, newest first'),
  next_cursor: nextCursor,
});

const projectRunSchema = runLogEntrySchema
  .extend(ofEndpoint)
  .describe('A run of some endpoint, without values of variables and rows')
  .meta({ id: 'ProjectRun' });

const projectChangeSchema = changeLogEntrySchema
  .extend(ofEndpoint)
  .describe('A change of what the query of some endpoint reads')
  .meta({ id: 'ProjectRunChange' });

const projectBuildSchema = buildLogEntrySchema
  .extend(ofEndpoint)
  .describe('A build of some materialized endpoint')
  .meta({ id: 'ProjectRunBuild' });

/** Answer of `GET /runs/`. */
export const projectRunsSchema = component('ProjectRuns', 'What is kept of the runs of a project', {
  results: z
    .array(z.union([projectRunSchema, projectChangeSchema, projectBuildSchema]))
    .describe('Runs, changes and builds, newest first'),
  next_cursor: nextCursor,
});

export type RunLogQuery = z.output<typeof runLogQuerySchema>;

/** Body of `POST /endpoints/last_execution_times/`. */
export const lastExecutionTimesSchema = z.strictObject({
  names: described(z.array(z.string().max(128)).max(1_000), 'Names of endpoints, at most 1,000', [
    'usage-by-day',
  ]),
});

/** Answer of `POST /endpoints/last_execution_times/`. */
export const lastExecutionTimesAnswerSchema = z
  .record(
    z.string(),
    z.string().nullable().describe('ISO 8601, UTC; null = it never ran, or there is no such endpoint'),
  )
  .describe('When endpoints ran last, by name')
  .meta({ id: 'LastExecutionTimes', examples: [{ 'usage-by-day': '2026-01-05T09:00:00.000Z' }] });
