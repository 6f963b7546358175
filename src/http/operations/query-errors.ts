/** Codes of errors with which compiling refuses a query, or SQL in its filters. */
export const QUERY_ERRORS = [
  'invalid_filter',
  'invalid_date',
  'invalid_variable',
  'unknown_variable',
  'combination_not_allowed',
  'syntax_error',
  'unsupported_syntax',
  'unknown_table',
  'unknown_field',
  'unknown_function',
  'wrong_arity',
  'type_mismatch',
  'invalid_alias',
  'missing_group_by',
  'nested_aggregate',
  'query_too_complex',
  'query_too_large',
] as const;

/** What executing a query can say, beyond what checking it can. */
export const EXECUTION_ERRORS = [
  'query_timeout',
  'query_memory_limit',
  'query_too_large',
  'query_failed',
  'query_cancelled',
  'query_capacity',
] as const;
