import { Readable } from 'node:stream';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { checkShape } from '../../schema/check-shape.ts';
import { importQuerySchema, undoQuerySchema } from '../../schema/import.ts';
import { importMappingSchema } from '../../schema/import-mapping.ts';
import { FORMATS } from '../../schema/output-format.ts';
import { createImport } from '../../services/capture/import/create-import.ts';
import { getImport, getRejectedRows, listImports } from '../../services/capture/import/get-import.ts';
import { countUndoable, undoImport } from '../../services/capture/undo-import.ts';
import { checkScope } from '../../services/catalog/principal.ts';
import { importDemo } from '../../services/demo/import-demo.ts';
import type { Services } from '../../services/services.ts';
import { abortWhenGone } from '../abort-when-gone.ts';
import { addRoute } from '../add-route.ts';
import { importOperations } from '../operations/import-operations.ts';
import { callerOf, principalOf, projectIdOf } from '../plugins/access.ts';
import { arriving } from '../plugins/body-deadline.ts';
import { sendJson } from '../send-json.ts';
import { serveList, serveOperation } from '../serve-operation.ts';

interface OfImport {
  Params: { id: string };
}

/** Files of events: send one, see how far it is. */
export function registerImportRoutes(
  server: FastifyInstance,
  services: Services,
  { bodyTimeoutMs }: { readonly bodyTimeoutMs: number },
): void {
  server.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    // The body stays a stream; what takes it counts its bytes.
    routes.addContentTypeParser('*', (_request, body, done) => done(null, body));
    const create: RouteHandlerMethod = async (request, reply) => {
      const query = checkShape(importQuerySchema, request.query);
      const body =
        request.body instanceof Readable ? arriving(request.body, bodyTimeoutMs) : Readable.from([]);
      const mapping =
        query.mapping === undefined ? null : checkShape(importMappingSchema, query.mapping, 'mapping');
      const answer = await createImport(services, projectIdOf(request), { query, mapping, body });
      return sendJson(reply, query.wait ? 200 : 202, answer);
    };
    addRoute(routes, importOperations.create, create, {
      hasLongBody: true,
      bodyLimit: Number.MAX_SAFE_INTEGER,
    });
  });

  serveOperation(server, importOperations.createDemo, ({ caller, principal }) => {
    checkScope(principal, importOperations.createDemo.alsoNeeds);
    return importDemo(services, caller);
  });

  serveList(server, importOperations.list, ({ projectId, query }) => listImports(services, projectId, query));

  serveOperation(server, importOperations.get, ({ projectId, params }) =>
    getImport(services, projectId, params.id),
  );

  addRoute<OfImport>(server, importOperations.undo, async (request, reply) => {
    const { dry_run } = checkShape(undoQuerySchema, request.query);
    const caller = callerOf(request);
    const { id } = request.params;
    if (!dry_run) return sendJson(reply, 202, await undoImport(services, caller, id));
    const asking = { ...caller, keyId: principalOf(request).keyId, signal: abortWhenGone(reply).signal };
    return sendJson(reply, 200, await countUndoable(services, asking, id));
  });

  addRoute<OfImport>(server, importOperations.rejected, async (request, reply) => {
    const rows = await getRejectedRows(services, projectIdOf(request), request.params.id);
    return reply.header('content-type', FORMATS.ndjson.contentType).send(Readable.from(rows));
  });
}
