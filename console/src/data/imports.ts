import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.d.ts';
import { type UploadProgress, upload } from '../api/upload.ts';
import { LIST_POLL_MS } from './endpoints.ts';

type Schemas = components['schemas'];

/** A file of events on its way in, or one that has ended. */
export type Import = Schemas['Import'];
export type ImportFormat = Import['format'];

/** How often a running import is read, in ms. */
const FOLLOW_MS = 1000;

/** Imports of a list; older ones are forgotten from it. */
const MOST_IMPORTS = 200;

const importPath = (projectId: number, id: string) => ({
  path: { project_id: String(projectId), id },
});

/** Imports of a project, newest first, of the last 200; those that were only tried are left out. */
export const importsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'imports', 'list'],
    queryFn: async ({ signal }) => {
      const { results } = await answerOf(
        api.GET('/api/projects/{project_id}/imports', {
          params: { path: { project_id: String(projectId) }, query: { limit: MOST_IMPORTS } },
          signal,
        }),
      );
      return results.filter(({ dry_run }) => !dry_run);
    },
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.state === 'running') ? FOLLOW_MS : LIST_POLL_MS,
  });

/** One import; read each second while it runs. */
export const importQuery = (projectId: number, id: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'imports', 'one', id],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/projects/{project_id}/imports/{id}', { params: importPath(projectId, id), signal }),
      ),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? FOLLOW_MS : false),
  });

/** How a file is to be read. */
export interface ImportOrder {
  readonly format: ImportFormat;
  /** What its columns mean; left out = those of `posthog`. */
  readonly mapping?: Readonly<Record<string, unknown>> | undefined;
}

const importsPath = (projectId: number, query: Readonly<Record<string, string>>) =>
  `/api/projects/${projectId}/imports?${new URLSearchParams(query)}`;

const orderOf = ({ format, mapping }: ImportOrder) => ({
  format,
  ...(mapping === undefined ? {} : { mapping: JSON.stringify(mapping) }),
});

/** Sends a file. @throws ApiProblem payload_too_large, throttled, capture_capacity, combination_not_allowed */
export const sendImport = async (
  projectId: number,
  file: File,
  order: ImportOrder,
  options: { readonly onProgress: UploadProgress; readonly signal: AbortSignal },
): Promise<Import> => {
  const path = importsPath(projectId, { ...orderOf(order), file_name: file.name.slice(0, 200) });
  return (await upload(path, file, options)) as Import;
};

/** Reads the beginning of a file as an import would, and writes nothing: its first events are in `sample`. */
export const tryImport = async (
  projectId: number,
  bytes: Blob,
  order: ImportOrder,
  signal: AbortSignal,
): Promise<Import> =>
  (await upload(importsPath(projectId, { ...orderOf(order), dry_run: 'true', wait: 'true' }), bytes, {
    signal,
  })) as Import;

/** Stops a running import, or undoes one that has ended. @throws ApiProblem not_undoable */
export const endImport = (projectId: number, id: string) =>
  answerOf(
    api.DELETE('/api/projects/{project_id}/imports/{id}', { params: importPath(projectId, id) }),
  ) as Promise<Schemas['ImportUndo']>;

/** How many events undoing an import would take away. */
export const undoableQuery = (projectId: number, id: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'imports', 'undoable', id],
    queryFn: ({ signal }) =>
      answerOf(
        api.DELETE('/api/projects/{project_id}/imports/{id}', {
          params: { ...importPath(projectId, id), query: { dry_run: true } },
          signal,
        }),
      ) as Promise<Schemas['FoundEvents']>,
    gcTime: 0,
    retry: false,
  });

/** Begins to load the demo. @throws ApiProblem project_not_empty */
export const loadDemo = (projectId: number): Promise<Import> =>
  answerOf(
    api.POST('/api/projects/{project_id}/demo', { params: { path: { project_id: String(projectId) } } }),
  );
