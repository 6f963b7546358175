import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type OutputRequest,
  type QueryString,
  type RunRequest,
  readRunBody,
  readRunQuery,
} from '../schema/run-request.ts';
import { hasScope } from '../services/catalog/principal.ts';
import type { RunCall } from '../services/run/run-call.ts';
import type { Services } from '../services/services.ts';
import { abortWhenGone } from './abort-when-gone.ts';
import { principalOf } from './plugins/access.ts';
import { checkContentType } from './plugins/json-body.ts';
import { requestTime } from './plugins/request-time.ts';

export interface RunRoute {
  Params: { project_id: string; name: string };
  Querystring: QueryString;
}

export type RunHttpRequest = FastifyRequest<RunRoute>;

/** The call that a request of the run route makes. @throws AppError invalid_value for X-Test-Now */
export function makeRunCall(
  services: Services,
  { request, reply, body }: { request: RunHttpRequest; reply: FastifyReply; body: Buffer },
  project: RunCall['project'],
): RunCall {
  const { nowMs, isOwn } = requestTime(services, request);
  const principal = principalOf(request);
  let controller: AbortController | undefined;
  return {
    project,
    keyId: principal.keyId,
    mayQuery: hasScope(principal, 'query:read'),
    endpointName: request.params.name,
    requestId: request.id,
    nowMs,
    hasOwnClock: isOwn,
    requestText: requestText(request, body),
    readRequest: () => readRequest(request, body),
    abortController: () => {
      controller ??= abortWhenGone(reply);
      return controller;
    },
    progress: {},
  };
}

function readRequest(request: RunHttpRequest, body: Buffer): RunRequest & OutputRequest {
  const { headers, method, query } = request;
  if (method === 'POST' && body.length > 0) checkContentType(headers);
  const read = method === 'POST' ? readRunBody(body, query) : readRunQuery(query);
  return headers.accept === undefined ? read : { ...read, accept: headers.accept };
}

/** Everything that `readRequest` looks at: method, query string, content headers and body. */
function requestText({ method, url, headers }: RunHttpRequest, body: Buffer): string {
  const mark = url.indexOf('?');
  const query = mark === -1 ? '' : url.slice(mark);
  const form = `${headers['content-type']} ${headers['content-encoding']} ${headers.accept}`;
  return `${method} ${form} ${query}\n${body.toString('latin1')}`;
}
