import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import { answerOf, answerWithHeaders, api } from '../api/client.ts';
import type { components } from '../api/schema.d.ts';
import { hasScope } from '../session/has-scope.ts';
import { may, useSessionKey } from '../session/permission.ts';
import { LIST_POLL_MS } from './endpoints.ts';
import type { Project } from './shapes.ts';

/** Members of a project that are to differ. */
export type ProjectChange = components['schemas']['ProjectChange'];

const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) =>
    (await answerOf(api.GET('/api/projects', { params: { query: { limit: 1000 } }, signal }))).results,
  staleTime: 60_000,
});

/**
 * Projects that the key reaches, at most 1,000. A key without `project:read` is told their numbers alone; one that
 * reaches all of them is not told those either, and gets the one that is asked for.
 * @param asked number of the project in the address, or of the one before
 */
export function useProjects(asked: string | null) {
  const key = useSessionKey();
  const mayList = hasScope(key, 'project:read');
  const listed = useQuery({ ...projectsQuery, enabled: mayList });
  const reach = key?.projects?.join(',') ?? (/^\d{1,9}$/.test(asked ?? '') ? asked : '1');
  const told = useMemo(() => (reach ?? '').split(',').filter(Boolean).map(Number).map(untold), [reach]);
  return {
    projects: mayList ? (listed.data as readonly Project[] | undefined) : told,
    error: mayList && listed.data === undefined ? listed.error : null,
    refetch: listed.refetch,
  };
}

/** A project of which the key may know the number alone: moments are shown in UTC, and its token is left open. */
const untold = (id: number): Project => ({
  id,
  name: `Project ${id}`,
  timezone: 'UTC',
  week_start_day: 0,
  test_account_filters: [],
  event_retention_days: null,
  path_cleaning_filters: [],
  allowed_origins: [],
  api_token: 'slc_…',
  created_at: '',
});

/**
 * Makes a project; its days begin at midnight of its time zone.
 * @throws ApiProblem invalid_value with `attr` name or timezone
 */
export function createProject(project: {
  readonly name: string;
  readonly timezone: string;
}): Promise<Project> {
  return answerOf(api.POST('/api/projects', { body: project }));
}

/** A project and its settings as they are now. */
export const projectQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'settings'],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/projects/{project_id}', {
          params: { path: { project_id: String(projectId) } },
          signal,
        }),
      ),
    enabled: () => may('project:read'),
    refetchInterval: LIST_POLL_MS,
  });

/**
 * Changes settings of a project. `warnings` name the endpoints that answer otherwise from now on.
 * @throws ApiProblem breaking_change when an endpoint would lose its answer, unless breaking is allowed
 */
export const changeProject = (projectId: number, change: ProjectChange, allowsBreaking: boolean) =>
  answerOf(
    api.PATCH('/api/projects/{project_id}', {
      params: { path: { project_id: String(projectId) }, query: { allow_breaking: allowsBreaking } },
      body: change,
    }),
  );

/** Gives a project another capture token; the old one stops working at once. */
export const rollCaptureToken = (projectId: number): Promise<Project> =>
  answerOf(
    api.POST('/api/projects/{project_id}/capture_token/roll', {
      params: { path: { project_id: String(projectId) } },
    }),
  );

/** Deletes a project with all its data, for good. */
export const deleteProject = (projectId: number): Promise<unknown> =>
  answerWithHeaders(
    api.DELETE('/api/projects/{project_id}', { params: { path: { project_id: String(projectId) } } }),
  );

/** The project on the screen; null on screens that belong to none (keys). Set by the frame. */
export const ProjectContext = createContext<Project | null>(null);

/**
 * The project on the screen. Query keys of what belongs to it begin with `['project', id]`, so that two projects never
 * mix.
 */
export function useProject(): Project {
  const project = useContext(ProjectContext);
  if (project === null) throw new Error('This screen stands in no project');
  return project;
}
