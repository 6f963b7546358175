import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type OutputRequest,
  type QueryString,
  type RunRequest,
  readRunBody,
  readRunQuery,
} from '../schema/run-request.ts';
import type { TokenGrant } from '../services/catalog/principal.ts';
import { constrainRun, grantOf } from '../services/run/constrain-run.ts';
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
  chargeRun(reply, services, principal);
  const { nowMs, isOwn } = requestTime(services, request);
  const grant = grantOf(principal, request.params.name);
  const progress: RunProgress = {};
  let controller: AbortController | undefined;
  return {
    principal,
    projectId: projectIdOf(request),
    endpointName: request.params.name,
    requestId: request.id,
    nowMs,
    hasOwnClock: isOwn,
    requestText: requestText(request, body, grant),
    grant,
    readRequest: () => {
      const read = readRequest(request, body);
      return grant === undefined ? read : constrainRun(read, grant);
    },
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

/**
 * Everything that decides what a run is, besides its endpoint: what a token grants, and all that `readRequest` looks
 * at, which is method, query string, content headers and body. Nothing else may make this text.
 */
export function requestText(
  { method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  body: Buffer,
  grant: TokenGrant | undefined,
): string {
  const mark = url.indexOf('?');
  const query = mark === -1 ? '' : url.slice(mark);
  const form = `${headers['content-type']} ${headers['content-encoding']} ${headers.accept}`;
  return `${grant?.digest ?? '-'} ${method} ${form} ${query}\n${body.toString('latin1')}`;
}
