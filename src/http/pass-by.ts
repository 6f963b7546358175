import type { FastifyReply } from 'fastify';
import type { RunHttpRequest } from './make-run-call.ts';

/** Longer bodies are left to the framework: they rarely come in one piece. */
const MAX_BODY_BYTES = 4_096;
const NO_BODY = Buffer.alloc(0);

/** Answers a request whose body is there. False: that takes more than what is in memory, and nothing was sent. */
export type AnswerAtOnce = (request: RunHttpRequest, reply: FastifyReply, body: Buffer) => boolean;

/**
 * Hands a short request to `answer` before the framework reads its body, which takes as long as all the rest of a
 * cached answer. What is not answered then is passed on untouched, its body put back.
 */
export function passBy(
  answer: AnswerAtOnce,
): (request: RunHttpRequest, reply: FastifyReply, pass: (error?: Error) => void) => void {
  return (request, reply, pass) => {
    const { raw } = request;
    const bodyBytes = announcedBytes(request);
    if (bodyBytes > MAX_BODY_BYTES) return pass();
    const turn = (body: Buffer): void => {
      try {
        if (body.length === bodyBytes && answer(request, reply, body)) return;
      } catch (error) {
        pass(error as Error);
        return;
      }
      if (body.length > 0) raw.unshift(body);
      pass();
    };
    if (bodyBytes === 0) turn(NO_BODY);
    else raw.once('readable', () => turn(raw.read() ?? NO_BODY));
  };
}

/** Bytes of the body by its header; infinite when only its end will tell. */
function announcedBytes({ headers }: RunHttpRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}
