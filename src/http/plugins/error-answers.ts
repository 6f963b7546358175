import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '../../base/errors.ts';
import { FORMATS } from '../../schema/output-format.ts';
import type { Services } from '../../services/services.ts';
import { linkBase } from '../callers.ts';
import { NO_SNIFFING } from '../no-sniffing.ts';
import { toErrorBody } from '../to-error-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the error this request was answered with, for its observation. */
    errorCode: ErrorCode | null;
  }
}

/** Answers every thrown error, and every path without a route, with the one error body. */
export function registerErrorAnswers(server: FastifyInstance, services: Pick<Services, 'observe'>): void {
  server.decorateRequest('errorCode', null);
  const routes = collectRoutes(server);
  server.setErrorHandler((thrown: unknown, request, reply) => {
    const error = toAppError(thrown);
    if (error.code === 'internal_error')
      services.observe({ kind: 'failure', where: 'request', error: thrown, requestId: request.id });
    return sendError(error, request, reply);
  });
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length === 0) return sendError(new AppError('not_found', 'No such path.'), request, reply);
    void reply.header('allow', [...new Set(methods)].join(', '));
    const detail = `${request.method} is not possible here; ${methods.join(', ')} is.`;
    return sendError(new AppError('method_not_allowed', detail), request, reply);
  });
}

/** Sends the error body, as `application/problem+json` when the caller asked for that. */
export function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  noteRefusal(error, request, reply);
  const isProblem = request.headers.accept?.includes('application/problem+json') === true;
  if (error.status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply
    .code(error.status)
    .header('content-type', isProblem ? 'application/problem+json' : FORMATS.json.contentType)
    .header('cache-control', 'no-store')
    .header(...NO_SNIFFING)
    .send(JSON.stringify(toErrorBody(error, { requestId: request.id, linkBase: linkBase(request) })));
}

/** What every refusal has, whatever its body: its code for the observation, and when to come again. */
function noteRefusal(error: AppError, request: FastifyRequest, reply: FastifyReply): void {
  request.errorCode = error.code;
  if (error.retryAfterSeconds !== undefined)
    void reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfterSeconds)));
}

/**
 * Begins a refusal whose body is not ours but that of a protocol.
 * @throws what was thrown when it is a defect of ours: the common handler answers and tells of it
 */
export function beginForeignRefusal(thrown: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const error = toAppError(thrown);
  if (error.code === 'internal_error') throw thrown;
  noteRefusal(error, request, reply);
  return error;
}

/** What the framework's own refusals mean in our catalogue. */
const FRAMEWORK_CODES: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'The body is larger than the limit.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The body must be application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'Content-Length does not fit the body.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'No such path.'],
  FST_ERR_BAD_URL: ['bad_request', 'The path is not a valid URL.'],
  FST_ERR_ASYNC_CONSTRAINT: ['bad_request', 'The request is not valid HTTP.'],
  ECONNRESET: ['bad_request', 'The connection was closed before the body was complete.'],
  ERR_STREAM_PREMATURE_CLOSE: ['bad_request', 'The connection was closed before the body was complete.'],
};

/** Any thrown value as an error of the catalogue: framework errors by their code, all others as `internal_error`. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const known = FRAMEWORK_CODES[(thrown as Partial<FastifyError> | null)?.code ?? ''];
  if (known !== undefined) return new AppError(known[0], known[1], { cause: thrown });
  return new AppError('internal_error', 'The service failed. Report this with the request id.', {
    cause: thrown,
  });
}

interface KnownRoute {
  readonly method: string;
  readonly pattern: RegExp;
}

/** Remembers every route as it is registered, to tell a wrong method from a wrong path. */
function collectRoutes(server: FastifyInstance): readonly KnownRoute[] {
  const routes: KnownRoute[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    const path = url
      .replace(/\/$/, '')
      .replaceAll(/:[a-z_]+/gi, '[^/]+')
      .replaceAll('.', '\\.');
    const pattern = new RegExp(`^${path}/?$`);
    for (const each of Array.isArray(method) ? method : [method]) routes.push({ method: each, pattern });
  });
  return routes;
}
