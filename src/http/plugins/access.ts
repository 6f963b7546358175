import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { isAppError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { Scope } from '../../schema/scopes.ts';
import type { AccessServices } from '../../services/access/access-services.ts';
import { type Access, decideAccess } from '../../services/access/decide-access.ts';
import { keyNeeded } from '../../services/access/personal-key.ts';
import type { Caller } from '../../services/caller.ts';
import type { Principal } from '../../services/catalog/principal.ts';
import type { RateLimiter } from '../../services/limits/rate.ts';
import { callerAddress } from '../callers.ts';
import type { RouteAccess } from '../route-access.ts';

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
  readonly refusalRate: RateLimiter;
}

/**
 * Authenticates each request before its body is read: key, then project of the path, then scope. Every route must
 * say in its config who may call it, so that a forgotten line stops the start and opens nothing.
 */
export function registerAccess(server: FastifyInstance, services: GateServices): void {
  server.decorateRequest('principal', null);
  server.decorateRequest('projectId', null);
  server.addHook('onRoute', (route) => {
    const access = route.config?.access;
    invariant(access !== undefined, `the route ${route.url} does not say who may call it`);
    if (access === 'open') return;
    const given = route.onRequest ?? [];
    route.onRequest = [gate(services, access), ...(Array.isArray(given) ? given : [given])];
  });
}

function gate(services: GateServices, access: Exclude<RouteAccess, 'open'>): onRequestHookHandler {
  const scopes = scopesOf(access);
  return (request, _reply, done) => {
    const admit = ({ principal, projectId }: Access): void => {
      if (access === 'personal-key' && principal.session !== null) {
        refuse(keyNeeded());
        return;
      }
      request.principal = principal;
      request.projectId = projectId;
      done();
    };
    const refuse = (error: Error): void => done(chargedRefusal(services, request, error));
    const asked = {
      authorization: request.headers.authorization,
      project: named(request.params, 'project_id'),
      endpoint: named(request.params, 'name'),
      scopes,
    };
    services.catalog.decide((known) => decideAccess(services, known, asked), admit, refuse);
  };
}

/** The scopes of which a caller needs one; empty = any key will do. */
export function scopesOf(access: RouteAccess): readonly Scope[] {
  if (access === 'open' || access === 'any-key' || access === 'personal-key') return [];
  return typeof access === 'string' ? [access] : access;
}

/**
 * The error to answer: the refusal itself, or throttled when the caller's address has used up its refusals. Counted
 * only now that the key was looked at, so that wrong keys never put off a right one of the same address.
 */
export function chargedRefusal(
  services: Pick<GateServices, 'refusalRate'>,
  request: FastifyRequest,
  error: Error,
): Error {
  const isRefusal = isAppError(error, 'authentication_failed', 'permission_denied', 'token_expired');
  if (!isRefusal) return error;
  try {
    services.refusalRate.take(callerAddress(request));
    return error;
  } catch (throttled) {
    return throttled instanceof Error ? throttled : error;
  }
}

function named(params: unknown, parameter: 'project_id' | 'name'): string | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  const value: unknown = Reflect.get(params, parameter);
  return typeof value === 'string' ? value : undefined;
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

/** The project of a request and, as author of what it changes, its key. */
export function callerOf(request: FastifyRequest): Caller {
  const { keyId, label } = principalOf(request);
  return { projectId: projectIdOf(request), author: { keyId, label } };
}
