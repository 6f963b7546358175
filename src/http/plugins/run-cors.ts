import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { idOfText } from '../../base/id-of-text.ts';
import { tokenOf } from '../../services/access/authenticate.ts';
import { type KnownState, Missing } from '../../services/catalog/known-state.ts';
import type { Services } from '../../services/services.ts';

/** What decides about the answer of a run besides its address and body; caches keep apart what differs in it. */
export const RUN_VARY = ['vary', 'Authorization, Accept, Accept-Encoding, Origin'] as const;

const EXPOSED = [
  'ETag',
  'Age',
  'Cache-Control',
  'Cache-Status',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sluice-Warning',
  'X-Request-Id',
].join(', ');

const PREFLIGHT = [
  ['access-control-allow-methods', 'GET, POST'],
  ['access-control-allow-headers', 'Authorization, Content-Type, Accept, If-None-Match'],
  ['access-control-max-age', '7200'],
] as const;

type Headers = readonly (readonly [name: string, value: string])[];

/** Who asks from which page: a request, by its headers and the project as its path names it. */
interface PageRequest {
  readonly headers: Pick<IncomingHttpHeaders, 'origin' | 'authorization'>;
  readonly project: string;
}

/**
 * The headers that let a page read the answer: for an allowed origin of the project, in its exact letters. Never where
 * a key or a session was sent, which have no place in a page. A project that is not there allows nothing.
 */
export function runCors(known: KnownState, { headers, project }: PageRequest): Headers | Missing {
  const { origin, authorization } = headers;
  const isKey = authorization !== undefined && tokenOf(authorization) === undefined;
  const projectId = origin === undefined || isKey ? undefined : idOfText(project);
  if (origin === undefined || projectId === undefined) return [];
  const found = known.project(projectId);
  if (found instanceof Missing) return found;
  if (found?.allowedOrigins.includes(origin) !== true) return [];
  return [
    ['access-control-allow-origin', origin],
    ['access-control-expose-headers', EXPOSED],
  ];
}

/** Lets pages of allowed origins read the answers of the routes of this scope, refusals too, and asks nobody first. */
export function registerRunCors(scope: FastifyInstance, { catalog }: Pick<Services, 'catalog'>): void {
  scope.addHook<{ Params: { project_id: string } }>('onRequest', (request, reply, done) => {
    const { headers, method, params } = request;
    // Refusals of a key are the same bytes everywhere; those of a page differ by its origin.
    if (headers.origin !== undefined) void reply.header(...RUN_VARY);
    const tell = (cors: Headers): void => {
      const preflight = method === 'OPTIONS' && cors.length > 0 ? PREFLIGHT : [];
      for (const [name, value] of [...cors, ...preflight]) void reply.header(name, value);
      done();
    };
    catalog.decide((known) => runCors(known, { headers, project: params.project_id }), tell, done);
  });
}
