import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkShape } from '../../schema/check-shape.ts';
import {
  type Endpoint,
  endpointChangeSchema,
  endpointCreateSchema,
  endpointRenameSchema,
  endpointValidateSchema,
} from '../../schema/endpoint.ts';
import {
  endpointChangeOptionsSchema,
  endpointGetSchema,
  endpointListSchema,
} from '../../schema/endpoint-parameters.ts';
import { changeEndpoint } from '../../services/endpoints/change-endpoint.ts';
import { createEndpoint } from '../../services/endpoints/create-endpoint.ts';
import type { EndpointServices } from '../../services/endpoints/endpoint-services.ts';
import { getEndpoint } from '../../services/endpoints/get-endpoint.ts';
import { listEndpoints } from '../../services/endpoints/list-endpoints.ts';
import { removeEndpoint } from '../../services/endpoints/remove-endpoint.ts';
import { restoreEndpoint } from '../../services/endpoints/restore-endpoint.ts';
import { validateQuery } from '../../services/endpoints/validate-query.ts';
import { calledAddress } from '../called-address.ts';
import { endpointCaller } from '../endpoint-caller.ts';
import { demandedRevision } from '../if-match.ts';
import { listBody } from '../list-body.ts';
import { projectIdOf } from '../plugins/access.ts';
import { sendJson } from '../send-json.ts';

interface Named {
  Params: { name: string };
}

const LIST = '/api/projects/:project_id/endpoints';
const ONE = `${LIST}/:name`;
const READ = { config: { access: 'endpoint:read' } } as const;
const WRITE = { config: { access: 'endpoint:write' } } as const;

/** Endpoints: list, create, validate, get, change, delete, restore, rename. */
export function registerEndpointRoutes(server: FastifyInstance, services: EndpointServices): void {
  registerCollection(server, services);
  registerObject(server, services);
}

function registerCollection(server: FastifyInstance, services: EndpointServices): void {
  server.get(LIST, READ, async (request, reply) => {
    const asked = checkShape(endpointListSchema, request.query);
    const page = await listEndpoints(services, projectIdOf(request), asked);
    const results = page.results.map((endpoint) => withUrl(request, endpoint));
    return sendJson(reply, 200, listBody(request, { ...page, results }, asked));
  });

  server.post(LIST, WRITE, async (request, reply) => {
    const body = checkShape(endpointCreateSchema, request.body);
    return sendEndpoint(reply, 201, request, await createEndpoint(services, endpointCaller(request), body));
  });

  server.post(`${LIST}/validate`, READ, async (request, reply) => {
    const body = checkShape(endpointValidateSchema, request.body);
    return sendJson(reply, 200, await validateQuery(services, projectIdOf(request), body));
  });
}

function registerObject(server: FastifyInstance, services: EndpointServices): void {
  server.get<Named>(ONE, READ, async (request, reply) => {
    const { version } = checkShape(endpointGetSchema, request.query);
    const endpoint = await getEndpoint(services, projectIdOf(request), request.params.name, version);
    return sendEndpoint(reply, 200, request, endpoint);
  });

  // PUT is partial too, as clients of PostHog expect.
  server.route<Named>({
    method: ['PATCH', 'PUT'],
    url: ONE,
    ...WRITE,
    handler: async (request, reply) => {
      const { allow_breaking: allowBreaking } = checkShape(endpointChangeOptionsSchema, request.query);
      const body = checkShape(endpointChangeSchema, request.body);
      const options = { ...targetOf(request), allowBreaking };
      return sendEndpoint(
        reply,
        200,
        request,
        await changeEndpoint(services, endpointCaller(request), options, body),
      );
    },
  });

  server.delete<Named>(ONE, WRITE, async (request, reply) => {
    await removeEndpoint(services, projectIdOf(request), targetOf(request));
    return reply.code(204).send();
  });

  server.post<Named>(`${ONE}/restore`, WRITE, async (request, reply) => {
    const endpoint = await restoreEndpoint(services, projectIdOf(request), request.params.name);
    return sendEndpoint(reply, 200, request, endpoint);
  });

  server.post<Named>(`${ONE}/rename`, WRITE, async (request, reply) => {
    const { name } = checkShape(endpointRenameSchema, request.body);
    const options = { ...targetOf(request), allowBreaking: true };
    return sendEndpoint(
      reply,
      200,
      request,
      await changeEndpoint(services, endpointCaller(request), options, { name }),
    );
  });
}

function targetOf(request: FastifyRequest<Named>) {
  return { name: request.params.name, ifRevision: demandedRevision(request) };
}

/** Answers an endpoint with its revision as ETag. */
export function sendEndpoint(
  reply: FastifyReply,
  status: number,
  request: FastifyRequest,
  endpoint: Endpoint,
): FastifyReply {
  void reply.header('etag', `"${endpoint.revision}"`);
  return sendJson(reply, status, withUrl(request, endpoint));
}

function withUrl(request: FastifyRequest, endpoint: Endpoint): Endpoint & { readonly url: string } {
  return { ...endpoint, url: calledAddress(request) + endpoint.endpoint_path };
}
