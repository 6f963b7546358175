import type { FastifyInstance } from 'fastify';
import { FORMATS } from '../../schema/output-format.ts';
import { addRoute } from '../add-route.ts';
import { linkBase } from '../callers.ts';
import { errorsPage } from '../docs/errors-page.ts';
import { PAGE_HEADERS } from '../docs/html-page.ts';
import { operationsPage } from '../docs/operations-page.ts';
import type { OpenApi } from '../openapi/operation-object.ts';
import { serviceDocument } from '../openapi/service-document.ts';
import { OPERATIONS } from '../operations/operations.ts';
import { serviceOperations } from '../operations/service-operations.ts';

/** What the API is: as OpenAPI, and as pages for people. `/docs/errors#<code>` explains each error. */
export function registerDocsRoutes(server: FastifyInstance): void {
  const documents = new ServiceDocuments();
  addRoute(server, serviceOperations.openapi, async (request, reply) =>
    reply
      .headers({ 'content-type': FORMATS.json.contentType, 'cache-control': 'public, max-age=3600' })
      .send(documents.at(linkBase(request) || '/')),
  );
  addRoute(server, serviceOperations.docs, async (request, reply) =>
    reply.headers(PAGE_HEADERS).send(operationsPage(OPERATIONS, linkBase(request))),
  );
  const errors = errorsPage();
  addRoute(server, serviceOperations.errors, async (_request, reply) =>
    reply.headers(PAGE_HEADERS).send(errors),
  );
}

/** The document of the service, made once; its text is kept for the address that was asked for last. */
class ServiceDocuments {
  #document: OpenApi | undefined;
  #kept = { url: '', text: '' };

  at(url: string): string {
    if (this.#kept.url !== url) {
      this.#document ??= serviceDocument(OPERATIONS);
      const servers = [{ url, description: 'The service that answered this document' }];
      this.#kept = { url, text: JSON.stringify({ ...this.#document, servers }) };
    }
    return this.#kept.text;
  }
}
