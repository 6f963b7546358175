import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import {
  type OutputRequest,
  type QueryString,
  type RunRequest,
  readRunBody,
  readRunQuery,
} from '../../schema/run-request.ts';
import type { RunCall } from '../../services/run/run-call.ts';
import { runEndpoint } from '../../services/run/run-endpoint.ts';
import type { Services } from '../../services/services.ts';
import { abortWhenGone } from '../abort-when-gone.ts';
import { EncodedBodies } from '../encode-body.ts';
import { principalOf, projectIdOf } from '../plugins/access.ts';
import { toAppError } from '../plugins/errors.ts';
import { checkContentType } from '../plugins/json-body.ts';
import { requestTime } from '../plugins/test-clock.ts';
import { setRateHeaders } from '../rate-headers.ts';
import { sendRun } from '../send-run.ts';
import { sendStream } from '../send-stream.ts';

interface RunRoute {
  Params: { project_id: string; name: string };
  Querystring: QueryString;
}

type RunHttpRequest = FastifyRequest<RunRoute>;

/** What all run calls share. */
interface Edge {
  readonly services: Services;
  readonly bodies: EncodedBodies;
}

const PATH = '/api/projects/:project_id/endpoints/:name/run';

/** POST and GET `/endpoints/{name}/run`. The body stays bytes until the endpoint is known: 404 goes before 400. */
export function registerRunRoutes(server: FastifyInstance, services: Services): void {
  const edge: Edge = { services, bodies: new EncodedBodies() };
  server.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    const options = { config: { access: 'endpoint:read' } } as const;
    routes.post<RunRoute>(PATH, options, (request, reply) => run(edge, request, reply, readPost));
    routes.get<RunRoute>(PATH, options, (request, reply) => run(edge, request, reply, readGet));
  });
}

type ReadRequest = (request: RunHttpRequest) => RunRequest & OutputRequest;

function readPost(request: RunHttpRequest): RunRequest & OutputRequest {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (body.length > 0) checkContentType(request.headers);
  return withAccept(request, readRunBody(body, request.query));
}

function readGet(request: RunHttpRequest): RunRequest & OutputRequest {
  return withAccept(request, readRunQuery(request.query));
}

function withAccept<Request extends OutputRequest>({ headers }: RunHttpRequest, request: Request): Request {
  return headers.accept === undefined ? request : { ...request, accept: headers.accept };
}

async function run(
  edge: Edge,
  request: RunHttpRequest,
  reply: FastifyReply,
  read: ReadRequest,
): Promise<FastifyReply> {
  const { services, bodies } = edge;
  setRateHeaders(reply, services.runRate.take(principalOf(request).keyId));
  const call = await makeCall(services, request, reply, read);
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

async function makeCall(
  services: Services,
  request: RunHttpRequest,
  reply: FastifyReply,
  read: ReadRequest,
): Promise<RunCall> {
  const { nowMs, isOwn } = requestTime(services, request);
  let controller: AbortController | undefined;
  const project = await services.projects.context(projectIdOf(request));
  return {
    project,
    keyId: principalOf(request).keyId,
    endpointName: request.params.name,
    requestId: request.id,
    nowMs,
    hasOwnClock: isOwn,
    requestText: requestText(request),
    readRequest: () => read(request),
    abortController: () => {
      controller ??= abortWhenGone(reply);
      return controller;
    },
    progress: {},
  };
}

/** Everything that `read` looks at: method, query string, content headers and body. */
function requestText({ method, url, headers, body }: RunHttpRequest): string {
  const mark = url.indexOf('?');
  const query = mark === -1 ? '' : url.slice(mark);
  const bytes = Buffer.isBuffer(body) ? body.toString('latin1') : '';
  const form = `${headers['content-type']} ${headers['content-encoding']} ${headers.accept}`;
  return `${method} ${form} ${query}\n${bytes}`;
}

function observeRun(
  services: Services,
  call: RunCall,
  reply: FastifyReply,
  status: number,
  error?: unknown,
): void {
  services.observe({
    kind: 'run',
    requestId: call.requestId,
    projectId: call.project.projectId,
    endpointName: call.endpointName,
    keyId: call.keyId,
    status,
    durationMs: reply.elapsedTime,
    startedAtMs: call.nowMs,
    ...call.progress,
    ...(error === undefined ? {} : { errorCode: error instanceof AppError ? error.code : 'internal_error' }),
  });
}
