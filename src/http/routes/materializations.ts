import type { FastifyInstance } from 'fastify';
import { checkShape } from '../../schema/check-shape.ts';
import { materializeQuerySchema } from '../../schema/materialization.ts';
import { pagingSchema } from '../../schema/page.ts';
import type { EndpointServices } from '../../services/endpoints/endpoint-services.ts';
import { getMaterializationStatus, listBuilds } from '../../services/endpoints/get-endpoint.ts';
import { requestBuild } from '../../services/endpoints/request-build.ts';
import { abortWhenGone } from '../abort-when-gone.ts';
import { addRoute } from '../add-route.ts';
import { listBody } from '../list-body.ts';
import { materializationOperations } from '../operations/materialization-operations.ts';
import { projectIdOf } from '../plugins/access.ts';
import { sendJson } from '../send-json.ts';

interface Named {
  Params: { name: string };
}

/** Materialization of an endpoint: its status, build now, and its builds. */
export function registerMaterializationRoutes(server: FastifyInstance, services: EndpointServices): void {
  addRoute<Named>(server, materializationOperations.status, async (request, reply) => {
    const status = await getMaterializationStatus(services, projectIdOf(request), request.params.name);
    return sendJson(reply, 200, status);
  });

  addRoute<Named>(server, materializationOperations.build, async (request, reply) => {
    const { wait } = checkShape(materializeQuerySchema, request.query);
    const until = wait ? abortWhenGone(reply).signal : undefined;
    const build = await requestBuild(services, projectIdOf(request), request.params.name, until);
    return sendJson(reply, 202, build);
  });

  addRoute<Named>(server, materializationOperations.builds, async (request, reply) => {
    const paging = checkShape(pagingSchema, request.query);
    const page = await listBuilds(services, projectIdOf(request), request.params.name, paging);
    return sendJson(reply, 200, listBody(request, page, paging));
  });
}
