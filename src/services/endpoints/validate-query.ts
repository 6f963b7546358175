import type { Workers } from '../../adapters/workers/workers.ts';
import type { EndpointValidate, EndpointValidation } from '../../schema/endpoint.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { isThreadWork } from '../catalog/is-thread-work.ts';
import { queryValidation } from './query-validation.ts';
import { validateTask } from './validate-task.ts';

/** Longest time that a caller waits for the answer of a thread. */
const MOST_MS = 30_000;

/** What saving a query would say: all its errors with their places, or what it takes and gives. Nothing is saved. */
export async function validateQuery(
  {
    catalog,
    workers,
  }: { readonly catalog: Pick<Catalog, 'context' | 'warnOfUnknown'>; readonly workers: Workers },
  projectId: number,
  request: EndpointValidate,
): Promise<EndpointValidation> {
  const project = await catalog.context(projectId);
  const asked = { project, request };
  const { answer, reads } = isThreadWork(project, request.query)
    ? await workers.run(validateTask, asked, { projectId, signal: AbortSignal.timeout(MOST_MS) })
    : queryValidation(asked);
  const unknown = await catalog.warnOfUnknown(projectId, reads);
  return { ...answer, warnings: [...answer.warnings, ...unknown] };
}
