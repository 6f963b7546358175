import type { Workers, WorkerTask } from '../../adapters/workers/workers.ts';
import { formatHogql } from '../../query/plan.ts';
import type { Caller } from '../caller.ts';

/** Characters of a text that the loop lays out by itself. */
const LONG_TEXT = 2_000;

/** Lays out a long SQL text. */
export const formatTask: WorkerTask<string, string> = {
  name: 'lay out a SQL text',
  busyCode: 'query_capacity',
  load: async () => (await import('../../query/plan.ts')).formatHogql,
};

/**
 * The text of a SQL query in the layout of the house; see `formatHogql`.
 * @throws AppError as parsing; throttled and query_capacity when too much waits for threads
 */
export async function formatQuery(
  { workers }: { readonly workers: Workers },
  { projectId, signal = () => new AbortController().signal }: Caller,
  text: string,
): Promise<string> {
  if (text.length <= LONG_TEXT) return formatHogql(text);
  return workers.run(formatTask, text, { projectId, signal: signal() });
}
