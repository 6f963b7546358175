import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import type { RunCall } from '../../services/run/run-call.ts';
import { firstTurn, runEndpoint } from '../../services/run/run-endpoint.ts';
import type { Services } from '../../services/services.ts';
import { addRoute } from '../add-route.ts';
import { setRateHeaders } from '../charge-run.ts';
import { EncodedBodies } from '../encode-body.ts';
import { makeRunCall, type RunHttpRequest, type RunRoute } from '../make-run-call.ts';
import { observeRun } from '../observe-run.ts';
import { runOperations } from '../operations/run-operations.ts';
import { passBy } from '../pass-by.ts';
import { toAppError } from '../plugins/error-answers.ts';
import { admitBody } from '../plugins/json-body.ts';
import { encodeAtOnce, sendRun, writeRun } from '../send-run.ts';
import { sendStream } from '../send-stream.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Made, and charged, once for a request. */
    runCall: RunCall | null;
  }
}

/** What the routes work with. */
interface RunEdge {
  readonly services: Services;
  readonly bodies: EncodedBodies;
}

/** POST and GET `/endpoints/{name}/run`. The body stays bytes until the endpoint is known: 404 goes before 400. */
export function registerRunRoutes(server: FastifyInstance, services: Services): void {
  const edge: RunEdge = { services, bodies: new EncodedBodies() };
  server.decorateRequest('runCall', null);
  server.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
      admitBody(services.slices, body),
    );
    const onRequest = passBy((request, reply, body) => answerAtOnce(edge, request, reply, body));
    for (const operation of [runOperations.post, runOperations.get])
      addRoute<RunRoute>(routes, operation, (request, reply) => run(edge, request, reply), { onRequest });
  });
}

/** The first turn of a run: true when it was the last. */
function answerAtOnce(
  { services, bodies }: RunEdge,
  request: RunHttpRequest,
  reply: FastifyReply,
  body: Buffer,
): boolean {
  const call = makeRunCall(services, request, reply, body);
  request.runCall = call;
  try {
    const answer = firstTurn(services, call);
    if (answer === null) return false;
    const encoded = encodeAtOnce(request, answer, bodies);
    if (typeof encoded === 'string') return false;
    writeRun(reply, answer, encoded);
    observeRun(services, call, reply, 200);
    return true;
  } catch (error) {
    observeRun(services, call, reply, statusOf(error), error);
    throw error;
  }
}

async function run(
  { services, bodies }: RunEdge,
  request: RunHttpRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const call = request.runCall ?? makeRunCall(services, request, reply, body);
  try {
    const answer = await runEndpoint(services, call);
    setRateHeaders(reply, services, call.principal.keyId);
    if (answer.kind === 'stream') await sendStream(request, reply, { answer, observe: services.observe });
    else await sendRun(request, reply, answer, bodies);
    observeRun(services, call, reply, 200);
    return reply;
  } catch (error) {
    observeRun(services, call, reply, statusOf(error), error);
    if (!reply.sent) throw error;
    // The connection is broken off already; the request log tells why.
    request.errorCode = toAppError(error).code;
    return reply;
  }
}

function statusOf(error: unknown): number {
  return error instanceof AppError ? error.status : 500;
}
