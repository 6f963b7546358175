import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';

/** Properties that came in, most used first where the service can order them so, at most 1,000. */
export const seenPropertiesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'properties', 'seen'],
    queryFn: async ({ signal }) =>
      (
        await answerOf(
          api.GET('/api/projects/{project_id}/property_definitions', {
            params: { path: { project_id: String(projectId) }, query: { limit: 1000 } },
            signal,
          }),
        )
      ).results,
    staleTime: 300_000,
  });
