import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.d.ts';
import { LIST_POLL_MS } from './endpoints.ts';

/** One build of a snapshot. */
export type Build = components['schemas']['Build'];

/** Where the materialization of an endpoint stands. */
export type MaterializationStatus = components['schemas']['MaterializationStatus'];

/** Builds that are listed. */
const SHOWN_BUILDS = 100;

/** How often a running build is looked at, in ms. */
const RUNNING_POLL_MS = 1000;

const isUnderWay = (state: string | null | undefined) => state === 'Pending' || state === 'Running';

/** Where the materialization of an endpoint stands; read each second while a build runs. */
export const materializationQuery = (projectId: number, name: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'materialization', name, 'status'],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/projects/{project_id}/endpoints/{name}/materialization_status', {
          params: { path: { project_id: String(projectId), name } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.state) ? RUNNING_POLL_MS : LIST_POLL_MS),
  });

/** The last 100 builds of an endpoint, newest first; read each second while one runs. */
export const buildsQuery = (projectId: number, name: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'materialization', name, 'builds'],
    queryFn: async ({ signal }) =>
      (
        await answerOf(
          api.GET('/api/projects/{project_id}/endpoints/{name}/materializations', {
            params: { path: { project_id: String(projectId), name }, query: { limit: SHOWN_BUILDS } },
            signal,
          }),
        )
      ).results,
    refetchInterval: ({ state }) =>
      state.data?.some((build) => isUnderWay(build.state)) ? RUNNING_POLL_MS : LIST_POLL_MS,
  });

/** Has the snapshot of an endpoint built now. @throws ApiProblem not_materializable */
export const buildNow = (projectId: number, name: string): Promise<Build> =>
  answerOf(
    api.POST('/api/projects/{project_id}/endpoints/{name}/materialize', {
      params: { path: { project_id: String(projectId), name } },
    }),
  );
