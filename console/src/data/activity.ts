import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.d.ts';
import { may } from '../session/permission.ts';
import { LIST_POLL_MS } from './endpoints.ts';

/** One change of a definition, with who made it and what differs. */
export type ActivityEntry = components['schemas']['ActivityList']['results'][number];

/** Kinds of things whose changes are kept. */
export type ActivitySubject = ActivityEntry['subject'];

/** Changes on one page. */
export const ACTIVITY_PAGE = 100;

/** Changes of a project, newest first. */
export const activityQuery = (
  projectId: number,
  filter: { readonly subject: ActivitySubject | ''; readonly page: number },
) =>
  queryOptions({
    queryKey: ['project', projectId, 'activity', filter],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/projects/{project_id}/activity', {
          params: {
            path: { project_id: String(projectId) },
            query: {
              limit: ACTIVITY_PAGE,
              offset: filter.page * ACTIVITY_PAGE,
              ...(filter.subject === '' ? {} : { subject: filter.subject }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    enabled: () => may('project:read'),
    refetchInterval: LIST_POLL_MS,
  });
