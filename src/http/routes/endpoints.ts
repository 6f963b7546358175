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
import { describeEndpoint } from '../../services/endpoints/describe-endpoint.ts';
import type { EndpointServices } from '../../services/endpoints/endpoint-services.ts';
import { getEndpoint, listEndpoints } from '../../services/endpoints/get-endpoint.ts';
import { removeEndpoint } from '../../services/endpoints/remove-endpoint.ts';
import { restoreEndpoint } from '../../services/endpoints/restore-endpoint.ts';
import { validateQuery } from '../../services/endpoints/validate-query.ts';
import { addRoute } from '../add-route.ts';
import { linkBase } from '../callers.ts';
import { demandedRevisions } from '../if-match.ts';
import { listBody } from '../list-body.ts';
import { endpointDocument } from '../openapi/endpoint-document.ts';
import { endpointOperations } from '../operations/endpoint-operations.ts';
import { callerOf, projectIdOf } from '../plugins/access.ts';
import { sendJson } from '../send-json.ts';

interface Named {
  Params: { name: string };
}

/** Endpoints: list, create, validate, get, change, delete, restore, rename. */
export function registerEndpointRoutes(server: FastifyInstance, services: EndpointServices): void {
  registerCollection(server, services);
  registerObject(server, services);
}

function registerCollection(server: FastifyInstance, services: EndpointServices): void {
  addRoute(server, endpointOperations.list, async (request, reply) => {
    const asked = checkShape(endpointListSchema, request.query);
    const page = await listEndpoints(services, projectIdOf(request), asked);
    const results = page.results.map((endpoint) => withUrl(request, endpoint));
    return sendJson(reply, 200, listBody(request, { ...page, results }, asked));
  });

  addRoute(server, endpointOperations.create, async (request, reply) => {
    const body = checkShape(endpointCreateSchema, request.body);
    return sendEndpoint(reply, 201, request, await createEndpoint(services, callerOf(request), body));
  });

  addRoute(server, endpointOperations.validate, async (request, reply) => {
    const body = checkShape(endpointValidateSchema, request.body);
    return sendJson(reply, 200, await validateQuery(services, projectIdOf(request), body));
  });
}

function registerObject(server: FastifyInstance, services: EndpointServices): void {
  addRoute<Named>(server, endpointOperations.get, async (request, reply) => {
    const { version } = checkShape(endpointGetSchema, request.query);
    const endpoint = await getEndpoint(services, projectIdOf(request), request.params.name, version);
    return sendEndpoint(reply, 200, request, endpoint);
  });

  addRoute<Named>(server, endpointOperations.openapi, async (request, reply) => {
    const form = await describeEndpoint(services, projectIdOf(request), request.params.name);
    return sendJson(reply, 200, endpointDocument(form, linkBase(request)));
  });

  // PUT is partial too, as clients of PostHog expect.
  for (const operation of [endpointOperations.change, endpointOperations.put]) {
    addRoute<Named>(server, operation, async (request, reply) => {
      const { allow_breaking: allowBreaking } = checkShape(endpointChangeOptionsSchema, request.query);
      const body = checkShape(endpointChangeSchema, request.body);
      const options = { ...targetOf(request), allowBreaking };
      return sendEndpoint(
        reply,
        200,
        request,
        await changeEndpoint(services, callerOf(request), options, body),
      );
    });
  }

  addRoute<Named>(server, endpointOperations.remove, async (request, reply) => {
    await removeEndpoint(services, callerOf(request), targetOf(request));
    return reply.code(204).send();
  });

  addRoute<Named>(server, endpointOperations.restore, async (request, reply) => {
    const endpoint = await restoreEndpoint(services, callerOf(request), request.params.name);
    return sendEndpoint(reply, 200, request, endpoint);
  });

  addRoute<Named>(server, endpointOperations.rename, async (request, reply) => {
    const { name } = checkShape(endpointRenameSchema, request.body);
    const options = { ...targetOf(request), allowBreaking: true };
    return sendEndpoint(
      reply,
      200,
      request,
      await changeEndpoint(services, callerOf(request), options, { name }),
    );
  });
}

function targetOf(request: FastifyRequest<Named>) {
  return { name: request.params.name, ifRevisions: demandedRevisions(request) };
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
  return { ...endpoint, url: linkBase(request) + endpoint.endpoint_path };
}
