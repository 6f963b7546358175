import { queryOptions } from '@tanstack/react-query';
import { answerOf, answerWithHeaders, api } from '../api/client.ts';
import type { components } from '../api/schema.d.ts';

/** How often lists are read again, in ms; only in a visible tab. */
export const LIST_POLL_MS = 15_000;

/** All endpoints of a project that are not deleted, at most 1,000. */
export const endpointsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'endpoints', 'list'],
    queryFn: async ({ signal }) =>
      (
        await answerOf(
          api.GET('/api/projects/{project_id}/endpoints', {
            params: { path: { project_id: String(projectId) }, query: { limit: 1000 } },
            signal,
          }),
        )
      ).results,
    refetchInterval: LIST_POLL_MS,
  });

/** Endpoints that were deleted and can be restored, latest first, at most 1,000; `updated_at` is when. */
export const deletedEndpointsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'endpoints', 'deleted'],
    queryFn: async ({ signal }) =>
      (
        await answerOf(
          api.GET('/api/projects/{project_id}/endpoints', {
            params: {
              path: { project_id: String(projectId) },
              query: { limit: 1000, is_deleted: true, order_by: '-updated_at' },
            },
            signal,
          }),
        )
      ).results,
  });

/** One endpoint, as its current version or an older one. */
export const endpointQuery = (projectId: number, name: string, version?: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'endpoints', 'one', name, version ?? 'current'],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/projects/{project_id}/endpoints/{name}', {
          params: {
            path: { project_id: String(projectId), name },
            query: version === undefined ? {} : { version },
          },
          signal,
        }),
      ),
    refetchInterval: LIST_POLL_MS,
  });

/** Versions of an endpoint, newest first, at most 1,000. */
export const versionsQuery = (projectId: number, name: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'endpoints', 'versions', name],
    queryFn: async ({ signal }) =>
      (
        await answerOf(
          api.GET('/api/projects/{project_id}/endpoints/{name}/versions', {
            params: { path: { project_id: String(projectId), name }, query: { limit: 1000 } },
            signal,
          }),
        )
      ).results,
  });

/**
 * Changes members of an endpoint. With `revision` only if nobody changed it since.
 * @throws ApiProblem precondition_failed (412) with the revision of now
 */
export function changeEndpoint(
  projectId: number,
  name: string,
  change: components['schemas']['EndpointChange'],
  options: { readonly revision?: number; readonly allowsBreaking?: boolean } = {},
) {
  return answerOf(
    api.PATCH('/api/projects/{project_id}/endpoints/{name}', {
      params: {
        path: { project_id: String(projectId), name },
        query: options.allowsBreaking === undefined ? {} : { allow_breaking: options.allowsBreaking },
        header: options.revision === undefined ? {} : { 'If-Match': `"${options.revision}"` },
      },
      body: change,
    }),
  );
}

/** Deletes an endpoint; `restoreEndpoint` brings it back. */
export function deleteEndpoint(projectId: number, name: string) {
  return answerWithHeaders(
    api.DELETE('/api/projects/{project_id}/endpoints/{name}', {
      params: { path: { project_id: String(projectId), name } },
    }),
  );
}

/** Brings a deleted endpoint back under its name. @throws ApiProblem name_taken */
export function restoreEndpoint(projectId: number, name: string) {
  return answerOf(
    api.POST('/api/projects/{project_id}/endpoints/{name}/restore', {
      params: { path: { project_id: String(projectId), name } },
    }),
  );
}

/** Gives an endpoint another name; the old URL stops at once. @throws ApiProblem name_taken */
export function renameEndpoint(projectId: number, name: string, next: string) {
  return answerOf(
    api.POST('/api/projects/{project_id}/endpoints/{name}/rename', {
      params: { path: { project_id: String(projectId), name } },
      body: { name: next },
    }),
  );
}

/** Makes an endpoint. @throws ApiProblem name_taken and all that a query can have wrong */
export function createEndpoint(projectId: number, endpoint: components['schemas']['EndpointCreate']) {
  return answerOf(
    api.POST('/api/projects/{project_id}/endpoints', {
      params: { path: { project_id: String(projectId) } },
      body: endpoint,
    }),
  );
}

/**
 * Makes the query of an older version current again, as a new version.
 * @throws ApiProblem breaking_change unless breaking is allowed, precondition_failed when somebody changed it since
 */
export function rollBackEndpoint(
  projectId: number,
  name: string,
  version: number,
  options: { readonly revision: number; readonly allowsBreaking: boolean },
) {
  return answerOf(
    api.POST('/api/projects/{project_id}/endpoints/{name}/rollback', {
      params: {
        path: { project_id: String(projectId), name },
        query: { allow_breaking: options.allowsBreaking },
        header: { 'If-Match': `"${options.revision}"` },
      },
      body: { version },
    }),
  );
}
