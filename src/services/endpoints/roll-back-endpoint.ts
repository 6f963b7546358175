import { findVersion } from '../../adapters/store/version-store.ts';
import type { Endpoint } from '../../schema/endpoint.ts';
import { draftVersion } from './draft-version.ts';
import { type EditTarget, editEndpoint } from './edit-endpoint.ts';
import { absentVersion } from './endpoint-errors.ts';
import type { EndpointCaller, EndpointServices } from './endpoint-services.ts';

/**
 * Makes the query of an older version current again, as a new version; that of the current version changes nothing.
 * The query is compiled anew, because what the project offers may have changed since.
 * @throws AppError not_found, precondition_failed, and every 400 of compiling a query
 */
export async function rollBackEndpoint(
  services: EndpointServices,
  caller: EndpointCaller,
  target: EditTarget,
  version: number,
): Promise<Endpoint> {
  return editEndpoint(services, caller, target, async ({ transaction, endpoint, project }) => {
    const old = await findVersion(transaction, caller.projectId, endpoint.id, version);
    if (old === undefined) throw absentVersion(endpoint, version);
    return { settings: endpoint, draft: draftVersion(project, {}, old) };
  });
}
