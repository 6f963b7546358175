import { findEndpoint } from '../../adapters/store/endpoint-store.ts';
import { findVersion } from '../../adapters/store/version-store.ts';
import { invariant } from '../../base/invariant.ts';
import type { EndpointValidate, EndpointValidation } from '../../schema/endpoint.ts';
import type { Caller } from '../caller.ts';
import { isThreadWork } from '../catalog/is-thread-work.ts';
import { compileCallerOf } from './compile-caller.ts';
import type { ReplacedVersion } from './difference-of.ts';
import { earlierDeclarations } from './earlier-declarations.ts';
import { absentEndpoint } from './endpoint-errors.ts';
import type { EndpointServices } from './endpoint-services.ts';
import { queryValidation } from './query-validation.ts';
import { validateTask } from './validate-task.ts';

type ValidateServices = Pick<EndpointServices, 'catalog' | 'compiling' | 'database'>;

/**
 * What saving a query would say: all its errors with their places, or what it takes and gives, and what it would change
 * of the endpoint that the request names. Nothing is saved.
 * @throws AppError not_found when there is no such endpoint
 */
export async function validateQuery(
  services: ValidateServices,
  caller: Caller,
  request: EndpointValidate,
): Promise<EndpointValidation> {
  const { catalog, compiling } = services;
  const { projectId } = caller;
  const project = await catalog.context(projectId);
  const replaced = await findReplaced(services, projectId, request);
  const asked = { project, request, ...(replaced && { replaced }) };
  const { answer, reads } = isThreadWork(project, request.query)
    ? await compiling.inThread(validateTask, asked, compileCallerOf(caller))
    : queryValidation(asked);
  const unknown = await catalog.warnOfUnknown(projectId, reads);
  return { ...answer, warnings: [...answer.warnings, ...unknown] };
}

/** The version that saving would replace, with the declarations that a query alone would take over. */
async function findReplaced(
  { database: { query: db } }: Pick<ValidateServices, 'database'>,
  projectId: number,
  { name, variables }: EndpointValidate,
): Promise<ReplacedVersion | undefined> {
  if (name === undefined) return undefined;
  const endpoint = await findEndpoint(db, projectId, name);
  if (endpoint === undefined) throw absentEndpoint(name);
  const version = await findVersion(db, projectId, endpoint.id, endpoint.currentVersion);
  invariant(version !== undefined, 'every endpoint has its current version');
  const { query, columns, fingerprint } = version;
  return {
    ...{ query, columns, fingerprint, isMaterialized: endpoint.isMaterialized },
    variables: variables === undefined ? await earlierDeclarations(db, projectId, endpoint.id) : {},
  };
}
