import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PackedPayload } from '../../services/capture/protocol/packed-payload.ts';
import { receive } from '../../services/capture/receive.ts';
import type { Services } from '../../services/services.ts';
import { abortWhenGone } from '../abort-when-gone.ts';
import { addRoute } from '../add-route.ts';
import { callerAddress } from '../callers.ts';
import { captureOperations } from '../operations/capture-operations.ts';
import { capturePreflights } from '../operations/operations.ts';
import { registerCaptureCors } from '../plugins/capture-cors.ts';
import { registerCaptureRoom } from '../plugins/capture-room.ts';
import { chargeRefusal } from '../plugins/charge-refusal.ts';
import { beginForeignRefusal } from '../plugins/error-answers.ts';
import { requestTime } from '../plugins/request-time.ts';
import { sendJson } from '../send-json.ts';
import { registerArrayScriptRoute } from './array-script-route.ts';
import { registerCaptureStubRoutes } from './capture-stub-routes.ts';
import { registerCaptureV1Routes } from './capture-v1-routes.ts';

interface CaptureRoute {
  Querystring: Readonly<Record<string, string | readonly string[] | undefined>>;
}

type CaptureHttpRequest = FastifyRequest<CaptureRoute>;

/**
 * The paths that SDKs call, in a scope of their own: callable from every web page, bodies as bytes. Who may write is
 * said by the capture token of the request, so the routes are open; errors are plain text, as the SDKs expect.
 */
export function registerCaptureRoutes(server: FastifyInstance, services: Services): void {
  server.register(async (scope) => {
    const bodyLimit = services.captureLimits.maxBodyBytes;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit },
      async (_: unknown, body: Buffer) => body,
    );
    scope.setErrorHandler(sendPlainError);
    registerCaptureCors(scope);
    registerCaptureRoom(scope, bodyLimit);
    for (const operation of capturePreflights) addRoute(scope, operation, async (_, reply) => reply.send());
    for (const operation of captureOperations)
      addRoute<CaptureRoute>(scope, operation, (request, reply) => capture(services, request, reply), {
        bodyLimit,
      });
    registerCaptureV1Routes(scope, services);
    registerCaptureStubRoutes(scope, services);
    registerArrayScriptRoute(scope);
  });
}

async function capture(
  services: Services,
  request: CaptureHttpRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await chargeRefusal(services, request, () =>
    receive(services, {
      payload: packedPayload(request),
      nowMs: requestTime(services, request).nowMs,
      address: callerAddress(request),
      signal: abortWhenGone(reply).signal,
      waitUntilVisible: queryText(request, 'wait') === 'true',
      ...(request.routeOptions.url === '/engage' && { defaultEvent: '$identify' }),
    }),
  );
  if (queryText(request, 'beacon') === '1') return reply.code(204).send();
  return sendJson(reply, 200, { status: 1 });
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

/** Clients look at the status only; people read the text. */
async function sendPlainError(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const error = beginForeignRefusal(thrown, request, reply);
  // Clients know 413, 429 and 503 as reasons to send again; what can never work is 400 or 401.
  const status = error.code === 'unsupported_media_type' ? 400 : error.status;
  return reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(error.message);
}
