import type { SourcePosition } from './source-position.ts';

/** The coarse class of an error, as clients see it in `type`. */
export type ErrorType =
  | 'validation_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'throttled_error'
  | 'invalid_request'
  | 'server_error';

interface CatalogEntry {
  readonly status: number;
  /** Where it is not that of the status, see `errorType`. */
  readonly type?: ErrorType;
  /** One sentence for `docs/errors.md`: when this code is answered. */
  readonly meaning: string;
  /** One sentence for `docs/errors.md`: what the caller can do. */
  readonly remedy: string;
}

/**
 * Every error the service can answer. Codes are stable and never reused; `docs/errors.md` is generated from this
 * table and a test keeps the two equal.
 */
export const ERROR_CATALOG = {
  authentication_failed: {
    status: 401,
    meaning: 'No key was sent, or the key is unknown, revoked or expired. One answer for all of these.',
    remedy: 'Send `Authorization: Bearer <key>` with a valid personal API key.',
  },
  permission_denied: {
    status: 403,
    meaning: 'The key does not reach this project, or lacks the scope that the operation needs.',
    remedy: 'Use a key that is bound to the project and carries the scope named in `detail`.',
  },
  token_expired: {
    status: 401,
    meaning: 'The token of a customer has expired; everything else of it is right.',
    remedy: 'Ask whoever signed the token for a new one.',
  },
  token_fixed_member: {
    status: 403,
    meaning: 'The run sends a member, named in `attr`, that its token does not leave to its holder.',
    remedy: 'Leave the member out, or allow it in the token.',
  },
  token_not_applicable: {
    status: 403,
    meaning:
      'The endpoint cannot be narrowed as the token says: a fixed variable is not one of its, a filter does not reach each of its rows, or the token fixes nothing.',
    remedy: 'Change the endpoint or the token; `attr` names the member of the token.',
  },
  not_found: {
    status: 404,
    meaning:
      'The route, endpoint, version or object does not exist, is deleted, or the endpoint is inactive.',
    remedy: 'Check the name and version; an inactive endpoint can be activated with PATCH.',
  },
  throttled: {
    status: 429,
    meaning:
      'A limit on the rate or number of runs of the key or project is used up, its places at the engine or in a queue are taken, or too many requests from one address were refused.',
    remedy: 'Wait for the number of seconds in `Retry-After`.',
  },
  name_taken: {
    status: 400,
    meaning: 'Another live endpoint, action or cohort of the project has this name.',
    remedy: 'Choose another name, or change the existing one.',
  },
  action_in_use: {
    status: 400,
    meaning:
      'The action cannot be deleted because something names it; `endpoints` and `cohorts` have the names.',
    remedy: 'Change these first, or send `?force=true`, after which runs that need the action answer 400.',
  },
  cohort_in_use: {
    status: 400,
    meaning:
      'The cohort cannot be deleted because something names it; `endpoints`, `cohorts` and `actions` have the names.',
    remedy: 'Change these first.',
  },
  not_undoable: {
    status: 400,
    meaning: 'The import was begun by a version that did not keep which events an import has brought.',
    remedy: 'Delete the events by name, time or properties: POST /events/delete/.',
  },
  project_not_empty: {
    status: 400,
    meaning: 'The demo goes only into a project to which no event has come.',
    remedy: 'Make a project for it: POST /api/projects/.',
  },
  precondition_failed: {
    status: 412,
    meaning: '`If-Match` names another revision than the current one.',
    remedy: 'Read the object again and repeat the change with its new `ETag`.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The content type or content encoding of the body is not supported.',
    remedy: 'Send `Content-Type: application/json` in UTF-8.',
  },
  payload_too_large: {
    status: 413,
    meaning: 'The body is larger than the limit, in bytes or in values.',
    remedy: 'Send less in one request.',
  },
  not_acceptable: {
    status: 406,
    meaning: 'The requested format is unknown or not available for this kind of endpoint.',
    remedy: 'Use one of the formats named in `detail`.',
  },
  request_timeout: {
    status: 408,
    meaning: 'The request did not arrive completely within the read deadline.',
    remedy: 'Send headers within 10 s and the body within 30 s.',
  },
  headers_too_large: {
    status: 431,
    meaning: 'The request line or headers are larger than the limit.',
    remedy: 'Send long parameters in the body of a POST.',
  },
  bad_request: {
    status: 400,
    type: 'invalid_request',
    meaning: 'The request is not valid HTTP.',
    remedy: 'Check the HTTP client.',
  },
  invalid_json: {
    status: 400,
    meaning: 'The body is not valid JSON, is nested too deeply, or repeats a member.',
    remedy: 'Send one JSON object.',
  },
  unknown_member: {
    status: 400,
    meaning: 'The body or query string has a member that does not exist here.',
    remedy: 'Remove the name, or use the one suggested in `detail`.',
  },
  invalid_value: {
    status: 400,
    meaning: 'A member has a wrong type or a value outside its range.',
    remedy: 'See `attr` for the member and `detail` for what is allowed.',
  },
  missing_variable: {
    status: 400,
    meaning: 'The query uses a variable that has no value and no default.',
    remedy: 'Add the variable to `variables`.',
  },
  unknown_variable: {
    status: 400,
    meaning: 'A variable was sent or declared that the query does not use.',
    remedy: 'Remove the name, or use the one suggested in `detail`.',
  },
  invalid_variable: {
    status: 400,
    meaning: 'The value of a variable has the wrong type or is outside its enum or range.',
    remedy: 'See `detail` for the type and range.',
  },
  invalid_date: {
    status: 400,
    meaning: 'A date text has no known form.',
    remedy: 'Use `YYYY-MM-DD`, ISO 8601, or a relative date such as `-7d`.',
  },
  invalid_filter: {
    status: 400,
    meaning: 'A property filter is malformed, or has an unknown type, operator or value.',
    remedy: 'See `attr` for the place of the filter and `detail` for what is allowed.',
  },
  filters_not_applicable: {
    status: 400,
    meaning: 'A filter cannot be applied to every part of the query, so the answer would not be narrowed.',
    remedy: 'Put `{filters}` into the query, or use a filter that the named table can carry.',
  },
  override_not_allowed: {
    status: 400,
    meaning: '`query_override` carries a key that the endpoint does not allow to be replaced.',
    remedy: 'Use the keys in `allowed_overrides`.',
  },
  combination_not_allowed: {
    status: 400,
    meaning: 'Two members, or a member and this kind of endpoint, do not go together.',
    remedy: 'See `detail` for the rule.',
  },
  breaking_change: {
    status: 400,
    meaning:
      'The change removes columns, variables or allowed values that callers use, or changes a type, and `allow_breaking=false` was sent.',
    remedy: 'Keep what callers use, or leave `allow_breaking` out.',
  },
  backup_unavailable: {
    status: 400,
    type: 'invalid_request',
    meaning:
      'The service keeps its metadata in PostgreSQL, so that its data folder alone is no backup; or it runs under a Node.js older than 22.16, which cannot copy a store that is in use.',
    remedy:
      'With PostgreSQL stop the service, run `pg_dump`, and copy the data folder; docs/operations.md has the commands. Else run a newer Node.js, or stop the service for the backup.',
  },
  not_materializable: {
    status: 400,
    meaning: 'The endpoint cannot be materialized.',
    remedy: 'See `detail` for the reason.',
  },
  syntax_error: {
    status: 400,
    meaning: 'The SQL text does not follow the grammar.',
    remedy: 'See `position` and `detail`.',
  },
  unsupported_syntax: {
    status: 400,
    meaning: 'The SQL text uses a construct that the dialect knows but does not offer.',
    remedy: 'See `detail` for another way to write it.',
  },
  unknown_table: {
    status: 400,
    meaning: 'The query names a table that does not exist.',
    remedy: 'Use one of the tables in `docs/dialect.md`.',
  },
  unknown_field: {
    status: 400,
    meaning: 'The query names a column that does not exist.',
    remedy: 'Use the nearest name, which `detail` tells, or `properties.<key>` for a property.',
  },
  unknown_function: {
    status: 400,
    meaning: 'The query calls a function that does not exist or is not allowed.',
    remedy: 'Use the nearest name, which `detail` tells.',
  },
  wrong_arity: {
    status: 400,
    meaning: 'A function was called with the wrong number of arguments or parameters.',
    remedy: 'See `detail` for the number that the function takes.',
  },
  type_mismatch: {
    status: 400,
    meaning: 'An expression has a type that does not fit its place.',
    remedy: 'Convert the expression, for example with `toFloat` or `toString`.',
  },
  invalid_alias: {
    status: 400,
    meaning: 'An alias is a reserved word or is used twice.',
    remedy: 'Choose another alias.',
  },
  missing_group_by: {
    status: 400,
    meaning: 'A SELECT that groups names a column that is neither in GROUP BY nor inside an aggregate.',
    remedy: 'Add the column to GROUP BY, or put it into an aggregate such as `any()`.',
  },
  nested_aggregate: {
    status: 400,
    meaning: 'An aggregate stands inside another aggregate, or where none is allowed.',
    remedy: 'Use a sub-query.',
  },
  query_too_complex: {
    status: 400,
    meaning: 'The query is longer, deeper or larger than the limits of the compiler.',
    remedy: 'Split the query, or make it smaller.',
  },
  query_timeout: {
    status: 400,
    type: 'invalid_request',
    meaning: 'The query ran longer than its time limit, so it was stopped.',
    remedy: 'Narrow the date range or the filters, or raise `limits.timeout_seconds`.',
  },
  query_memory_limit: {
    status: 400,
    type: 'invalid_request',
    meaning: 'The query needed more memory than its limit, so it was stopped.',
    remedy: 'Group by fewer values or narrow the date range.',
  },
  query_too_large: {
    status: 400,
    type: 'invalid_request',
    meaning: 'The query would read or return more than its limit.',
    remedy: 'Narrow the date range, or ask for fewer rows.',
  },
  query_failed: {
    status: 400,
    type: 'invalid_request',
    meaning: 'The engine refused values that the query computed, such as text that is not a number.',
    remedy: 'See `detail`; functions ending in OrNull or OrZero do not fail.',
  },
  query_cancelled: {
    status: 400,
    type: 'invalid_request',
    meaning: 'The query was cancelled by the cancel call, or the client closed the connection.',
    remedy: 'Run the query again.',
  },
  query_capacity: {
    status: 503,
    meaning: 'All places at the engine, or all places of the queue for them, are taken.',
    remedy: 'Try again after `Retry-After` seconds.',
  },
  engine_unavailable: {
    status: 503,
    meaning: 'The analytics engine is restarting or cannot be reached.',
    remedy: 'Try again after `Retry-After` seconds.',
  },
  store_unavailable: {
    status: 503,
    meaning: 'The metadata store cannot be reached.',
    remedy: 'Try again after `Retry-After` seconds.',
  },
  capture_capacity: {
    status: 503,
    meaning: 'The event spool, or the room for files that wait to be imported, is full or cannot be written.',
    remedy: 'Send the same batch or file again after `Retry-After` seconds.',
  },
  internal_error: {
    status: 500,
    meaning: 'A defect of the service.',
    remedy: 'Report the defect with the `request_id` of the answer.',
  },
} as const satisfies Record<string, CatalogEntry>;

export type ErrorCode = keyof typeof ERROR_CATALOG;

const TYPES: Readonly<Partial<Record<number, ErrorType>>> = {
  400: 'validation_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'throttled_error',
  500: 'server_error',
  503: 'server_error',
};

/** The class of an entry: its own, else that of its status. */
export function errorType({ status, type }: CatalogEntry): ErrorType {
  return type ?? TYPES[status] ?? 'invalid_request';
}

export interface AppErrorOptions {
  /** Path of the offending member, such as `filters_override.properties.0.operator`. */
  readonly attr?: string;
  /** Place in the user's SQL text. */
  readonly position?: SourcePosition;
  /** Seconds for the `Retry-After` header. */
  readonly retryAfterSeconds?: number;
  /** More members of the error body, such as `current_version`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** An error that the caller sees: a code of the catalogue and a sentence that says what was found and expected. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly attr: string | undefined;
  readonly position: SourcePosition | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, detail: string, options: AppErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.attr = options.attr;
    this.position = options.position;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.extra = options.extra ?? {};
  }

  get status(): number {
    return ERROR_CATALOG[this.code].status;
  }

  get type(): ErrorType {
    return errorType(ERROR_CATALOG[this.code]);
  }
}

/** True when `error` is an AppError of one of `codes` (any code when none is given). */
export function isAppError(error: unknown, ...codes: readonly ErrorCode[]): error is AppError {
  return error instanceof AppError && (codes.length === 0 || codes.includes(error.code));
}
