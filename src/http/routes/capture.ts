import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PackedPayload } from '../../services/capture/decode-payload.ts';
import { receive } from '../../services/capture/receive.ts';
import type { Services } from '../../services/services.ts';
import { addRoute } from '../add-route.ts';
import { captureOperations } from '../operations/capture-operations.ts';
import { toAppError } from '../plugins/errors.ts';
import { requestTime } from '../plugins/test-clock.ts';

interface CaptureRoute {
  Querystring: Readonly<Record<string, string | readonly string[] | undefined>>;
}

type CaptureHttpRequest = FastifyRequest<CaptureRoute>;

/**
 * The paths that applications send events to. Who may write is in the body (capture token), so the routes are open;
 * errors are plain text, as the clients expect.
 */
export function registerCaptureRoutes(server: FastifyInstance, services: Services): void {
  server.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: services.captureLimits.maxBodyBytes },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    routes.setErrorHandler(sendPlainError);
    const options = { bodyLimit: services.captureLimits.maxBodyBytes };
    for (const operation of captureOperations)
      addRoute<CaptureRoute>(
        routes,
        operation,
        (request, reply) => capture(services, request, reply),
        options,
      );
  });
}

async function capture(
  services: Services,
  request: CaptureHttpRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await receive(services, {
    payload: packedPayload(request),
    nowMs: requestTime(services, request).nowMs,
    waitUntilVisible: queryText(request, 'wait') === 'true',
  });
  if (queryText(request, 'beacon') === '1') return reply.code(204).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send('{"status":1}');
}

function packedPayload(request: CaptureHttpRequest): PackedPayload {
  return {
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    contentType: request.headers['content-type'] ?? '',
    contentEncoding: request.headers['content-encoding'] ?? '',
    data: queryText(request, 'data'),
    compression: queryText(request, 'compression'),
  };
}

function queryText(request: CaptureHttpRequest, name: string): string {
  const value = request.query[name];
  return typeof value === 'string' ? value : '';
}

/** Clients look at the status only; people read the text. Defects of ours go to the common handler. */
async function sendPlainError(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const error = toAppError(thrown);
  if (error.code === 'internal_error') throw thrown;
  request.errorCode = error.code;
  if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', error.retryAfterSeconds);
  // Clients know 413, 429 and 503 as reasons to send again; what can never work is 400 or 401.
  const status = error.code === 'unsupported_media_type' ? 400 : error.status;
  return reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(error.message);
}
