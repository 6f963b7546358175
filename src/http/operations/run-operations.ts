import { z } from 'zod';
import { checkedBatchSchema, runBatchAnswerSchema, runBatchSchema } from '../../schema/batch-request.ts';
import { described } from '../../schema/described.ts';
import { filtersOverrideSchema } from '../../schema/filters-override.ts';
import { FORMATS, OUTPUT_FORMATS } from '../../schema/output-format.ts';
import { queryOptionsSchema, queryProgressSchema, queryRequestSchema } from '../../schema/query-request.ts';
import { queryAnswerSchema, runAnswerSchema } from '../../schema/run-answer-schema.ts';
import {
  lastExecutionTimesAnswerSchema,
  lastExecutionTimesSchema,
  projectRunsQuerySchema,
  projectRunsSchema,
  runLogQuerySchema,
  runLogSchema,
} from '../../schema/run-log.ts';
import { runByGetSchema, runOptionsSchema, runRequestSchema } from '../../schema/run-request.ts';
import { storedQuerySchema } from '../../schema/stored-query-schema.ts';
import {
  causedUsageQuerySchema,
  causedUsageSchema,
  projectUsageRequestSchema,
  projectUsageSchema,
  usageQuerySchema,
  usageSchema,
} from '../../schema/usage.ts';
import { below, belowNamed, inProject, ofEndpoint, PROJECT, projectId } from './below.ts';
import { inChapter } from './in-chapter.ts';
import { EXECUTION_ERRORS, QUERY_ERRORS } from './query-errors.ts';

/** What checking the parameters of a run can say; they may hold SQL, and the project may have changed. */
const PARAMETER_ERRORS = [
  'missing_variable',
  'filters_not_applicable',
  'override_not_allowed',
  ...QUERY_ERRORS,
] as const;

/** What a token of a customer can be refused for besides. */
const TOKEN_ERRORS = ['token_expired', 'token_fixed_member', 'token_not_applicable'] as const;

const RUN_MEDIA = OUTPUT_FORMATS.filter((format) => format !== 'json').map(
  (format) => FORMATS[format].mediaType,
);

// The steps of the check take `filters_override` as any object; the document tells what all of them accept.
const filtersOverride = filtersOverrideSchema
  .nullish()
  .describe('Filters and dates that narrow the answer of any endpoint; default none');
const runBody = runRequestSchema
  .extend({ filters_override: filtersOverride })
  .describe('What a run may carry; every member may be absent')
  .meta({ id: 'RunRequest' });
const queryBody = queryRequestSchema
  .extend({ query: storedQuerySchema, filters_override: filtersOverride })
  .describe('A query to run once')
  .meta({ id: 'QueryRequest' });

const run = {
  description:
    'Answers from the cache while the result is fresh, else computes it. SQL endpoints also answer csv, ndjson, arrow ' +
    'and parquet (`format` or `Accept`), streamed and never cached; insights also csv, cached as JSON is.',
  errors: [...TOKEN_ERRORS, 'not_found', 'not_acceptable', ...PARAMETER_ERRORS, ...EXECUTION_ERRORS],
} as const;

const runAnswer = {
  description: 'The result',
  schema: runAnswerSchema,
  media: RUN_MEDIA,
  headers: ['ETag', 'Age', 'Cache-Control', 'Cache-Status', 'Server-Timing', 'RateLimit'],
} as const;

const ofBatch = below(`${PROJECT}/endpoints/batch_run`, projectId);

const OF_RUNNING = ['endpoint:read', 'query:read'] as const;

const ofRunning = belowNamed(`${PROJECT}/query/{client_query_id}`, {
  ...projectId,
  client_query_id: described(z.string(), 'The `client_query_id` that the run was given', 'nightly-report'),
});

/** Runs of endpoints and of ad-hoc queries. */
export const runOperations = inChapter('Runs', 'endpoint:read', {
  post: {
    ...ofEndpoint('POST', '/run'),
    ...run,
    access: 'endpoint:run',
    id: 'runEndpoint',
    summary: 'Run an endpoint',
    query: runOptionsSchema,
    body: {
      schema: runBody,
      required: false,
      example: { variables: { organization: 'org-01' } },
    },
    answers: { 200: runAnswer },
  },
  get: {
    ...ofEndpoint('GET', '/run'),
    ...run,
    access: 'endpoint:run',
    id: 'runEndpointByGet',
    summary: 'Run an endpoint by query string',
    query: runByGetSchema,
    errors: ['invalid_json', ...run.errors],
    answers: { 200: runAnswer, 304: { description: '`If-None-Match` names the answer', headers: ['ETag'] } },
  },
  preflight: {
    ...ofEndpoint('OPTIONS', '/run'),
    errors: [],
    access: 'open',
    id: 'runEndpointPreflight',
    summary: 'May a page of this origin run endpoints?',
    description:
      'Says yes for the `allowed_origins` of the project. Everything else, an absent project too, is answered alike: 204 without a word.',
    answers: { 204: { description: 'With `Access-Control-Allow-Origin` where it may' } },
  },
  batch: {
    ...ofBatch('POST'),
    access: 'endpoint:run',
    id: 'runBatch',
    summary: 'Run up to 20 endpoints in one request',
    description:
      'Each call is answered, charged and logged as if it had come alone, at one moment for all; one that fails does not ' +
      'fail the others, and equal ones are computed once. Results together are at most 64 MiB. With ' +
      '`Accept: application/x-ndjson` each result is a line as soon as it is there, and the last line is `{"done":true}`.',
    body: {
      schema: runBatchSchema,
      checkedAs: checkedBatchSchema,
      required: true,
      example: { calls: [{ name: 'usage-by-day', variables: { organization: 'org-01' } }] },
    },
    answers: {
      200: {
        description: 'A result for each call',
        schema: runBatchAnswerSchema,
        media: [FORMATS.ndjson.mediaType],
        headers: ['RateLimit'],
      },
    },
  },
  batchPreflight: {
    ...ofBatch('OPTIONS'),
    access: 'open',
    id: 'runBatchPreflight',
    summary: 'May a page of this origin run batches?',
    description: 'Answered as for `/endpoints/{name}/run`.',
    answers: { 204: { description: 'With `Access-Control-Allow-Origin` where it may' } },
  },
  query: {
    id: 'runQuery',
    ...inProject('POST', '/query'),
    access: 'query:read',
    summary: 'Run an ad-hoc query',
    description: 'Never cached; a SQL query without LIMIT answers at most 100 rows.',
    query: queryOptionsSchema,
    body: {
      schema: queryBody,
      required: true,
      example: { query: { kind: 'HogQLQuery', query: 'select event, count() from events group by event' } },
    },
    answers: { 200: { description: 'The result', schema: queryAnswerSchema, headers: ['RateLimit'] } },
    errors: [...PARAMETER_ERRORS, ...EXECUTION_ERRORS],
  },
  cancel: {
    id: 'cancelQuery',
    ...ofRunning('DELETE'),
    access: OF_RUNNING,
    summary: 'Cancel a running query of this key',
    answers: { 204: { description: 'Cancelled' } },
  },
  progress: {
    id: 'getQueryProgress',
    ...ofRunning('GET'),
    access: OF_RUNNING,
    summary: 'How far a running query of this key has come',
    description:
      'Ad-hoc queries and runs of endpoints, through whichever service of the store they run. Runs of one name are added up.',
    answers: { 200: { description: 'What it has read so far', schema: queryProgressSchema } },
  },
});

/** What runs left behind. */
export const runLogOperations = inChapter('Logs', 'endpoint:read', {
  list: {
    id: 'listEndpointLogs',
    ...ofEndpoint('GET', '/logs'),
    summary: 'Read the run log of an endpoint',
    query: runLogQuerySchema,
    answers: { 200: { description: 'Runs, newest first', schema: runLogSchema } },
  },
  listAll: {
    id: 'listRuns',
    ...inProject('GET', '/runs'),
    summary: 'Read the run logs of all endpoints as one',
    query: projectRunsQuerySchema,
    answers: { 200: { description: 'Runs, newest first', schema: projectRunsSchema } },
    errors: ['not_found'],
  },
  usage: {
    id: 'getEndpointUsage',
    ...ofEndpoint('GET', '/usage'),
    summary: 'How an endpoint was used over a range',
    description:
      'Counts every run, whether the run log still has it or not: by the minute for the last 3 days, by the hour and by key for 92.',
    query: usageQuerySchema,
    answers: { 200: { description: 'Sums and percentiles of the range', schema: usageSchema } },
  },
  projectUsage: {
    id: 'getProjectUsage',
    ...inProject('POST', '/endpoints/usage'),
    summary: 'How many endpoints were used over a range',
    description: 'Counts every run, in whole hours of the last 92 days.',
    body: { schema: projectUsageRequestSchema, required: false, example: { interval: 'hour' } },
    answers: { 200: { description: 'Sums of each endpoint and of all', schema: projectUsageSchema } },
  },
  causedUsage: {
    id: 'getCausedUsage',
    ...inProject('GET', '/usage'),
    summary: 'What runs of a project read, by endpoint, key or user of tokens',
    description: 'Counts every run, in whole hours of the last 92 days; the most rows read first.',
    query: causedUsageQuerySchema,
    answers: { 200: { description: 'Sums of each of them', schema: causedUsageSchema } },
  },
  lastExecutions: {
    id: 'getLastExecutionTimes',
    ...inProject('POST', '/endpoints/last_execution_times'),
    summary: 'When endpoints ran last',
    body: { schema: lastExecutionTimesSchema, required: true, example: { names: ['usage-by-day'] } },
    answers: { 200: { description: 'A time for each name', schema: lastExecutionTimesAnswerSchema } },
  },
});
