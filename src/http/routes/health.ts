import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { addRoute } from '../add-route.ts';
import { serviceOperations } from '../operations/service-operations.ts';

/** Whether the service takes requests; turned by `app/lifecycle.ts`. */
export interface Readiness {
  readonly isReady: boolean;
}

/** Refuses everything but the health checks until the service is ready, and again when it shuts down. */
export function registerReadiness(server: FastifyInstance, readiness: Readiness): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const isRefused = !readiness.isReady && !request.url.startsWith('/_');
    done(isRefused ? notReady() : undefined);
  });
}

/** `/_livez`: the process answers. `/_readyz`: it is started and not shutting down. */
export function registerHealthRoutes(server: FastifyInstance, readiness: Readiness): void {
  addRoute(server, serviceOperations.live, async () => ({ status: 'live' }));
  addRoute(server, serviceOperations.ready, async () => {
    if (readiness.isReady) return { status: 'ready' };
    throw notReady();
  });
}

function notReady(): AppError {
  return new AppError('engine_unavailable', 'The service is starting or shutting down.', {
    retryAfterSeconds: 1,
  });
}
