import { queryOptions } from '@tanstack/react-query';
import { fetchRaw } from '../api/client.ts';
import { problemOf } from '../api/problem.ts';
import { groupRejected } from './group-rejected.ts';

/** Bytes that are looked through; a file of rejected rows may be as large as the import. */
const MOST_BYTES = 4_000_000;

/** Rejected rows grouped by reason, most first; of the first 4 MB of them when there are more. */
export const rejectedRowsQuery = (projectId: number, id: string, rejected: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'imports', 'rejected', id, rejected],
    queryFn: async ({ signal }) => {
      const response = await askRejected(projectId, id, signal);
      const { text, isWhole } = await startOf(response, MOST_BYTES);
      return { groups: groupRejected(text), isWhole };
    },
    enabled: rejected > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** All rejected rows as a file of JSON lines. @throws ApiProblem */
export async function readRejectedFile(projectId: number, id: string): Promise<Blob> {
  return (await askRejected(projectId, id)).blob();
}

async function askRejected(projectId: number, id: string, signal?: AbortSignal): Promise<Response> {
  const path = `/api/projects/${projectId}/imports/${encodeURIComponent(id)}/rejected`;
  const response = await fetchRaw(path, signal ? { signal } : {});
  if (!response.ok) throw problemOf(response, await response.json().catch(() => null));
  return response;
}

/** The first bytes of an answer as text, up to a whole line. */
async function startOf(response: Response, most: number) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (reader !== undefined && text.length < most) {
    const { done, value } = await reader.read();
    if (done) return { text, isWhole: true };
    text += value;
  }
  await reader?.cancel();
  return { text: text.slice(0, text.lastIndexOf('\n') + 1), isWhole: false };
}
