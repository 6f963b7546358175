import { fetchRaw } from '../api/client.ts';
import { problemOf } from '../api/problem.ts';

/** What a query answered; rows of SQL are lists, 64-bit integers are texts. */
export interface QueryAnswer {
  readonly results: unknown;
  readonly columns?: readonly string[];
  readonly types?: readonly (readonly [string, string])[];
  readonly hasMore: boolean;
  readonly timezone: string;
  readonly warnings?: readonly { readonly code: string; readonly detail: string }[];
  readonly hogql?: string;
  readonly clickhouse?: string;
  readonly timings?: readonly { readonly k: string; readonly t: number }[];
  readonly engine?: { readonly rows_read: number; readonly bytes_read: number; readonly memory: number };
}

/** A query that is not stored, with what its run sends. */
export interface QueryRun {
  readonly query: Readonly<Record<string, unknown>>;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly variable_declarations?: Readonly<Record<string, unknown>>;
  readonly limit?: number;
  readonly offset?: number;
  readonly debug?: boolean;
  readonly client_query_id: string;
}

/** How far a running query is. */
export interface QueryProgress {
  readonly elapsed_ms: number;
  readonly rows_read: number;
  readonly bytes_read: number;
}

/** Runs a query that is not stored. @throws ApiProblem, also when it was cancelled; AbortError when `signal` ended it */
export async function runAdHoc(projectId: number, run: QueryRun, signal: AbortSignal): Promise<QueryAnswer> {
  const path = `/api/projects/${projectId}/query?int64=string`;
  return (await jsonOf(await fetchRaw(path, { method: 'POST', body: run, signal }))) as QueryAnswer;
}

/** Ends a running query. A query that has ended already is no error. */
export async function cancelAdHoc(projectId: number, clientQueryId: string): Promise<void> {
  await fetchRaw(`/api/projects/${projectId}/query/${encodeURIComponent(clientQueryId)}`, {
    method: 'DELETE',
  });
}

/** How far a running query is; null when the service does not tell, or it has ended. */
export async function progressOf(projectId: number, clientQueryId: string): Promise<QueryProgress | null> {
  const response = await fetchRaw(`/api/projects/${projectId}/query/${encodeURIComponent(clientQueryId)}`);
  return response.ok ? ((await response.json()) as QueryProgress) : null;
}

/** What is wrong in a query, and what it uses. */
export interface QueryValidation {
  readonly is_valid: boolean;
  readonly errors: readonly QueryFault[];
  readonly warnings: readonly (Omit<QueryFault, 'attr' | 'position'> & Partial<QueryFault>)[];
  readonly variables: readonly {
    readonly name: string;
    readonly type: string;
    readonly declared: boolean;
    readonly required: boolean;
  }[];
  readonly columns: readonly { readonly name: string; readonly type: string }[] | null;
  readonly tables: readonly string[];
  readonly materialization: { readonly materializable: boolean; readonly reason: string | null };
  /** What saving it would change; null for a new endpoint, and when there are errors. */
  readonly change: QueryChange | null;
}

/** One thing that is wrong. */
export interface QueryFault {
  readonly code: string;
  readonly detail: string;
  readonly attr: string | null;
  readonly position: { readonly offset: number; readonly length: number } | null;
}

/** What saving a query would change in an endpoint. */
export interface QueryChange {
  readonly creates_version: boolean;
  readonly columns: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly retyped: readonly { readonly name: string; readonly from: string; readonly to: string }[];
  };
  readonly stops_materialization: boolean;
}

/** Judges a query without running it. @throws ApiProblem */
export async function validateDraft(
  projectId: number,
  draft: { readonly query: unknown; readonly variables?: unknown; readonly name?: string },
  signal: AbortSignal,
): Promise<QueryValidation> {
  const path = `/api/projects/${projectId}/endpoints/validate`;
  return (await jsonOf(await fetchRaw(path, { method: 'POST', body: draft, signal }))) as QueryValidation;
}

/** A query in the layout of the house. @throws ApiProblem when it cannot be read, or the service does not format */
export async function formatDraft(projectId: number, query: string): Promise<string> {
  const path = `/api/projects/${projectId}/endpoints/format`;
  const answer = (await jsonOf(await fetchRaw(path, { method: 'POST', body: { query } }))) as {
    readonly query: string;
  };
  return answer.query;
}

async function jsonOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw problemOf(response, body);
  return body;
}
