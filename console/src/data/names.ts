import { queryOptions } from '@tanstack/react-query';
import { fetchRaw } from '../api/client.ts';
import { problemOf } from '../api/problem.ts';

/** An event's name that came in. */
export interface SeenEvent {
  readonly name: string;
  readonly volume: number;
  readonly last_seen_at: string;
}

/** A property that came in with events, or of persons and groups. */
export interface SeenProperty {
  readonly type: 'event' | 'person' | 'group';
  readonly name: string;
  readonly property_type: 'String' | 'Numeric' | 'Boolean' | 'DateTime';
  readonly volume: number;
  readonly last_seen_at: string | null;
  readonly is_promoted: boolean;
}

/** An action by its number. */
export interface NamedAction {
  readonly id: number;
  readonly name: string;
}

/** Names beyond these are searched for, not listed. */
const MOST_NAMES = 1000;
const STALE_MS = 60_000;

/** Everything that a query can name in this service (`GET /api/dialect`); it changes with the version only. */
export const dialectQuery = queryOptions({
  queryKey: ['dialect'],
  queryFn: ({ signal }) => read('/api/dialect', signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Events of a project, those that came in most first; at most 1,000. */
export const eventsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'names', 'events'],
    queryFn: async ({ signal }) => await readList<SeenEvent>(projectId, 'event_definitions', signal),
    staleTime: STALE_MS,
  });

/** Properties of a project, those that came in most first; at most 1,000. */
export const propertiesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'names', 'properties'],
    queryFn: async ({ signal }) => await readList<SeenProperty>(projectId, 'property_definitions', signal),
    staleTime: STALE_MS,
  });

/** Actions of a project by name; at most 1,000. */
export const actionsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'names', 'actions'],
    queryFn: async ({ signal }) =>
      (
        (await read(`/api/projects/${projectId}/actions?limit=${MOST_NAMES}`, signal)) as {
          results: NamedAction[];
        }
      ).results,
    staleTime: STALE_MS,
  });

async function readList<Name extends { readonly volume: number }>(
  projectId: number,
  list: string,
  signal: AbortSignal,
) {
  const path = `/api/projects/${projectId}/${list}?limit=${MOST_NAMES}&order_by=-volume`;
  const page = (await read(path, signal)) as { results: Name[]; count?: number; next?: string | null };
  return { names: page.results, isWhole: page.results.length < MOST_NAMES };
}

async function read(path: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetchRaw(path, { signal });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw problemOf(response, body);
  return body;
}
