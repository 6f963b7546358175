import type { EndpointValidate, EndpointValidation } from '../../schema/endpoint.ts';
import type { Caller } from '../caller.ts';
import { isThreadWork } from '../catalog/is-thread-work.ts';
import { compileCallerOf } from './compile-caller.ts';
import type { EndpointServices } from './endpoint-services.ts';
import { queryValidation } from './query-validation.ts';
import { validateTask } from './validate-task.ts';

/** What saving a query would say: all its errors with their places, or what it takes and gives. Nothing is saved. */
export async function validateQuery(
  { catalog, compiling }: Pick<EndpointServices, 'catalog' | 'compiling'>,
  caller: Caller,
  request: EndpointValidate,
): Promise<EndpointValidation> {
  const { projectId } = caller;
  const project = await catalog.context(projectId);
  const asked = { project, request };
  const { answer, reads } = isThreadWork(project, request.query)
    ? await compiling.inThread(validateTask, asked, compileCallerOf(caller))
    : queryValidation(asked);
  const unknown = await catalog.warnOfUnknown(projectId, reads);
  return { ...answer, warnings: [...answer.warnings, ...unknown] };
}
