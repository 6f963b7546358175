import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type OutputRequest,
  type QueryString,
  type RunRequest,
  readRunBody,
  readRunQuery,
} from '../schema/run-request.ts';
import type { RunCall, RunProgress } from '../services/run/run-call.ts';
import type { Services } from '../services/services.ts';
import { abortWhenCancelled } from './abort-when-gone.ts';
import { chargeRun } from './charge-run.ts';
import { principalOf, projectIdOf } from './plugins/access.ts';
import { checkContentType } from './plugins/json-body.ts';
import { requestTime } from './plugins/request-time.ts';

export interface RunRoute {
  Params: { project_id: string; name: string };
  Querystring: QueryString;
}

export type RunHttpRequest = FastifyRequest<RunRoute>;

/**
 * The call that a request of the run route makes, charged to the rate of its key.
 * @throws AppError throttled; invalid_value for X-Test-Now
 */
export function makeRunCall(
  services: Services,
  request: RunHttpRequest,
  reply: FastifyReply,
  body: Buffer,
): RunCall {
  const principal = principalOf(request);
  chargeRun(reply, services, principal.keyId);
  const { nowMs, isOwn } = requestTime(services, request);
  const progress: RunProgress = {};
  let controller: AbortController | undefined;
  return {
    principal,
    projectId: projectIdOf(request),
    endpointName: request.params.name,
    requestId: request.id,
    nowMs,
    hasOwnClock: isOwn,
    requestText: requestText(request, body),
    readRequest: () => readRequest(request, body),
    abortController: () => {
      controller ??= abortWhenCancelled(services.activeRuns, reply, principal.keyId, progress.clientQueryId);
      return controller;
    },
    progress,
  };
}

function readRequest(request: RunHttpRequest, body: Buffer): RunRequest & OutputRequest {
  const { headers, method, query } = request;
  if (method === 'POST' && body.length > 0) checkContentType(headers);
  const read = method === 'POST' ? readRunBody(body, query) : readRunQuery(query);
  return headers.accept === undefined ? read : { ...read, accept: headers.accept };
}

/** Everything that `readRequest` looks at: method, query string, content headers and body. */
export function requestText(
  { method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  body: Buffer,
): string {
  const mark = url.indexOf('?');
  const query = mark === -1 ? '' : url.slice(mark);
  const form = `${headers['content-type']} ${headers['content-encoding']} ${headers.accept}`;
  return `${method} ${form} ${query}\n${body.toString('latin1')}`;
}
