import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { pageOf } from '../../schema/page.ts';
import { asFilterErrors } from '../../schema/property-filter.ts';
import { newSecret } from '../../services/access/secret.ts';
import type { Principal } from '../../services/catalog/principal.ts';
import { changeProject, rollCaptureToken } from '../../services/projects/change-project.ts';
import { createProject } from '../../services/projects/create-project.ts';
import { getProject, listProjects } from '../../services/projects/get-project.ts';
import { listActivity } from '../../services/projects/list-activity.ts';
import type { JudgedProjectServices, ProjectServices } from '../../services/projects/project-services.ts';
import { type RemovalServices, removeProject } from '../../services/projects/remove-project.ts';
import { projectOperations } from '../operations/project-operations.ts';
import { serveList, serveOperation } from '../serve-operation.ts';

/** Projects: list, create, get, change, delete, a new capture token, and who changed what. */
export function registerProjectRoutes(
  server: FastifyInstance,
  services: ProjectServices & RemovalServices & JudgedProjectServices,
): void {
  serveList(server, projectOperations.list, async ({ principal, query }) =>
    pageOf(await listProjects(services, principal.projectIds), query),
  );

  serveOperation(server, projectOperations.create, async (call) => {
    const { keyId, label } = reachingEverything(call.principal);
    const body = asFilterErrors(() => call.body);
    return createProject(services, body, { captureToken: newSecret('slc_'), author: { keyId, label } });
  });

  serveOperation(server, projectOperations.get, ({ projectId }) => getProject(services, projectId));

  serveOperation(server, projectOperations.change, async (call) => {
    const body = asFilterErrors(() => call.body);
    return changeProject(services, call.caller, body, call.query.allow_breaking);
  });

  serveOperation(server, projectOperations.remove, ({ caller }) => removeProject(services, caller));

  serveList(server, projectOperations.activity, ({ principal, projectId, query }) =>
    listActivity(services, projectId, { seesGeneral: principal.projectIds === null }, query),
  );

  serveOperation(server, projectOperations.rollCaptureToken, ({ caller }) =>
    rollCaptureToken(services, caller, newSecret('slc_')),
  );
}

/** A key that is bound to projects could not reach the project it makes. @throws AppError permission_denied */
function reachingEverything(principal: Principal): Principal {
  if (principal.projectIds === null) return principal;
  throw new AppError('permission_denied', 'Only a key that is not bound to projects may create a project.');
}
