import { type FastifyInstance, fastify } from 'fastify';
import type { LoopWatch } from '../base/loop-watch.ts';
import type { Services } from '../services/services.ts';
import { answerClientError } from './answer-client-error.ts';
import { type CallerSettings, registerCallers } from './callers.ts';
import { EncodedBodies } from './encode-body.ts';
import { LaterWork } from './later-work.ts';
import { passBy } from './pass-by.ts';
import { registerAccess } from './plugins/access.ts';
import { registerBodyDeadline } from './plugins/body-deadline.ts';
import { registerDrainRefusedBody } from './plugins/drain-refused-body.ts';
import { registerErrorAnswers, sendError, toAppError } from './plugins/error-answers.ts';
import { registerJsonBody } from './plugins/json-body.ts';
import { registerRefusalTurns } from './plugins/refusal-turns.ts';
import { registerRequestLog } from './plugins/request-log.ts';
import { requestIds } from './request-ids.ts';
import { registerActionRoutes } from './routes/action-routes.ts';
import { registerBackupRoutes } from './routes/backup-routes.ts';
import { registerBatchRoutes } from './routes/batch-routes.ts';
import { registerCaptureRoutes } from './routes/capture-routes.ts';
import { registerCohortRoutes } from './routes/cohort-routes.ts';
import { registerConsoleRoutes, registerRootRoute } from './routes/console-routes.ts';
import { registerConsoleSessionRoutes } from './routes/console-session-routes.ts';
import { registerDefinitionRoutes } from './routes/definition-routes.ts';
import { registerDeletionRoutes } from './routes/deletion-routes.ts';
import { registerDialectRoutes } from './routes/dialect-routes.ts';
import { registerDocsRoutes } from './routes/docs-routes.ts';
import { registerEndpointRoutes } from './routes/endpoint-routes.ts';
import { registerExportRoutes } from './routes/export-routes.ts';
import { type Readiness, registerHealthRoutes, registerReadiness } from './routes/health-routes.ts';
import { registerImportRoutes } from './routes/import-routes.ts';
import { registerKeyRoutes } from './routes/key-routes.ts';
import { registerMaterializationRoutes } from './routes/materialization-routes.ts';
import { registerPersonRoutes } from './routes/person-routes.ts';
import { registerProjectRoutes } from './routes/project-routes.ts';
import { registerQueryRoutes } from './routes/query-routes.ts';
import { registerRecentEventRoutes } from './routes/recent-event-routes.ts';
import { registerRunLogRoutes } from './routes/run-log-routes.ts';
import { registerRunRoutes } from './routes/run-routes.ts';
import { registerServiceRoutes } from './routes/service-routes.ts';
import { registerSigningKeyRoutes } from './routes/signing-key-routes.ts';
import { registerTestClockRoutes } from './routes/test-clock-routes.ts';
import { runsAtOnce } from './runs-at-once.ts';

/** The server as `app` sees it. */
export type HttpServer = FastifyInstance;

/** What the edge itself needs to know; `app/config.ts` holds the defaults. */
export interface ServerOptions extends CallerSettings {
  readonly readiness: Readiness;
  /** Whether there is a console to sign in to. */
  readonly console: boolean;
  readonly version: string;
  /** Told which routes are under way. */
  readonly loopWatch: LoopWatch;
  readonly maxBodyBytes: number;
  readonly headersTimeoutMs: number;
  readonly bodyTimeoutMs: number;
}

/**
 * The HTTP server, not yet listening. This function is the table of contents of the API: every plugin and every
 * route module, in order.
 */
export function createServer(services: Services, options: ServerOptions): HttpServer {
  const requestId = requestIds();
  const server = makeFramework(options, requestId);
  const bodies = new EncodedBodies();
  registerCallers(server, options);
  registerErrorAnswers(server, services);
  registerRefusalTurns(server);
  registerRequestLog(server, services, options.loopWatch);
  registerReadiness(server, options.readiness);
  registerBodyDeadline(server, options.bodyTimeoutMs);
  registerDrainRefusedBody(server, options.bodyTimeoutMs);
  registerAccess(server, services);
  registerJsonBody(server, services.slices);

  registerHealthRoutes(server, options.readiness);
  registerRootRoute(server, options);
  if (options.console) registerConsoleRoutes(server);
  registerDocsRoutes(server);
  registerServiceRoutes(server, services);
  registerTestClockRoutes(server, services);
  registerBackupRoutes(server, services);
  registerCaptureRoutes(server, services);
  registerRunRoutes(server, { services, bodies });
  registerBatchRoutes(server, { services, bodies });
  registerRunLogRoutes(server, services);
  registerQueryRoutes(server, services);
  registerEndpointRoutes(server, services);
  registerMaterializationRoutes(server, services);
  registerActionRoutes(server, services);
  registerCohortRoutes(server, services);
  registerProjectRoutes(server, services);
  registerDefinitionRoutes(server, services);
  registerDialectRoutes(server);
  registerRecentEventRoutes(server, services);
  registerDeletionRoutes(server, services);
  registerPersonRoutes(server, services);
  registerKeyRoutes(server, services);
  registerSigningKeyRoutes(server, services);
  if (options.console) registerConsoleSessionRoutes(server, services);
  registerExportRoutes(server, services);
  registerImportRoutes(server, services, options);

  const later = new LaterWork();
  server.addHook('onClose', async () => later.finish());
  passBy(server.server, runsAtOnce({ services, bodies, later, requestId, ...options }));
  return server;
}

/** The framework with its rules for what is no request yet. */
function makeFramework(options: ServerOptions, requestId: ReturnType<typeof requestIds>): HttpServer {
  return fastify({
    bodyLimit: options.maxBodyBytes,
    requestTimeout: 0,
    http: {
      headersTimeout: options.headersTimeoutMs,
      connectionsCheckingInterval: 1_000,
      // A second Authorization header is joined to the first, and then no key matches it.
      joinDuplicateHeaders: true,
    },
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: (request) => canonicalPath(request.url ?? '/'),
    genReqId: requestId,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => sendError(toAppError(error), request, reply),
    exposeHeadRoutes: false,
    // The framework's own 503 has another body; requests that still come while it closes are refused by `readiness`.
    return503OnClosing: false,
    logger: false,
  });
}

/** The origin of a request target in its absolute form, `GET http://host/path`: as little heeded as `Host`. */
const ORIGIN = /^https?:\/\/[^/?]*/i;

/** One spelling per path: `/api/environments/7/x/?a=1` → `/api/projects/7/x?a=1`. Never a redirect. */
function canonicalPath(target: string): string {
  const url = target.startsWith('/') ? target : target.replace(ORIGIN, '') || '/';
  const mark = url.indexOf('?');
  let path = mark === -1 ? url : url.slice(0, mark);
  if (path.length > 1 && path.endsWith('/')) path = path.slice(0, -1);
  if (path.startsWith('/api/environments/'))
    path = `/api/projects/${path.slice('/api/environments/'.length)}`;
  return mark === -1 ? path : path + url.slice(mark);
}
