/** A `client_query_id` of the console: what a run is cancelled by, and what the run log tells console calls by. */
export function newRunId(): string {
  // `crypto.randomUUID` is missing on plain HTTP from another host; random bytes are not.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
