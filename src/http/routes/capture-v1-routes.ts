import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppError, ErrorCode } from '../../base/errors.ts';
import { FORMATS } from '../../schema/output-format.ts';
import { projectOfToken, receiveV1 } from '../../services/capture/receive-v1.ts';
import type { Services } from '../../services/services.ts';
import { abortWhenGone } from '../abort-when-gone.ts';
import { addRoute } from '../add-route.ts';
import { callerAddress } from '../callers.ts';
import { captureV1Operations } from '../operations/capture-v1-operations.ts';
import { projectIdOf } from '../plugins/access.ts';
import { chargeRefusal } from '../plugins/charge-refusal.ts';
import { beginForeignRefusal } from '../plugins/error-answers.ts';
import { requestTime } from '../plugins/request-time.ts';
import { sendJson } from '../send-json.ts';

interface CaptureRoute {
  Querystring: { wait?: string };
}

/** The v1 protocol: the token in a header, an answer for each event, errors with names of its own. */
export function registerCaptureV1Routes(scope: FastifyInstance, services: Services): void {
  const bodyLimit = services.captureLimits.maxBodyBytes;
  scope.register(async (routes) => {
    routes.setErrorHandler(sendRefusal);
    for (const operation of captureV1Operations)
      addRoute<CaptureRoute>(
        routes,
        operation,
        async (request, reply) => {
          const answer = await receiveV1(services, {
            projectId: projectIdOf(request),
            body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
            headers: headersOf(request),
            nowMs: requestTime(services, request).nowMs,
            address: callerAddress(request),
            signal: abortWhenGone(reply).signal,
            waitUntilVisible: request.query.wait === 'true',
          });
          return reply.header('content-type', FORMATS.json.contentType).send(answer);
        },
        {
          bodyLimit,
          onRequest: async (request) => {
            const { authorization = '' } = request.headers;
            request.projectId = await chargeRefusal(services, request, () =>
              projectOfToken(services, authorization),
            );
          },
        },
      );
  });
}

function headersOf(request: FastifyRequest<CaptureRoute>): Parameters<typeof receiveV1>[1]['headers'] {
  const text = (name: string): string => String(request.headers[name] ?? '');
  return {
    'content-encoding': text('content-encoding'),
    'posthog-sdk-info': text('posthog-sdk-info'),
    'posthog-attempt': text('posthog-attempt'),
    'posthog-request-id': text('posthog-request-id'),
    'posthog-request-timestamp': text('posthog-request-timestamp'),
  };
}

/** What the protocol calls our errors. */
const NAMES: Partial<Readonly<Record<ErrorCode, string>>> = {
  authentication_failed: 'invalid_api_token',
  payload_too_large: 'payload_too_large',
  unsupported_media_type: 'unsupported_encoding',
  invalid_json: 'request_parsing_error',
  capture_capacity: 'service_unavailable',
  engine_unavailable: 'service_unavailable',
  store_unavailable: 'service_unavailable',
};

function nameOf({ code, extra }: AppError): string {
  const own = extra?.['error'];
  return typeof own === 'string' ? own : (NAMES[code] ?? code);
}

/** The error body of the protocol. */
async function sendRefusal(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const error = beginForeignRefusal(thrown, request, reply);
  return sendJson(reply, error.status, { error: nameOf(error), error_description: error.message });
}
