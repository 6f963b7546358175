import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { activityQuerySchema } from '../../schema/activity.ts';
import { checkShape } from '../../schema/check-shape.ts';
import { changeOptionsSchema } from '../../schema/endpoint-parameters.ts';
import { pageOf, pagingSchema } from '../../schema/page.ts';
import { projectChangeSchema, projectCreateSchema } from '../../schema/project.ts';
import { asFilterErrors } from '../../schema/property-filter.ts';
import type { Principal } from '../../services/access/principal.ts';
import { newSecret } from '../../services/access/secret.ts';
import { changeProject, rollCaptureToken } from '../../services/projects/change-project.ts';
import { createProject } from '../../services/projects/create-project.ts';
import { getProject, listProjects } from '../../services/projects/get-project.ts';
import { listActivity } from '../../services/projects/list-activity.ts';
import type { JudgedProjectServices, ProjectServices } from '../../services/projects/project-services.ts';
import { type RemovalServices, removeProject } from '../../services/projects/remove-project.ts';
import { addRoute } from '../add-route.ts';
import { listBody } from '../list-body.ts';
import { projectOperations } from '../operations/project-operations.ts';
import { callerOf, principalOf, projectIdOf } from '../plugins/access.ts';
import { sendJson } from '../send-json.ts';

/** Projects: list, create, get, change, delete, a new capture token, and who changed what. */
export function registerProjectRoutes(
  server: FastifyInstance,
  services: ProjectServices & RemovalServices & JudgedProjectServices,
): void {
  addRoute(server, projectOperations.list, async (request, reply) => {
    const paging = checkShape(pagingSchema, request.query);
    const projects = await listProjects(services, principalOf(request).projectIds);
    return sendJson(reply, 200, listBody(request, pageOf(projects, paging), paging));
  });

  addRoute(server, projectOperations.create, async (request, reply) => {
    checkReachesEverything(principalOf(request));
    const body = asFilterErrors(() => checkShape(projectCreateSchema, request.body));
    const { keyId, label } = principalOf(request);
    const made = { captureToken: newSecret('slc_'), author: { keyId, label } };
    return sendJson(reply, 201, await createProject(services, body, made));
  });

  addRoute(server, projectOperations.get, async (request, reply) =>
    sendJson(reply, 200, await getProject(services, projectIdOf(request))),
  );

  addRoute(server, projectOperations.change, async (request, reply) => {
    const body = asFilterErrors(() => checkShape(projectChangeSchema, request.body));
    const { allow_breaking } = checkShape(changeOptionsSchema, request.query);
    return sendJson(reply, 200, await changeProject(services, callerOf(request), body, allow_breaking));
  });

  addRoute(server, projectOperations.remove, async (request, reply) => {
    await removeProject(services, callerOf(request));
    return reply.code(204).send();
  });

  addRoute(server, projectOperations.activity, async (request, reply) => {
    const asked = checkShape(activityQuerySchema, request.query);
    const seesGeneral = principalOf(request).projectIds === null;
    const page = await listActivity(services, projectIdOf(request), { seesGeneral }, asked);
    return sendJson(reply, 200, listBody(request, page, asked));
  });

  addRoute(server, projectOperations.rollCaptureToken, async (request, reply) =>
    sendJson(reply, 200, await rollCaptureToken(services, callerOf(request), newSecret('slc_'))),
  );
}

/** A key that is bound to projects could not reach the project it makes. */
function checkReachesEverything(principal: Principal): void {
  if (principal.projectIds === null) return;
  throw new AppError('permission_denied', 'Only a key that is not bound to projects may create one.');
}
