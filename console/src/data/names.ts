import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import { may } from '../session/permission.ts';

/** Names beyond these are searched for, not listed. */
const MOST_NAMES = 1000;
const STALE_MS = 60_000;

/** Everything that a query can name in this service; it changes with the version only. */
export const dialectQuery = queryOptions({
  queryKey: ['dialect'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/dialect', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

const mostUsedFirst = (projectId: number) =>
  ({
    path: { project_id: String(projectId) },
    query: { limit: MOST_NAMES, order_by: '-volume' },
  }) as const;

/** A list that is whole unless it is as long as a page can be. */
const listed = <Name>({ results }: { readonly results: readonly Name[] }) => ({
  names: results,
  isWhole: results.length < MOST_NAMES,
});

/** What a key without `project:read` is told: names can be written all the same. */
const UNTOLD = { names: [], isWhole: false } as const;

/** A failure is not asked about again by each form that comes up: one that waits for names would come up for ever. */
const ONCE = { staleTime: STALE_MS, retryOnMount: false } as const;

/** Events of a project, those that came in most first; at most 1,000. */
export const eventsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'names', 'events'],
    queryFn: async ({ signal }) =>
      may('project:read')
        ? listed(
            await answerOf(
              api.GET('/api/projects/{project_id}/event_definitions', {
                params: mostUsedFirst(projectId),
                signal,
              }),
            ),
          )
        : UNTOLD,
    ...ONCE,
  });

/** Properties of a project, those that came in most first; at most 1,000. */
export const propertiesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'names', 'properties'],
    queryFn: async ({ signal }) =>
      may('project:read')
        ? listed(
            await answerOf(
              api.GET('/api/projects/{project_id}/property_definitions', {
                params: mostUsedFirst(projectId),
                signal,
              }),
            ),
          )
        : UNTOLD,
    ...ONCE,
  });
