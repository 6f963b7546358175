import type { FastifyInstance } from 'fastify';
import { checkShape } from '../../schema/check-shape.ts';
import { endpointRollbackSchema } from '../../schema/endpoint.ts';
import { endpointChangeOptionsSchema } from '../../schema/endpoint-parameters.ts';
import { pagingSchema } from '../../schema/page.ts';
import type { EndpointServices } from '../../services/endpoints/endpoint-services.ts';
import { listVersions } from '../../services/endpoints/get-endpoint.ts';
import { rollBackEndpoint } from '../../services/endpoints/roll-back-endpoint.ts';
import { addRoute } from '../add-route.ts';
import { demandedRevisions } from '../if-match.ts';
import { listBody } from '../list-body.ts';
import { endpointOperations } from '../operations/endpoint-operations.ts';
import { callerOf, projectIdOf } from '../plugins/access.ts';
import { sendJson } from '../send-json.ts';
import { sendEndpoint } from './endpoints.ts';

interface Named {
  Params: { name: string };
}

/** Versions of an endpoint: list, and make an old one current again. */
export function registerVersionRoutes(server: FastifyInstance, services: EndpointServices): void {
  addRoute<Named>(server, endpointOperations.versions, async (request, reply) => {
    const paging = checkShape(pagingSchema, request.query);
    const page = await listVersions(services, projectIdOf(request), request.params.name, paging);
    return sendJson(reply, 200, listBody(request, page, paging));
  });

  addRoute<Named>(server, endpointOperations.rollback, async (request, reply) => {
    const { allow_breaking: allowBreaking } = checkShape(endpointChangeOptionsSchema, request.query);
    const { version } = checkShape(endpointRollbackSchema, request.body);
    const options = { name: request.params.name, ifRevisions: demandedRevisions(request), allowBreaking };
    const endpoint = await rollBackEndpoint(services, callerOf(request), options, version);
    return sendEndpoint(reply, 200, request, endpoint);
  });
}
