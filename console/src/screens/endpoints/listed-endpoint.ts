import { type Endpoint, kindOf, nameOfKind } from '../../data/shapes.ts';
import type { EndpointUsage } from '../../data/usage.ts';
import type { Health } from './endpoint-health.ts';

/** One row of the list. */
export interface ListedEndpoint {
  readonly endpoint: Endpoint;
  /** Undefined while it is being read. */
  readonly usage: EndpointUsage | undefined;
  readonly health: Health;
}

/** What narrows and orders the list; every member is a text of the address. */
export interface ListFilters {
  readonly q: string;
  readonly kind: string;
  readonly tag: string;
  readonly state: string;
  readonly sort: string;
}

/** Columns by which the list can be sorted, and what is compared. */
const COMPARED: Readonly<Record<string, (row: ListedEndpoint) => string | number>> = {
  name: ({ endpoint }) => endpoint.name,
  kind: ({ endpoint }) => nameOfKind(endpoint.query),
  served: ({ usage }) => usage?.hitRate ?? -1,
  runs: ({ usage }) => usage?.runs ?? -1,
  errors: ({ usage }) => usage?.errors ?? -1,
  p95: ({ usage }) => usage?.p95Ms ?? -1,
  build: ({ endpoint }) => endpoint.materialization.last_materialized_at ?? '',
  last: ({ endpoint }) => endpoint.last_executed_at ?? '',
};

/** Rows that the filters let through, in the order of `sort` (`-runs` = falling); equal ones by name. */
export function listRows(rows: readonly ListedEndpoint[], filters: ListFilters): readonly ListedEndpoint[] {
  const wanted = filters.q.trim().toLowerCase();
  const compared = COMPARED[filters.sort.replace(/^-/, '')] ?? COMPARED['name'];
  const direction = filters.sort.startsWith('-') ? -1 : 1;
  return rows
    .filter((row) => hasText(row.endpoint, wanted))
    .filter(({ endpoint }) => filters.kind === '' || kindOf(endpoint.query) === filters.kind)
    .filter(({ endpoint }) => filters.tag === '' || endpoint.tags.includes(filters.tag))
    .filter(({ health }) => filters.state === '' || health.state === filters.state)
    .toSorted((one, other) => {
      const [a = '', b = ''] = [compared?.(one), compared?.(other)];
      if (a !== b) return (a < b ? -1 : 1) * direction;
      return one.endpoint.name < other.endpoint.name ? -1 : 1;
    });
}

/** The search looks at name, tags, description and the text of the query. */
function hasText({ name, tags, description, query }: Endpoint, wanted: string): boolean {
  if (wanted === '') return true;
  return [name, description, ...tags, JSON.stringify(query)].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}
