import type { FastifyReply } from 'fastify';
import { Missing } from '../services/catalog/missing.ts';
import { answerAtOnce } from '../services/run/answer-at-once.ts';
import type { Services } from '../services/services.ts';
import type { EncodedBodies } from './encode-body.ts';
import { makeRunCall, type RunHttpRequest } from './make-run-call.ts';
import { observeRun } from './observe-run.ts';
import { projectIdOf } from './plugins/access.ts';
import { encodeAtOnce, writeRun } from './send-run.ts';
import { setRateHeaders } from './set-rate-headers.ts';

/** Longer bodies go the long way: they rarely come in one piece. */
const MAX_BODY_BYTES = 4_096;
const NO_BODY = Buffer.alloc(0);

/**
 * The short way of the run route, before the framework reads the body: a call that equals an earlier one is answered
 * from the cache here, in half the time. Everything else is passed on untouched, its body put back.
 */
export function shortWay(
  services: Services,
  bodies: EncodedBodies,
): (request: RunHttpRequest, reply: FastifyReply, pass: (error?: Error) => void) => void {
  return (request, reply, pass) => {
    const { raw } = request;
    const bodyBytes = announcedBytes(request);
    if (bodyBytes > MAX_BODY_BYTES) return pass();
    if (bodyBytes === 0) {
      if (!answer(services, bodies, { request, reply, body: NO_BODY })) pass();
      return;
    }
    raw.once('readable', () => {
      const body: Buffer = raw.read() ?? NO_BODY;
      try {
        if (body.length === bodyBytes && answer(services, bodies, { request, reply, body })) return;
      } catch (error) {
        return pass(error as Error);
      }
      if (body.length > 0) raw.unshift(body);
      pass();
    });
  };
}

/** Bytes of the body by its header; infinite when only its end will tell. */
function announcedBytes({ headers }: RunHttpRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

/** False when the call has to go the long way; nothing has been charged or sent then. @throws AppError throttled */
function answer(
  services: Services,
  bodies: EncodedBodies,
  http: { readonly request: RunHttpRequest; readonly reply: FastifyReply; readonly body: Buffer },
): boolean {
  const { request, reply } = http;
  const project = services.catalog.look().project(projectIdOf(request));
  if (project instanceof Missing || project === null) return false;
  const call = makeRunCall(services, http, project);
  const found = answerAtOnce(services, call);
  const encoded = found === null ? null : encodeAtOnce(request, found, bodies);
  if (found === null || encoded === null) return false;
  setRateHeaders(reply, services.runRate.take(call.keyId));
  writeRun(reply, found, encoded);
  observeRun(services, call, reply, 200);
  return true;
}
