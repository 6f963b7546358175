import type { FastifyInstance } from 'fastify';
import type { LoopWatch } from '../../base/loop-watch.ts';
import type { Services } from '../../services/services.ts';
import { NO_SNIFFING } from '../no-sniffing.ts';

/** Answers the request id, forbids to guess what a body is, and reports every finished request as one observation. */
export function registerRequestLog(server: FastifyInstance, services: Services, loopWatch: LoopWatch): void {
  server.addHook('onRequest', (request, reply, done) => {
    loopWatch.began(request.routeOptions.url ?? 'none');
    void reply.header('x-request-id', request.id).header(...NO_SNIFFING);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    loopWatch.ended(request.routeOptions.url ?? 'none');
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
