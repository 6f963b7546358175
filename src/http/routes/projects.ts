import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { checkShape } from '../../schema/check-shape.ts';
import { projectChangeSchema, projectCreateSchema } from '../../schema/project.ts';
import { asFilterErrors } from '../../schema/property-filter.ts';
import type { Principal } from '../../services/access/principal.ts';
import { newSecret } from '../../services/access/secret.ts';
import { changeProject, rollCaptureToken } from '../../services/projects/change-project.ts';
import { createProject } from '../../services/projects/create-project.ts';
import { getProject, listProjects } from '../../services/projects/get-project.ts';
import type { ProjectServices } from '../../services/projects/project-services.ts';
import { addRoute } from '../add-route.ts';
import { projectOperations } from '../operations/project-operations.ts';
import { principalOf, projectIdOf } from '../plugins/access.ts';
import { sendJson } from '../send-json.ts';

/** Projects: list, create, get, change, and a new capture token. */
export function registerProjectRoutes(server: FastifyInstance, services: ProjectServices): void {
  addRoute(server, projectOperations.list, async (request, reply) => {
    const results = await listProjects(services, principalOf(request).projectIds);
    return sendJson(reply, 200, { count: results.length, next: null, previous: null, results });
  });

  addRoute(server, projectOperations.create, async (request, reply) => {
    checkReachesEverything(principalOf(request));
    const body = asFilterErrors(() => checkShape(projectCreateSchema, request.body));
    return sendJson(reply, 201, await createProject(services, body, newSecret('slc_')));
  });

  addRoute(server, projectOperations.get, async (request, reply) =>
    sendJson(reply, 200, await getProject(services, projectIdOf(request))),
  );

  addRoute(server, projectOperations.change, async (request, reply) => {
    const body = asFilterErrors(() => checkShape(projectChangeSchema, request.body));
    return sendJson(reply, 200, await changeProject(services, projectIdOf(request), body));
  });

  addRoute(server, projectOperations.rollCaptureToken, async (request, reply) =>
    sendJson(reply, 200, await rollCaptureToken(services, projectIdOf(request), newSecret('slc_'))),
  );
}

/** A key that is bound to projects could not reach the project it makes. */
function checkReachesEverything(principal: Principal): void {
  if (principal.projectIds === null) return;
  throw new AppError('permission_denied', 'Only a key that is not bound to projects may create one.');
}
