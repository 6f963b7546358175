import type { FastifyInstance } from 'fastify';
import { checkShape } from '../../schema/check-shape.ts';
import { materializeQuerySchema } from '../../schema/materialization.ts';
import { pagingSchema } from '../../schema/page.ts';
import type { EndpointServices } from '../../services/endpoints/endpoint-services.ts';
import { getMaterializationStatus } from '../../services/endpoints/get-materialization-status.ts';
import { listBuilds } from '../../services/endpoints/list-builds.ts';
import { requestBuild } from '../../services/endpoints/request-build.ts';
import { abortWhenGone } from '../abort-when-gone.ts';
import { listBody } from '../list-body.ts';
import { projectIdOf } from '../plugins/access.ts';
import { sendJson } from '../send-json.ts';

interface Named {
  Params: { name: string };
}

const ONE = '/api/projects/:project_id/endpoints/:name';
const READ = { config: { access: 'endpoint:read' } } as const;
const WRITE = { config: { access: 'endpoint:write' } } as const;

/** Materialization of an endpoint: its status, build now, and its builds. */
export function registerMaterializationRoutes(server: FastifyInstance, services: EndpointServices): void {
  server.get<Named>(`${ONE}/materialization_status`, READ, async (request, reply) => {
    const status = await getMaterializationStatus(services, projectIdOf(request), request.params.name);
    return sendJson(reply, 200, status);
  });

  server.post<Named>(`${ONE}/materialize`, WRITE, async (request, reply) => {
    const { wait } = checkShape(materializeQuerySchema, request.query);
    const until = wait ? abortWhenGone(reply).signal : undefined;
    const build = await requestBuild(services, projectIdOf(request), request.params.name, until);
    return sendJson(reply, 202, build);
  });

  server.get<Named>(`${ONE}/materializations`, READ, async (request, reply) => {
    const paging = checkShape(pagingSchema, request.query);
    const page = await listBuilds(services, projectIdOf(request), request.params.name, paging);
    return sendJson(reply, 200, listBody(request, page, paging));
  });
}
