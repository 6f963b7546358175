import { queryOptions } from '@tanstack/react-query';
import { answerOf, answerWithHeaders, api } from '../api/client.ts';
import type { components } from '../api/schema.d.ts';
import { LIST_POLL_MS } from './endpoints.ts';
import type { WriteOptions } from './shapes.ts';

type Schemas = components['schemas'];

/** A stored, named filter of events. */
export type Action = Schemas['Action'];

/** What an action is made of: what its form changes. */
export type ActionBody = Required<Schemas['ActionChange']>;

/** Conditions that an event must all meet. */
export type ActionStep = Schemas['ActionStep'];

const actionsOf = (projectId: number) => ['project', projectId, 'actions'] as const;

/** Actions of a project by name, at most 1,000. */
export const actionListQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...actionsOf(projectId), 'list'],
    queryFn: async ({ signal }) =>
      (
        await answerOf(
          api.GET('/api/projects/{project_id}/actions', {
            params: { path: { project_id: String(projectId) }, query: { limit: 1000 } },
            signal,
          }),
        )
      ).results,
    refetchInterval: LIST_POLL_MS,
  });

/** One action. */
export const actionQuery = (projectId: number, id: string) =>
  queryOptions({
    queryKey: [...actionsOf(projectId), 'one', id],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/projects/{project_id}/actions/{id}', {
          params: { path: { project_id: String(projectId), id } },
          signal,
        }),
      ),
    refetchInterval: LIST_POLL_MS,
  });

/** Makes an action. @throws ApiProblem name_taken, and every 400 of a step that no query could use */
export const createAction = (projectId: number, action: ActionBody): Promise<Action> =>
  answerOf(
    api.POST('/api/projects/{project_id}/actions', {
      params: { path: { project_id: String(projectId) } },
      body: action,
    }),
  );

/**
 * Changes members of an action; `warnings` of the answer name endpoints that answer otherwise.
 * @throws ApiProblem breaking_change unless breaking is allowed, precondition_failed when somebody changed it since
 */
export const changeAction = (
  projectId: number,
  id: number,
  change: Partial<ActionBody>,
  { revision, allowsBreaking }: WriteOptions,
) =>
  answerOf(
    api.PATCH('/api/projects/{project_id}/actions/{id}', {
      params: {
        path: { project_id: String(projectId), id: String(id) },
        query: { allow_breaking: allowsBreaking },
        header: { 'If-Match': `"${revision}"` },
      },
      body: change,
    }),
  );

/** Deletes an action for good. @throws ApiProblem action_in_use unless `isForced`: runs that need it fail then */
export const deleteAction = (projectId: number, id: number, isForced: boolean) =>
  answerWithHeaders(
    api.DELETE('/api/projects/{project_id}/actions/{id}', {
      params: { path: { project_id: String(projectId), id: String(id) }, query: { force: isForced } },
    }),
  );
