import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.d.ts';

type Schemas = components['schemas'];

/** Which events go: those that meet all of it. */
export type EventBounds = Omit<Schemas['EventDeletionRequest'], 'dry_run' | 'wait'>;

const askDeletion = (projectId: number, body: Schemas['EventDeletionRequest'], signal?: AbortSignal) =>
  answerOf(
    api.POST('/api/projects/{project_id}/events/delete', {
      params: { path: { project_id: String(projectId) } },
      body,
      ...(signal ? { signal } : {}),
    }),
  );

/** How many events a deletion would take away. */
export const foundEventsQuery = (projectId: number, bounds: EventBounds) =>
  queryOptions({
    queryKey: ['project', projectId, 'deletions', 'found', bounds],
    queryFn: ({ signal }) =>
      askDeletion(projectId, { ...bounds, dry_run: true }, signal) as Promise<Schemas['FoundEvents']>,
    enabled: Object.keys(bounds).length > 0,
    gcTime: 0,
    retry: false,
  });

/** Begins to delete events, for good. */
export const deleteEvents = (projectId: number, bounds: EventBounds) => askDeletion(projectId, bounds);
