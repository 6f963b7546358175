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
  { catalog, workers }: { readonly catalog: Pick<Catalog, 'context'>; readonly workers: Workers },
  projectId: number,
  request: EndpointValidate,
): Promise<EndpointValidation> {
  const project = await catalog.context(projectId);
  if (!isThreadWork(project, request.query)) return queryValidation({ project, request });
  const signal = AbortSignal.timeout(MOST_MS);
  return workers.run(validateTask, { project, request }, { projectId, signal });
}
