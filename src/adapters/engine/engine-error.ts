import { AppError, type ErrorCode } from '../../base/errors.ts';
import { isDiskFull } from '../../base/is-disk-full.ts';

/** An error of the engine: its number and text. The text names internal SQL and stays inside. */
export class EngineException extends Error {
  override readonly name = 'EngineException';
  readonly engineCode: number;

  constructor(engineCode: number, text: string) {
    super(text);
    this.engineCode = engineCode;
  }
}

/** Refusals of our own, as the engine would tell them. */
const REFUSALS = {
  ACCESS_DENIED: 497,
  AUTHENTICATION_FAILED: 516,
  NOT_IMPLEMENTED: 48,
  TOO_MANY_ROWS_OR_BYTES: 396,
  TOO_MANY_SIMULTANEOUS_QUERIES: 202,
  QUERY_WAS_CANCELLED: 394,
  NOT_ENOUGH_SPACE: 243,
  ABORTED: 236,
} as const;

/** An exception of ours in the words of the protocol: `Code: 497. DB::Exception: <reason>. (ACCESS_DENIED)`. */
export function engineRefusal(name: keyof typeof REFUSALS, reason: string): EngineException {
  const code = REFUSALS[name];
  return new EngineException(code, `Code: ${code}. DB::Exception: ${reason}. (${name})`);
}

type MappedCode =
  | 'query_timeout'
  | 'query_memory_limit'
  | 'query_too_large'
  | 'query_too_complex'
  | 'query_cancelled'
  | 'query_capacity'
  | 'query_failed'
  | 'engine_unavailable';

/** The engine's errors that are not our fault, by what they mean to the caller: the engine's name and number. */
export const ENGINE_ERRORS: Readonly<Record<MappedCode, Readonly<Record<string, number>>>> = {
  query_timeout: { TIMEOUT_EXCEEDED: 159, TOO_SLOW: 160 },
  query_memory_limit: { MEMORY_LIMIT_EXCEEDED: 241, CANNOT_ALLOCATE_MEMORY: 173 },
  query_too_large: {
    TOO_LARGE_ARRAY_SIZE: 128,
    TOO_LARGE_STRING_SIZE: 131,
    TOO_MANY_ROWS: 158,
    SET_SIZE_LIMIT_EXCEEDED: 191,
    TOO_MANY_BYTES: 307,
    TOO_MANY_ROWS_OR_BYTES: 396,
  },
  query_too_complex: {
    TOO_MANY_COLUMNS: 161,
    TOO_DEEP_SUBQUERIES: 162,
    TOO_DEEP_AST: 167,
    TOO_BIG_AST: 168,
    QUERY_IS_TOO_LARGE: 229,
    TOO_DEEP_RECURSION: 306,
    TOO_MANY_QUERY_PLAN_OPTIMIZATIONS: 572,
  },
  query_cancelled: { QUERY_WAS_CANCELLED: 394, QUERY_WAS_CANCELLED_BY_CLIENT: 735 },
  query_capacity: { TOO_MANY_SIMULTANEOUS_QUERIES: 202 },
  query_failed: {
    CANNOT_PARSE_TEXT: 6,
    PARAMETER_OUT_OF_BOUND: 12,
    CANNOT_PARSE_ESCAPE_SEQUENCE: 25,
    CANNOT_PARSE_QUOTED_STRING: 26,
    CANNOT_PARSE_INPUT_ASSERTION_FAILED: 27,
    ATTEMPT_TO_READ_AFTER_EOF: 32,
    BAD_ARGUMENTS: 36,
    CANNOT_PARSE_DATE: 38,
    CANNOT_PARSE_DATETIME: 41,
    // Raised for the state of another aggregate.
    NUMBER_OF_ARGUMENTS_DOESNT_MATCH: 42,
    ILLEGAL_TYPE_OF_ARGUMENT: 43,
    ILLEGAL_COLUMN: 44,
    // Raised for a function that does not exist for its argument's type, and for a format.
    NOT_IMPLEMENTED: 48,
    TYPE_MISMATCH: 53,
    // Raised for a condition whose type only the engine knows.
    ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER: 59,
    ARGUMENT_OUT_OF_BOUND: 69,
    CANNOT_CONVERT_TYPE: 70,
    CANNOT_PARSE_NUMBER: 72,
    INCORRECT_DATA: 117,
    INCORRECT_RESULT_OF_SCALAR_SUBQUERY: 125,
    ILLEGAL_INDEX: 127,
    CANNOT_READ_ARRAY_FROM_TEXT: 130,
    ZERO_ARRAY_OR_TUPLE_INDEX: 135,
    ILLEGAL_DIVISION: 153,
    SIZES_OF_ARRAYS_DONT_MATCH: 190,
    VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE: 321,
    CANNOT_CONVERT_CHARSET: 346,
    CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN: 349,
    // Raised for a negative length of leftPad.
    INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE: 353,
    // Raised for a parameter of an aggregate that must be a whole number and is not.
    BAD_GET: 170,
    // Raised for a name that no character set has.
    CANNOT_CREATE_CHARSET_CONVERTER: 360,
    CANNOT_PARSE_UUID: 376,
    NO_COMMON_TYPE: 386,
    FUNCTION_THROW_IF_VALUE_IS_NON_ZERO: 395,
    DECIMAL_OVERFLOW: 407,
    CANNOT_COMPILE_REGEXP: 427,
    CANNOT_PARSE_DOMAIN_VALUE_FROM_STRING: 441,
    HYPERSCAN_CANNOT_SCAN_TEXT: 447,
    CANNOT_PARSE_BOOL: 467,
    INVALID_WITH_FILL_EXPRESSION: 475,
    CANNOT_FORMAT_DATETIME: 490,
    AGGREGATE_FUNCTION_THROW: 503,
    CANNOT_READ_MAP_FROM_TEXT: 563,
    CANNOT_NORMALIZE_STRING: 621,
    UNEXPECTED_DATA_AFTER_PARSED_VALUE: 632,
    NUMBER_OF_DIMENSIONS_MISMATCHED: 645,
    CANNOT_PARSE_IPV4: 675,
    CANNOT_PARSE_IPV6: 676,
  },
  engine_unavailable: {
    SOCKET_TIMEOUT: 209,
    NETWORK_ERROR: 210,
    ABORTED: 236,
    // Raised on a full disk, which may have room later.
    CANNOT_WRITE_TO_FILE_DESCRIPTOR: 75,
    NOT_ENOUGH_SPACE: 243,
    ALL_CONNECTION_TRIES_FAILED: 279,
    // Of a server whose parts, replicas or Keeper are in trouble: writers try the same block again.
    TABLE_IS_READ_ONLY: 242,
    TOO_MANY_PARTS: 252,
    TOO_FEW_LIVE_REPLICAS: 285,
    UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE: 286,
    UNKNOWN_STATUS_OF_INSERT: 319,
    KEEPER_EXCEPTION: 999,
  },
};

const DETAILS: Readonly<Record<MappedCode, string>> = {
  query_timeout: 'The query ran longer than its time limit and was stopped.',
  query_memory_limit: 'The query needed more memory than its limit and was stopped.',
  query_too_large: 'The query would read or return more than its limit.',
  query_too_complex: 'The query is too deep or too large for the engine.',
  query_cancelled: 'The query was cancelled.',
  query_capacity: 'The engine has no free place for another query.',
  query_failed:
    'The engine refused a value that the query computed, such as a text that is neither a number nor a date, an integer divided by zero, or lists of different lengths.',
  engine_unavailable: 'The analytics engine is restarting or cannot be reached.',
};

const CODES: ReadonlyMap<number, MappedCode> = new Map(
  mappedCodes().flatMap((code) =>
    Object.values(ENGINE_ERRORS[code]).map((number) => [number, code] as const),
  ),
);

function mappedCodes(): readonly MappedCode[] {
  // The keys of the table are its type.
  return Object.keys(ENGINE_ERRORS) as MappedCode[];
}

/** Seconds after which a caller may try again: a respawn takes a fraction of one. */
const RETRY_AFTER_SECONDS = 1;
const RETRIED: ReadonlySet<ErrorCode> = new Set(['query_capacity', 'engine_unavailable']);

/** What callers see of an engine error: what the table says, or `internal_error`. The engine's text never passes. */
export function toAppError(exception: EngineException): AppError {
  // On a full disk the engine also raises codes that mean nothing else.
  const code = isDiskFull(exception) ? 'engine_unavailable' : CODES.get(exception.engineCode);
  if (code === undefined)
    return new AppError('internal_error', 'The query failed inside the service.', { cause: exception });
  return mappedError(code, exception);
}

/** An error of the table above that the engine did not number. */
export function mappedError(code: MappedCode, cause?: unknown): AppError {
  const retry = RETRIED.has(code) ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {};
  return new AppError(code, DETAILS[code], { cause, ...retry });
}

/** `Code: 159. DB::Exception: Timeout exceeded ...` → 159; 0 when there is no number. */
export function engineCodeOf(text: string): number {
  return Number(/Code: (\d+)\./.exec(text)?.[1] ?? 0);
}
