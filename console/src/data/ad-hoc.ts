import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.d.ts';

type Schemas = components['schemas'];

/** What a query answered; rows of SQL are lists, 64-bit integers are texts. */
export type QueryAnswer = Schemas['QueryAnswer'];

/** How far a running query is. */
export type QueryProgress = Schemas['QueryProgress'];

/** What is wrong in a query, and what it uses. */
export type QueryValidation = Schemas['EndpointValidation'];

/** One thing that is wrong. */
export type QueryFault = QueryValidation['errors'][number];

/** What saving a query would change in an endpoint. */
export type QueryChange = Schemas['EndpointDifference'];

/** A draft: the service judges whether it is a query, so no type does. */
type Draft<Body> = { readonly [Member in keyof Body]?: unknown };

/** A query that is not stored, with what its run sends. */
export type QueryRun = Draft<Schemas['QueryRequest']> & { readonly client_query_id: string };

/** Runs a query that is not stored. @throws ApiProblem, also when it was cancelled; AbortError when `signal` ended it */
export function runAdHoc(
  projectId: number,
  run: Draft<Schemas['QueryRequest']>,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  return answerOf(
    api.POST('/api/projects/{project_id}/query', {
      params: { path: { project_id: String(projectId) }, query: { int64: 'string' } },
      body: run as Schemas['QueryRequest'],
      signal,
    }),
  );
}

const running = (projectId: number, clientQueryId: string) => ({
  params: { path: { project_id: String(projectId), client_query_id: clientQueryId } },
});

/** Ends a running query or run of this key by the name that it gave itself; one that has ended is no error. */
export async function cancelRun(projectId: number, clientQueryId: string): Promise<void> {
  await api
    .DELETE('/api/projects/{project_id}/query/{client_query_id}', running(projectId, clientQueryId))
    .catch(() => undefined);
}

/** How far a running query is; null when it has ended. @throws ApiProblem no_answer */
export async function progressOf(projectId: number, clientQueryId: string): Promise<QueryProgress | null> {
  const { data } = await api.GET(
    '/api/projects/{project_id}/query/{client_query_id}',
    running(projectId, clientQueryId),
  );
  return data ?? null;
}

/** Judges a query without running it. @throws ApiProblem */
export function validateDraft(
  projectId: number,
  draft: Draft<Schemas['EndpointValidate']>,
  signal: AbortSignal,
): Promise<QueryValidation> {
  return answerOf(
    api.POST('/api/projects/{project_id}/endpoints/validate', {
      params: { path: { project_id: String(projectId) } },
      body: draft as Schemas['EndpointValidate'],
      signal,
    }),
  );
}

/** A query in the layout of the house. @throws ApiProblem when it cannot be read, or the service does not format */
export async function formatDraft(projectId: number, query: string): Promise<string> {
  const answer = await answerOf(
    api.POST('/api/projects/{project_id}/endpoints/format', {
      params: { path: { project_id: String(projectId) } },
      body: { query },
    }),
  );
  return answer.query;
}
