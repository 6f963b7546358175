import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { answerClientError } from '../answer-client-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take as long as it keeps coming: read it by `arriving`. */
    hasLongBody?: true;
  }
}

/**
 * Answers 408 and hangs up when a body is not there within `timeoutMs` after its headers. Node's own limit is one for
 * all requests of a server, and files of some gigabytes need longer.
 */
export function registerBodyDeadline(server: FastifyInstance, timeoutMs: number): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request.raw) && request.routeOptions.config.hasLongBody !== true)
      limitBody(request.raw, reply.raw, timeoutMs);
    done();
  });
}

/** True when the headers announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

function limitBody(request: IncomingMessage, answer: ServerResponse, timeoutMs: number): void {
  const late = (): void => {
    // A request that a test injects has no socket and says nothing of its end.
    if (request.complete !== false) return;
    if (answer.headersSent) request.socket.destroy();
    else
      answerClientError(
        Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        request.socket,
      );
  };
  const timer = setTimeout(late, timeoutMs);
  const clear = (): void => clearTimeout(timer);
  request.once('end', clear);
  request.once('close', clear);
}

/**
 * The chunks of a long body.
 * @throws AppError request_timeout when none comes for `timeoutMs`
 */
export async function* arriving(
  body: AsyncIterable<Uint8Array>,
  timeoutMs: number,
): AsyncIterable<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new AppError('request_timeout', 'The body stopped coming.')),
      timeoutMs,
    );
    const next = await Promise.race([chunks.next(), late.promise]).finally(() => clearTimeout(timer));
    if (next.done === true) return;
    yield next.value;
  }
}
