import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { runEndpoint } from '../../services/run/run-endpoint.ts';
import type { Services } from '../../services/services.ts';
import { addRoute } from '../add-route.ts';
import { shortWay } from '../answer-at-once.ts';
import { EncodedBodies } from '../encode-body.ts';
import { makeRunCall, type RunHttpRequest, type RunRoute } from '../make-run-call.ts';
import { observeRun } from '../observe-run.ts';
import { runOperations } from '../operations/run-operations.ts';
import { principalOf, projectIdOf } from '../plugins/access.ts';
import { toAppError } from '../plugins/error-answers.ts';
import { sendRun } from '../send-run.ts';
import { sendStream } from '../send-stream.ts';
import { setRateHeaders } from '../set-rate-headers.ts';

/** POST and GET `/endpoints/{name}/run`. The body stays bytes until the endpoint is known: 404 goes before 400. */
export function registerRunRoutes(server: FastifyInstance, services: Services): void {
  const bodies = new EncodedBodies();
  server.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    const options = { onRequest: shortWay(services, bodies) };
    for (const operation of [runOperations.post, runOperations.get])
      addRoute<RunRoute>(
        routes,
        operation,
        (request, reply) => run(services, bodies, request, reply),
        options,
      );
  });
}

async function run(
  services: Services,
  bodies: EncodedBodies,
  request: RunHttpRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  setRateHeaders(reply, services.runRate.take(principalOf(request).keyId));
  const project = await services.projects.context(projectIdOf(request));
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const call = makeRunCall(services, { request, reply, body }, project);
  try {
    const answer = await runEndpoint(services, call);
    if (answer.kind === 'stream') await sendStream(request, reply, answer);
    else await sendRun(request, reply, answer, bodies);
    observeRun(services, call, reply, 200);
    return reply;
  } catch (error) {
    observeRun(services, call, reply, error instanceof AppError ? error.status : 500, error);
    if (!reply.sent) throw error;
    // The connection is broken off already; the request log tells why.
    request.errorCode = toAppError(error).code;
    return reply;
  }
}
