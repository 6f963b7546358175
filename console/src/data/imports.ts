import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.d.ts';

/** A file of events on its way in, or one that has ended. */
export type Import = components['schemas']['Import'];

/** How often a running import is read, in ms. */
const FOLLOW_MS = 1000;

/** One import; read each second while it runs. */
export const importQuery = (projectId: number, id: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'imports', 'one', id],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/projects/{project_id}/imports/{id}', {
          params: { path: { project_id: String(projectId), id } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? FOLLOW_MS : false),
  });

/** Begins to load the demo. @throws ApiProblem project_not_empty */
export const loadDemo = (projectId: number): Promise<Import> =>
  answerOf(
    api.POST('/api/projects/{project_id}/demo', { params: { path: { project_id: String(projectId) } } }),
  );
