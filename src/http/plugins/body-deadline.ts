import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { stopwatchMs } from '../../base/clock.ts';
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
  const arriving = new ArrivingBodies(timeoutMs);
  server.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request.raw) && request.routeOptions.config.hasLongBody !== true)
      arriving.watch(request.raw, reply.raw);
    done();
  });
}

/** True when the headers announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

interface ArrivingBody {
  readonly answer: ServerResponse;
  readonly lateMs: number;
}

/** Bodies that are on their way, in the order in which they will be late: one timer looks after all of them. */
class ArrivingBodies {
  readonly #timeoutMs: number;
  readonly #bodies = new Map<IncomingMessage, ArrivingBody>();
  #timer: NodeJS.Timeout | undefined;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  watch(request: IncomingMessage, answer: ServerResponse): void {
    this.#bodies.set(request, { answer, lateMs: stopwatchMs() + this.#timeoutMs });
    const forget = (): void => void this.#bodies.delete(request);
    request.once('end', forget);
    request.once('close', forget);
    this.#timer ??= setTimeout(() => this.#look(), this.#timeoutMs).unref();
  }

  #look(): void {
    this.#timer = undefined;
    for (const [request, { answer, lateMs }] of this.#bodies) {
      const leftMs = lateMs - stopwatchMs();
      if (leftMs > 0) {
        this.#timer = setTimeout(() => this.#look(), leftMs).unref();
        return;
      }
      this.#bodies.delete(request);
      endLate(request, answer);
    }
  }
}

function endLate(request: IncomingMessage, answer: ServerResponse): void {
  // A request that a test injects has no socket and says nothing of its end.
  if (request.complete !== false) return;
  if (answer.headersSent) request.socket.destroy();
  else
    answerClientError(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket);
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
