import { writeText } from '../editor/query-names.ts';

/** A query to begin with: how often the busiest event came by day. */
export function exampleQuery(busiest: string | null): string {
  const where = busiest === null ? '' : `\nWHERE event = ${writeText(busiest)}`;
  return `SELECT toDate(timestamp) AS day, count() AS events, count(DISTINCT person_id) AS persons
FROM events${where}
GROUP BY day
ORDER BY day`;
}
