import type { QueryLimits } from './engine.ts';

/** Engine settings by name. */
export type EngineSettings = Readonly<Record<string, string | number>>;

/**
 * How answers are written. Every setting is explicit, so that no default of an engine version changes an answer.
 * Parallel formatting costs 0.16 ms on a small answer and gains nothing on one thread.
 */
export const OUTPUT_SETTINGS: EngineSettings = {
  output_format_parallel_formatting: 0,
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_decimals: 1,
  output_format_decimal_trailing_zeros: 1,
  output_format_json_quote_denormals: 0,
  output_format_json_escape_forward_slashes: 0,
  output_format_json_validate_utf8: 1,
  output_format_write_statistics: 1,
  date_time_output_format: 'iso',
  format_csv_null_representation: '',
  output_format_csv_serialize_tuple_into_separate_columns: 0,
  // RFC 4180 wants CR LF at the end of a line.
  output_format_csv_crlf_end_of_line: 1,
  // Some readers of Arrow have no lz4, and HTTP compresses anyway.
  output_format_arrow_compression_method: 'none',
  output_format_parquet_row_group_size: 100_000,
};

/** Settings that every query carries besides its limits. */
export const QUERY_SETTINGS: EngineSettings = {
  http_max_tries: 1,
  // Large parameter lists and generated texts need this size; the compiler bounds texts of users.
  max_query_size: 67_108_864,
  timeout_overflow_mode: 'throw',
  result_overflow_mode: 'throw',
  read_overflow_mode: 'throw',
  use_top_k_dynamic_filtering: 0,
  // In engine 26.7 this rewrites `sum(x + 1) OVER (...)` to a plain aggregate: an error, or one row instead of many.
  optimize_arithmetic_operations_in_aggregate_functions: 0,
  // What the dialect promises: NULL is found in a list that holds NULL, unmatched outer rows hold defaults.
  transform_null_in: 1,
  // On a cluster, the rows of one actor, session or key may lie on several shards, so joins and look-ups read from all
  // shards.
  distributed_product_mode: 'global',
  // A cohort in a cohort asks the shards within a question to the shards; the default of 5 is against endless circles.
  max_distributed_depth: 100,
  join_use_nulls: 0,
};

/**
 * Settings that every statement carries which writes rows. A server would hold rows back by default and put them into
 * one insert with others. Whoever repeats an insert asks which rows are there: the engine's own memory of blocks, which
 * tables of earlier versions and replicated ones have, knows a block by the blocks that it was made of, and keeps a row
 * away that was deleted and comes again (decision 0032).
 */
export const INSERT_SETTINGS: EngineSettings = {
  async_insert: 0,
  deduplicate_insert: 'disable',
  deduplicate_insert_select: 'disable',
};

/** Settings that every statement for a server carries besides. */
export const SERVER_SETTINGS: EngineSettings = {
  cancel_http_readonly_queries_on_client_close: 1,
  // An error in mid-stream breaks the connection and never ends a document (`stream-exception.ts`).
  http_write_exception_in_output_format: 0,
};

/** ... and for a cluster: queries read the same replicas while these are there, and none that is far behind. */
export const CLUSTER_SETTINGS: EngineSettings = {
  load_balancing: 'in_order',
  max_replica_delay_for_distributed_queries: 60,
};

/**
 * What adds rows on a cluster: in blocks that are the same each time, and answers when the shards have the rows.
 * @param quorum replicas of a shard that must have the rows; `auto` = most of them, 0 = one
 */
export function clusterInsertSettings(quorum: number | 'auto'): EngineSettings {
  return {
    distributed_foreground_insert: 1,
    insert_distributed_timeout: 600,
    max_insert_threads: 1,
    input_format_parallel_parsing: 0,
    prefer_localhost_replica: 1,
    insert_quorum: quorum,
  };
}

/** How long DDL waits for the hosts of a cluster, those alone that are up; users may be replicated already. */
export const DDL_ON_CLUSTER = {
  distributed_ddl_output_mode: 'throw_only_active',
  distributed_ddl_task_timeout: 60,
  ignore_on_cluster_for_replicated_access_entities_queries: 1,
  database_replicated_allow_replicated_engine_arguments: 1,
} as const;

/** Blocks of so many rows, also blocks that joins make. */
export function blockSettings(rows: number): EngineSettings {
  return {
    max_block_size: rows,
    max_joined_block_size_rows: rows,
    min_joined_block_size_rows: 0,
    min_joined_block_size_bytes: 0,
  };
}

/** Names of the settings by which single queries differ: those of their limits and of their blocks. */
export const QUERY_LIMIT_NAMES: readonly string[] = Object.keys({
  ...limitSettings({
    timeoutMs: 0,
    maxMemoryBytes: 0,
    maxResultRows: 0,
    maxResultBytes: 0,
    maxThreads: 0,
    priority: 0,
  }),
  ...blockSettings(1),
});

/** The limits of one query as engine settings. */
export function limitSettings(limits: QueryLimits): EngineSettings {
  return {
    max_execution_time: limits.timeoutMs / 1000,
    max_memory_usage: limits.maxMemoryBytes,
    max_result_rows: limits.maxResultRows,
    max_result_bytes: limits.maxResultBytes,
    max_rows_to_read: limits.maxRowsToRead ?? 0,
    max_bytes_to_read: limits.maxBytesToRead ?? 0,
    max_threads: limits.maxThreads,
    priority: limits.priority,
  };
}
