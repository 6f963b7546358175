import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { addRoute } from '../add-route.ts';
import { serviceOperations } from '../operations/service-operations.ts';

/** Whether the service takes requests; decided in `app/lifecycle.ts`. */
export interface Readiness {
  /**
   * `closed`: it is starting or shutting down. `held`: it is ready. `lost`: the connection is away that keeps other
   * engines from the metadata store. `taken`: another engine has the store, so that answers would be those of another.
   * `silent`: the engine is away or does not answer.
   */
  state(): 'closed' | 'held' | 'lost' | 'taken' | 'silent';
}

type State = ReturnType<Readiness['state']>;

declare module 'fastify' {
  interface FastifyRequest {
    /** It was refused because the service is starting or shutting down. */
    isTooEarlyOrLate: boolean;
  }
}

/** Refuses everything but health checks until the service is ready, when it shuts down, and beside another engine. */
export function registerReadiness(server: FastifyInstance, readiness: Readiness): void {
  server.decorateRequest('isTooEarlyOrLate', false);
  server.addHook('onRequest', (request, _reply, done) => {
    const state = readiness.state();
    done(takesRequests(state) || request.url.startsWith('/_') ? undefined : notReady(request, state));
  });
}

/**
 * Without its connection to the store or its engine the service goes on as far as it can: it takes events, and serves
 * what is cached.
 */
export function takesRequests(state: State): state is Exclude<State, 'closed' | 'taken'> {
  return state !== 'closed' && state !== 'taken';
}

/**
 * `/_livez`: the process answers. `/_readyz`: it has started, does not shut down, holds its store alone, and its engine
 * answers.
 */
export function registerHealthRoutes(server: FastifyInstance, readiness: Readiness): void {
  addRoute(server, serviceOperations.live, async () => ({ status: 'live' }));
  addRoute(server, serviceOperations.ready, async (request) => {
    const state = readiness.state();
    if (state === 'held') return { status: 'ready' };
    throw notReady(request, state);
  });
}

const DETAILS = {
  closed: 'The service is starting or shutting down.',
  lost: 'The connection that holds the metadata store for this engine is lost.',
  silent: 'The analytics engine does not answer.',
  taken: 'Another service with an engine of its own uses the metadata store.',
} as const;

function notReady(request: FastifyRequest, state: keyof typeof DETAILS): AppError {
  request.isTooEarlyOrLate = state === 'closed';
  return new AppError('engine_unavailable', DETAILS[state], { retryAfterSeconds: 1 });
}
