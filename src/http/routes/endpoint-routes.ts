import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../schema/endpoint.ts';
import { changeEndpoint } from '../../services/endpoints/change-endpoint.ts';
import { createEndpoint } from '../../services/endpoints/create-endpoint.ts';
import { describeEndpoint } from '../../services/endpoints/describe-endpoint.ts';
import { describeEndpoints } from '../../services/endpoints/describe-endpoints.ts';
import type { EndpointServices } from '../../services/endpoints/endpoint-services.ts';
import { formatQuery } from '../../services/endpoints/format-query.ts';
import { listEndpoints, listVersions } from '../../services/endpoints/get-endpoint.ts';
import { removeEndpoint } from '../../services/endpoints/remove-endpoint.ts';
import { restoreEndpoint } from '../../services/endpoints/restore-endpoint.ts';
import { rollBackEndpoint } from '../../services/endpoints/roll-back-endpoint.ts';
import { showEndpoint } from '../../services/endpoints/show-endpoint.ts';
import { validateQuery } from '../../services/endpoints/validate-query.ts';
import { linkBase } from '../callers.ts';
import { demandedRevisions } from '../demanded-revisions.ts';
import { endpointDocument } from '../openapi/endpoint-document.ts';
import { projectDocument } from '../openapi/project-document.ts';
import { endpointOperations } from '../operations/endpoint-operations.ts';
import { atRequestTime } from '../plugins/request-time.ts';
import { serveList, serveOperation } from '../serve-operation.ts';

type FormattingServices = EndpointServices & Parameters<typeof formatQuery>[0];
type ShowingServices = FormattingServices & Parameters<typeof showEndpoint>[0];

/** Endpoints: list, create, validate, get, change, delete, restore, rename; their versions: list, roll back. */
export function registerEndpointRoutes(server: FastifyInstance, services: ShowingServices): void {
  registerCollection(server, services);
  registerObject(server, services);
  registerVersions(server, services);
}

function registerCollection(server: FastifyInstance, services: FormattingServices): void {
  serveList(server, endpointOperations.list, async ({ request, projectId, query }) => {
    const page = await listEndpoints(services, projectId, query);
    return { ...page, results: page.results.map((endpoint) => withUrl(request, endpoint)) };
  });

  serveOperation(server, endpointOperations.create, async ({ request, caller, body }) =>
    withUrl(request, await createEndpoint(atRequestTime(services, request), caller, body)),
  );

  serveOperation(server, endpointOperations.format, async ({ caller, body }) => ({
    query: await formatQuery(services, caller, body.query),
  }));

  serveOperation(server, endpointOperations.describe, async ({ request, projectId, caller, query }) =>
    projectDocument(await describeEndpoints(services, caller, query.tag), projectId, linkBase(request)),
  );

  serveOperation(server, endpointOperations.validate, ({ request, caller, body }) =>
    validateQuery(atRequestTime(services, request), caller, body),
  );
}

function registerObject(server: FastifyInstance, services: ShowingServices): void {
  serveOperation(server, endpointOperations.get, async ({ request, projectId, params, query }) =>
    withUrl(request, await showEndpoint(services, projectId, params.name, query.version)),
  );

  serveOperation(
    server,
    endpointOperations.openapi,
    async ({ request, projectId, caller, params, query }) => {
      const form = await describeEndpoint(services, caller, params.name, query.version);
      return endpointDocument(form, projectId, linkBase(request));
    },
  );

  // PUT is partial too, as clients of PostHog expect.
  for (const operation of [endpointOperations.change, endpointOperations.put])
    serveOperation(server, operation, async ({ request, caller, params, query, body }) => {
      const options = { ...targetOf(params, request), allowBreaking: query.allow_breaking };
      return withUrl(request, await changeEndpoint(atRequestTime(services, request), caller, options, body));
    });

  serveOperation(server, endpointOperations.remove, ({ request, caller, params }) =>
    removeEndpoint(atRequestTime(services, request), caller, targetOf(params, request)),
  );

  serveOperation(server, endpointOperations.restore, async ({ request, caller, params }) =>
    withUrl(request, await restoreEndpoint(atRequestTime(services, request), caller, params.name)),
  );

  serveOperation(server, endpointOperations.rename, async ({ request, caller, params, body }) => {
    const options = { ...targetOf(params, request), allowBreaking: true };
    return withUrl(request, await changeEndpoint(atRequestTime(services, request), caller, options, body));
  });
}

function registerVersions(server: FastifyInstance, services: EndpointServices): void {
  serveList(server, endpointOperations.versions, ({ projectId, params, query }) =>
    listVersions(services, projectId, params.name, query),
  );

  serveOperation(server, endpointOperations.rollback, async ({ request, caller, params, query, body }) => {
    const options = { ...targetOf(params, request), allowBreaking: query.allow_breaking };
    return withUrl(
      request,
      await rollBackEndpoint(atRequestTime(services, request), caller, options, body.version),
    );
  });
}

function targetOf({ name }: { readonly name: string }, request: FastifyRequest) {
  return { name, ifRevisions: demandedRevisions(request) };
}

function withUrl(request: FastifyRequest, endpoint: Endpoint): Endpoint & { readonly url: string } {
  return { ...endpoint, url: linkBase(request) + endpoint.endpoint_path };
}
