import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { invariant } from '../base/invariant.ts';

/** Longer bodies are left to the framework: they rarely come in one piece. */
const MAX_BODY_BYTES = 4_096;
const NO_BODY = Buffer.alloc(0);

/** A way to answer requests before the framework sees them. */
export interface ShortWay<Target> {
  /** What a request asks for; undefined = it is none of those that can be answered here. */
  find(request: IncomingMessage): Target | undefined;
  /** Answers a request whose body is there. False: that takes more than what is in memory, and nothing was sent. */
  answer(request: IncomingMessage, response: ServerResponse, target: Target, body: Buffer): boolean;
}

/**
 * Hands short requests to `way` before the framework, which takes longer for a request than a cached answer does. What
 * is not answered there goes to the framework untouched, its body put back. A body is looked for once, in the turn
 * after its head, because it mostly comes in the same packet.
 */
export function passBy<Target>(server: Server, way: ShortWay<Target>): void {
  const [handle] = server.listeners('request');
  invariant(handle !== undefined, 'the framework listens to its server');
  const goOn = (request: IncomingMessage, response: ServerResponse): void => {
    handle.call(server, request, response);
  };
  const turn = (request: IncomingMessage, response: ServerResponse, target: Target): void => {
    // Nobody is left to answer.
    if (request.destroyed && !request.complete) return;
    const body: Buffer | null = request.complete ? (request.read() ?? NO_BODY) : null;
    if (body !== null && way.answer(request, response, target, body)) return;
    if (body !== null && body.length > 0) request.unshift(body);
    goOn(request, response);
  };
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const bodyBytes = announcedBytes(request);
    const target = bodyBytes > MAX_BODY_BYTES ? undefined : way.find(request);
    if (target !== undefined && bodyBytes > 0) return void setImmediate(turn, request, response, target);
    if (target === undefined || !way.answer(request, response, target, NO_BODY)) goOn(request, response);
  });
}

/** Bytes of the body by its header; infinite when only its end will tell. */
function announcedBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}
