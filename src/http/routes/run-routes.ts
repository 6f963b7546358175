import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inTokenTerms } from '../../services/run/constrain-run.ts';
import { runEndpoint } from '../../services/run/run-endpoint.ts';
import type { Services } from '../../services/services.ts';
import { addRoute } from '../add-route.ts';
import { setRateHeaders } from '../charge-run.ts';
import type { EncodedBodies } from '../encode-body.ts';
import { makeRunCall, type RunHttpRequest, type RunRoute } from '../make-run-call.ts';
import { observeRun } from '../observe-run.ts';
import { runOperations } from '../operations/run-operations.ts';
import { toAppError } from '../plugins/error-answers.ts';
import { admitBody } from '../plugins/json-body.ts';
import { RUN_VARY, registerRunCors } from '../plugins/run-cors.ts';
import { sendRun } from '../send-run.ts';
import { sendStream } from '../send-stream.ts';

/** What the routes work with. */
interface RunEdge {
  readonly services: Services;
  readonly bodies: EncodedBodies;
}

/** POST, GET or OPTIONS `…/{name}/run`. The body stays bytes until its endpoint is known: 404 goes before 400. */
export function registerRunRoutes(server: FastifyInstance, edge: RunEdge): void {
  server.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
      admitBody(edge.services.slices, body),
    );
    registerRunCors(routes, edge.services);
    addRoute(routes, runOperations.preflight, async (_, reply) => reply.code(204).send());
    for (const operation of [runOperations.post, runOperations.get])
      addRoute<RunRoute>(routes, operation, (request, reply) => run(edge, request, reply));
  });
}

async function run(
  { services, bodies }: RunEdge,
  request: RunHttpRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const call = makeRunCall(services, request, reply, body);
  try {
    const answer = await runEndpoint(services, call);
    setRateHeaders(reply, services, call.principal.keyId);
    void reply.header(...RUN_VARY);
    if (answer.kind === 'stream') await sendStream(request, reply, { answer, observe: services.observe });
    else await sendRun(request, reply, answer, bodies);
    observeRun(services, call, reply.elapsedTime);
    return reply;
  } catch (thrown) {
    const error = inTokenTerms(thrown, call.grant);
    observeRun(services, call, reply.elapsedTime, error);
    if (!reply.sent) throw error;
    // The connection is broken off already; the request log tells why.
    request.errorCode = toAppError(error).code;
    return reply;
  }
}
