import type { FastifyInstance } from 'fastify';
import { addRoute } from '../add-route.ts';
import { calledAddress } from '../called-address.ts';
import { errorsPage } from '../docs/errors-page.ts';
import { PAGE_HEADERS } from '../docs/html-page.ts';
import { operationsPage } from '../docs/operations-page.ts';
import { serviceDocument } from '../openapi/service-document.ts';
import { OPERATIONS } from '../operations/operations.ts';
import { serviceOperations } from '../operations/service-operations.ts';

/** What the API is: as OpenAPI, and as pages for people. `/docs/errors#<code>` explains each error. */
export function registerDocsRoutes(server: FastifyInstance): void {
  let document: string | undefined;
  addRoute(server, serviceOperations.openapi, async (_request, reply) => {
    document ??= JSON.stringify(serviceDocument(OPERATIONS));
    return reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .send(document);
  });
  addRoute(server, serviceOperations.docs, async (request, reply) =>
    reply.headers(PAGE_HEADERS).send(operationsPage(OPERATIONS, calledAddress(request))),
  );
  const errors = errorsPage();
  addRoute(server, serviceOperations.errors, async (_request, reply) =>
    reply.headers(PAGE_HEADERS).send(errors),
  );
}
