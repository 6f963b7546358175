import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invariant } from '../../base/invariant.ts';
import type { Scope } from '../../schema/scope.ts';
import type { AccessServices } from '../../services/access/access-services.ts';
import { authenticate } from '../../services/access/authenticate.ts';
import { checkScope } from '../../services/access/check-scope.ts';
import { hasScope, type Principal } from '../../services/access/principal.ts';
import { type KnownProjects, resolveProject } from '../../services/access/resolve-project.ts';
import type { RateLimiter } from '../../services/limits/rate.ts';

/**
 * Who may call a route: everybody (which includes routes that check a token of their own), any key, or a key with the
 * scope, or with one of the scopes.
 */
export type RouteAccess = 'open' | 'any-key' | Scope | readonly [Scope, Scope];

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
  interface FastifyRequest {
    principal: Principal | null;
    projectId: number | null;
  }
}

/** What deciding who may call needs. */
interface GateServices extends AccessServices {
  readonly projects: KnownProjects;
  readonly refusalRate: RateLimiter;
}

/**
 * Authenticates each request before its body is read: key, then project of the path, then scope. Every route must
 * say in its config who may call it, so that a forgotten line stops the start and opens nothing.
 */
export function registerAccess(server: FastifyInstance, services: GateServices): void {
  server.decorateRequest('principal', null);
  server.decorateRequest('projectId', null);
  server.addHook('onRoute', ({ config, url }) => {
    invariant(config?.access !== undefined, `the route ${url} does not say who may call it`);
  });
  server.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    if (access === undefined || access === 'open') return;
    const address = request.ip;
    services.refusalRate.check(address);
    try {
      await checkAccess(services, request, access);
    } catch (error) {
      services.refusalRate.take(address);
      throw error;
    }
  });
}

async function checkAccess(
  services: GateServices,
  request: FastifyRequest,
  access: RouteAccess,
): Promise<void> {
  const principal = await authenticate(services, request.headers.authorization);
  request.principal = principal;
  const named = projectNamedBy(request.params);
  if (named !== undefined) request.projectId = await resolveProject(services.projects, principal, named);
  if (access === 'any-key' || access === 'open') return;
  const [scope, other] = typeof access === 'string' ? [access] : access;
  if (other === undefined || !hasScope(principal, other)) checkScope(principal, scope);
}

function projectNamedBy(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || !('project_id' in params)) return undefined;
  return typeof params.project_id === 'string' ? params.project_id : undefined;
}

/** The caller of a route that is not open. */
export function principalOf(request: FastifyRequest): Principal {
  invariant(request.principal !== null, 'the route is open and has no principal');
  return request.principal;
}

/** The project of a route under `/api/projects/:project_id`. */
export function projectIdOf(request: FastifyRequest): number {
  invariant(request.projectId !== null, 'the route has no project in its path');
  return request.projectId;
}
