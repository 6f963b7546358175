/** How an answer can be written; the first is the default. */
export const OUTPUT_FORMATS = ['json', 'csv', 'ndjson', 'arrow', 'parquet'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Formats that the engine writes and nobody holds in memory. */
export type StreamFormat = Exclude<OutputFormat, 'json'>;

/** Media types by which `Accept` can ask for a format; answers carry the first. */
export const MEDIA_TYPES: Readonly<Record<OutputFormat, readonly [string, ...string[]]>> = {
  json: ['application/json'],
  csv: ['text/csv'],
  ndjson: ['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/json-lines'],
  arrow: ['application/vnd.apache.arrow.stream'],
  parquet: ['application/vnd.apache.parquet'],
};
