import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services/services.ts';

/** Answers the request id and reports every finished request as one observation. */
export function registerRequestLog(server: FastifyInstance, services: Services): void {
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    services.observe({
      kind: 'request',
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
      requestId: request.id,
      ...(request.errorCode === null ? {} : { errorCode: request.errorCode }),
      ...(request.isTooEarlyOrLate && { isTooEarlyOrLate: true }),
    });
    done();
  });
}
