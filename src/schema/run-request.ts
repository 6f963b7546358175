import { z } from 'zod';
import { AppError } from '../base/errors.ts';
import { parseJson } from '../base/parse-json.ts';
import { checkShape } from './check-shape.ts';
import { described } from './described.ts';
import { documentedAs, type JsonSchema } from './documented-as.ts';
import { OUTPUT_FORMATS } from './output-format.ts';

export const REFRESH_MODES = ['blocking', 'force_blocking', 'cache', 'force', 'direct'] as const;
export type RefreshMode = (typeof REFRESH_MODES)[number];

const members = z.record(z.string(), z.unknown());

/** Body of a run. `null` counts as absent. What the values mean is checked by `CompiledVersion.prepare`. */
export const runRequestSchema = z.strictObject({
  variables: described(
    members.nullish(),
    'Values of the variables of the query by name; on insights `date_from`, `date_to` and breakdowns',
    { repo: 'hono' },
  ),
  query_override: described(
    members.nullish(),
    'Insight endpoints: top-level keys that replace those of the query',
    { interval: 'week' },
  ),
  filters_override: described(members.nullish(), 'Filters and dates that narrow the answer of any endpoint', {
    properties: [{ key: '$browser', value: 'Chrome', type: 'event' }],
  }),
  refresh: z
    .enum(REFRESH_MODES)
    .nullish()
    .describe('Whether a cached or materialized answer may be served; default `blocking`'),
  limit: described(
    z.int().min(1).nullish(),
    'SQL endpoints: most rows to return; default those of the query',
    100,
  ),
  offset: described(z.int().min(0).nullish(), 'SQL endpoints: rows to skip; needs `limit`; default 0', 0),
  version: described(z.int().min(1).nullish(), 'Version to run; default the current one', 1),
  debug: z
    .boolean()
    .nullish()
    .describe('Adds compiled SQL, timings, cache key and engine statistics; default false'),
  client_query_id: described(
    z.string().min(1).max(128).nullish(),
    'Name of this run for cancelling it and in logs, 1..128 characters; default none',
    'nightly-report',
  ),
});

/** A checked run request. Absent members are absent, never null. */
export interface RunRequest {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly query_override?: Readonly<Record<string, unknown>>;
  readonly filters_override?: Readonly<Record<string, unknown>>;
  readonly refresh: RefreshMode;
  readonly limit?: number;
  readonly offset?: number;
  readonly version?: number;
  readonly debug: boolean;
  readonly client_query_id?: string;
}

/** How the answer is written: from the query string, and one header. */
export interface OutputRequest {
  readonly format?: string;
  /** The header `Accept`. */
  readonly accept?: string;
  /** Every 64-bit integer column as text. */
  readonly int64AsString: boolean;
  /** Rows of a JSON answer as objects by the names of their columns. */
  readonly rowsAsObjects?: true;
}

export type QueryString = Readonly<Record<string, string | readonly string[] | undefined>>;

const outputMembers = {
  format: z
    .string()
    .optional()
    .register(documentedAs, { enum: OUTPUT_FORMATS })
    .describe('How the answer is written; wins over `Accept`; default json'),
  int64: z
    .enum(['string', 'number'])
    .optional()
    .describe('string: 64-bit integers as JSON text; default number'),
  rows: z
    .enum(['arrays', 'objects'])
    .optional()
    .describe('objects: each row of a JSON answer as an object by column name, SQL only; default arrays'),
};

const INTEGER = { type: 'integer', minimum: 1 };
const JSON_TEXT = { type: 'string', contentMediaType: 'application/json' };

/** A member of the body, as text in the query string. */
function asText(name: keyof typeof runRequestSchema.shape, kind: JsonSchema) {
  const { description = '', examples } = runRequestSchema.shape[name].meta() ?? {};
  const text = z.string().optional().register(documentedAs, kind).describe(description);
  return Array.isArray(examples) ? text.meta({ examples: examples.map(spell) }) : text;
}

/** As it stands in a query string. */
function spell(example: unknown): unknown {
  return typeof example === 'object' ? JSON.stringify(example) : example;
}

/** Query string of `POST /endpoints/{name}/run`. */
export const runOptionsSchema = z.strictObject({ ...outputMembers, version: asText('version', INTEGER) });

/** Query string of `GET /endpoints/{name}/run`: the members of the body, objects as JSON text. */
export const runByGetSchema = z.strictObject({
  ...outputMembers,
  variables: asText('variables', JSON_TEXT),
  query_override: asText('query_override', JSON_TEXT),
  filters_override: asText('filters_override', JSON_TEXT),
  refresh: asText('refresh', { type: 'string', enum: REFRESH_MODES }),
  limit: asText('limit', INTEGER),
  offset: asText('offset', { type: 'integer', minimum: 0 }),
  version: asText('version', INTEGER),
  debug: asText('debug', { type: 'boolean' }),
  client_query_id: asText('client_query_id', { type: 'string', minLength: 1, maxLength: 128 }),
});

/**
 * Reads the body of a POST run; `?version=` counts when the body has none.
 * @throws AppError invalid_json, unknown_member, invalid_value
 */
export function readRunBody(body: Uint8Array, query: QueryString): RunRequest & OutputRequest {
  const fromQuery = checkShape(runOptionsSchema, query);
  const given = body.length === 0 ? {} : parseJson(body);
  const request = checkShape(runRequestSchema, given);
  const version = readInteger('version', fromQuery.version);
  const named = checkShape(runRequestSchema.shape.version, version, 'version');
  return { ...withoutNulls({ ...request, version: request.version ?? named }), ...outputOf(fromQuery) };
}

/**
 * Reads a GET run: the same members as text, objects as JSON text.
 * @throws AppError invalid_json, unknown_member, invalid_value
 */
export function readRunQuery(query: QueryString): RunRequest & OutputRequest {
  const texts: Readonly<Record<string, string | undefined>> = checkShape(runByGetSchema, query);
  const request = checkShape(runRequestSchema, {
    variables: readJson('variables', texts['variables']),
    query_override: readJson('query_override', texts['query_override']),
    filters_override: readJson('filters_override', texts['filters_override']),
    refresh: texts['refresh'],
    limit: readInteger('limit', texts['limit']),
    offset: readInteger('offset', texts['offset']),
    version: readInteger('version', texts['version']),
    debug: readBoolean('debug', texts['debug']),
    client_query_id: texts['client_query_id'],
  });
  return { ...withoutNulls(request), ...outputOf(texts) };
}

function withoutNulls(request: z.output<typeof runRequestSchema>): RunRequest {
  const present = Object.fromEntries(
    Object.entries(request).filter(([, value]) => value !== null && value !== undefined),
  );
  return { ...present, refresh: request.refresh ?? 'blocking', debug: request.debug ?? false };
}

function outputOf(texts: {
  readonly format?: string | undefined;
  readonly int64?: string | undefined;
  readonly rows?: string | undefined;
}): OutputRequest {
  return {
    int64AsString: texts.int64 === 'string',
    ...(texts.format !== undefined && { format: texts.format }),
    ...(texts.rows === 'objects' && { rowsAsObjects: true }),
  };
}

function readJson(name: string, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('invalid_json', `${name}: ${error.message}`, { attr: name, cause: error });
  }
}

function readInteger(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw new AppError('invalid_value', `${name}: "${text}" is not a whole number.`, { attr: name });
}

function readBoolean(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new AppError('invalid_value', `${name}: "${text}" is neither true nor false.`, { attr: name });
}
