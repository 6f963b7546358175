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
import { principalOf, projectIdOf } from '../plugins/access.ts';
import { sendJson } from '../send-json.ts';

const LIST = '/api/projects';
const ONE = `${LIST}/:project_id`;
const READ = { config: { access: 'project:read' } } as const;
const WRITE = { config: { access: 'project:write' } } as const;

/** Projects: list, create, get, change, and a new capture token. */
export function registerProjectRoutes(server: FastifyInstance, services: ProjectServices): void {
  server.get(LIST, READ, async (request, reply) => {
    const results = await listProjects(services, principalOf(request).projectIds);
    return sendJson(reply, 200, { count: results.length, next: null, previous: null, results });
  });

  server.post(LIST, WRITE, async (request, reply) => {
    checkReachesEverything(principalOf(request));
    const body = asFilterErrors(() => checkShape(projectCreateSchema, request.body));
    return sendJson(reply, 201, await createProject(services, body, newSecret('slc_')));
  });

  server.get(ONE, READ, async (request, reply) =>
    sendJson(reply, 200, await getProject(services, projectIdOf(request))),
  );

  server.patch(ONE, WRITE, async (request, reply) => {
    const body = asFilterErrors(() => checkShape(projectChangeSchema, request.body));
    return sendJson(reply, 200, await changeProject(services, projectIdOf(request), body));
  });

  server.post(`${ONE}/capture_token/roll`, WRITE, async (request, reply) =>
    sendJson(reply, 200, await rollCaptureToken(services, projectIdOf(request), newSecret('slc_'))),
  );
}

/** A key that is bound to projects could not reach the project it makes. */
function checkReachesEverything(principal: Principal): void {
  if (principal.projectIds === null) return;
  throw new AppError('permission_denied', 'Only a key that is not bound to projects may create one.');
}
