import { AppError, type ErrorCode } from '../../base/errors.ts';

/** An error of the engine: its number and text. The text names internal SQL and stays inside. */
export class EngineException extends Error {
  override readonly name = 'EngineException';
  readonly engineCode: number;

  constructor(engineCode: number, text: string) {
    super(text);
    this.engineCode = engineCode;
  }
}

/** Seconds after which a caller may try again: a respawn takes a fraction of one. */
const RETRY_AFTER_SECONDS = 1;

/** The engine cannot be reached, or went away in the middle. */
export function engineUnavailable(cause?: unknown): AppError {
  return new AppError('engine_unavailable', 'The analytics engine is restarting or cannot be reached.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
}

/** What the caller sees of an engine error. Engine texts never pass: they hold SQL, names and values. */
export function toAppError(exception: EngineException): AppError {
  if (UNAVAILABLE.has(exception.engineCode)) return engineUnavailable(exception);
  const code = CODES.get(exception.engineCode) ?? 'internal_error';
  const retry = code === 'query_capacity' ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {};
  return new AppError(code, DETAILS[code] ?? 'The query failed inside the service.', {
    cause: exception,
    ...retry,
  });
}

/** ABORTED, server shutting down; NETWORK_ERROR, ALL_CONNECTION_TRIES_FAILED, SOCKET_TIMEOUT of a cluster. */
const UNAVAILABLE: ReadonlySet<number> = new Set([209, 210, 236, 279]);

const DETAILS: Partial<Record<ErrorCode, string>> = {
  query_timeout: 'The query ran longer than its time limit and was stopped.',
  query_memory_limit: 'The query needed more memory than its limit and was stopped.',
  query_too_large: 'The query would read or return more than its limit.',
  query_too_complex: 'The query is too deep or too large for the engine.',
  query_cancelled: 'The query was cancelled.',
  query_capacity: 'The engine has no free place for another query.',
  query_failed:
    'The engine refused a value that the query computed, such as a text that is not a number or date, a division by zero of integers, or lists of different lengths.',
};

const CODES: ReadonlyMap<number, ErrorCode> = new Map(
  Object.entries({
    // TIMEOUT_EXCEEDED, TOO_SLOW
    query_timeout: [159, 160],
    // MEMORY_LIMIT_EXCEEDED, CANNOT_ALLOCATE_MEMORY
    query_memory_limit: [241, 173],
    // TOO_MANY_ROWS, TOO_MANY_BYTES, TOO_MANY_ROWS_OR_BYTES, TOO_LARGE_ARRAY_SIZE, SET_SIZE_LIMIT_EXCEEDED
    query_too_large: [158, 307, 396, 128, 191],
    // TOO_DEEP_RECURSION, TOO_BIG_AST, TOO_DEEP_AST, TOO_DEEP_PIPELINE, TOO_MANY_COLUMNS, TOO_DEEP_SUBQUERIES
    query_too_complex: [306, 167, 168, 155, 161, 162],
    // QUERY_WAS_CANCELLED, QUERY_WAS_CANCELLED_BY_CLIENT
    query_cancelled: [394, 735],
    // TOO_MANY_SIMULTANEOUS_QUERIES
    query_capacity: [202],
    query_failed: [
      // CANNOT_PARSE_TEXT .. CANNOT_PARSE_INPUT_ASSERTION_FAILED, CANNOT_PARSE_DATE, ATTEMPT_TO_READ_AFTER_EOF
      6,
      25, 26, 27, 32, 38, 41, 72,
      // ILLEGAL_TYPE_OF_ARGUMENT and friends: values whose type only the engine knows
      36, 43, 44, 53, 69, 70, 130, 131, 153, 190, 321, 349, 386, 395, 407, 427, 435, 439, 449, 467, 645, 675,
      // VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE, DATE_TIME_OVERFLOW, ARGUMENT_OUT_OF_BOUND, CANNOT_PARSE_UUID, _IPV4, _IPV6
      321,
      376, 441, 675, 676, 677,
      // SIZES_OF_ARRAYS_DONT_MATCH, TOO_LARGE_STRING_SIZE, INCORRECT_DATA, CANNOT_COMPILE_REGEXP
      131, 117, 427,
    ],
  } satisfies Partial<Record<ErrorCode, readonly number[]>>).flatMap(([code, numbers]) =>
    numbers.map((number) => [number, code as ErrorCode] as const),
  ),
);

/** `Code: 159. DB::Exception: Timeout exceeded ...` → 159; 0 when there is no number. */
export function engineCodeOf(text: string): number {
  return Number(/Code: (\d+)\./.exec(text)?.[1] ?? 0);
}
