import { queryOptions } from '@tanstack/react-query';
import { fetchRaw } from '../api/client.ts';
import { problemOf } from '../api/problem.ts';
import { validateDraft } from './ad-hoc.ts';
import type { ShownEndpoint } from './shapes.ts';

/** A variable of a query: its type, and whether a run has to send it. */
export interface QueryVariable {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly choices: readonly string[] | null;
  readonly defaultValue: unknown;
}

interface Declaration {
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
}

/** Variables of an endpoint as the service finds them in its query, with what is declared of them. */
export const variablesQuery = (
  projectId: number,
  endpoint: Pick<ShownEndpoint, 'name' | 'version' | 'query' | 'variables'>,
) =>
  queryOptions({
    queryKey: ['project', projectId, 'endpoints', 'variables', endpoint.name, endpoint.version],
    queryFn: async ({ signal }): Promise<readonly QueryVariable[]> => {
      const found = await validateDraft(
        projectId,
        { query: endpoint.query, variables: endpoint.variables },
        signal,
      );
      const declared = endpoint.variables as Readonly<Record<string, Declaration>>;
      return found.variables.map(({ name, type, required }) => ({
        name,
        type,
        isRequired: required,
        description: declared[name]?.description ?? '',
        choices: declared[name]?.enum?.map(String) ?? null,
        defaultValue: declared[name]?.default,
      }));
    },
    staleTime: 300_000,
  });

/** What came back from one run: status, headers and the bytes as they were. */
export interface RunOutcome {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Bytes of the body as text; a file that is no text counts its characters. */
  readonly bytes: number;
  /** From the call to the last byte, as this browser saw it, in ms. */
  readonly tookMs: number;
}

/**
 * Runs an endpoint with a body as it is; a refusal is an outcome too.
 * @throws ApiProblem no_answer, or the error of an aborted signal
 */
export async function runAsIs(url: string, body: unknown, signal: AbortSignal): Promise<RunOutcome> {
  const startMs = performance.now();
  const response = await fetchRaw(url, { method: 'POST', body, signal });
  const bytes = await response.arrayBuffer();
  return {
    status: response.status,
    headers: response.headers,
    text: new TextDecoder().decode(bytes),
    bytes: bytes.byteLength,
    tookMs: performance.now() - startMs,
  };
}

/** The problem that an outcome is; null for an answer. */
export function problemOfOutcome(outcome: RunOutcome) {
  if (outcome.status < 400) return null;
  const response = new Response(null, { status: outcome.status, headers: outcome.headers });
  try {
    return problemOf(response, JSON.parse(outcome.text));
  } catch {
    return problemOf(response, null);
  }
}
