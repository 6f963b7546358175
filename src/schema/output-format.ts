/** How an answer can be written; the first is the default. */
export const OUTPUT_FORMATS = ['json', 'csv', 'ndjson', 'arrow', 'parquet'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Formats of SQL answers that the engine writes and nobody holds in memory. */
export type StreamFormat = Exclude<OutputFormat, 'json'>;

/** Formats that insights have; they are small, made whole and cached. */
export const INSIGHT_FORMATS = ['json', 'csv'] as const satisfies readonly OutputFormat[];
export type WholeFormat = (typeof INSIGHT_FORMATS)[number];

/** Media types by which `Accept` can ask for a format; answers carry the first. */
export const MEDIA_TYPES: Readonly<Record<OutputFormat, readonly [string, ...string[]]>> = {
  json: ['application/json'],
  csv: ['text/csv'],
  ndjson: ['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/json-lines'],
  arrow: ['application/vnd.apache.arrow.stream'],
  parquet: ['application/vnd.apache.parquet'],
};

/** `Content-Type` of an answer. */
export function contentType(format: OutputFormat): string {
  const [type] = MEDIA_TYPES[format];
  if (format === 'json') return `${type}; charset=utf-8`;
  return format === 'csv' ? `${type}; charset=utf-8; header=present` : type;
}
