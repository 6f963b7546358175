import type { IncomingMessage, ServerResponse } from 'node:http';
import { stopwatchMs } from '../base/clock.ts';
import type { LoopWatch } from '../base/loop-watch.ts';
import { decideAccess } from '../services/access/decide-access.ts';
import { Missing } from '../services/catalog/known-state.ts';
import { grantOf } from '../services/run/constrain-run.ts';
import type { RunAnswer } from '../services/run/run-answer.ts';
import type { RunCall } from '../services/run/run-call.ts';
import { firstTurn } from '../services/run/run-endpoint.ts';
import type { Services } from '../services/services.ts';
import { routerPath } from './add-route.ts';
import { isLarge } from './body-pieces.ts';
import { rateHeaders, takeRun } from './charge-run.ts';
import type { EncodedBodies } from './encode-body.ts';
import type { LaterWork } from './later-work.ts';
import { requestText } from './make-run-call.ts';
import { NO_SNIFFING } from './no-sniffing.ts';
import { observeRun } from './observe-run.ts';
import { runOperations } from './operations/run-operations.ts';
import type { ShortWay } from './pass-by.ts';
import { scopesOf } from './plugins/access.ts';
import { hasBody } from './plugins/body-deadline.ts';
import { requestTime } from './plugins/request-time.ts';
import { RUN_VARY, runCors } from './plugins/run-cors.ts';
import { type Readiness, takesRequests } from './routes/health-routes.ts';
import { type EncodedAnswer, encodeAtOnce, writeRun } from './send-run.ts';

/** What answering works with. */
interface AtOnceEdge {
  readonly services: Services;
  readonly bodies: EncodedBodies;
  readonly readiness: Readiness;
  readonly loopWatch: LoopWatch;
  readonly requestId: (request: IncomingMessage) => string;
  readonly later: LaterWork;
}

/** The endpoint that a request wants to run. */
interface RunTarget {
  readonly project: string;
  readonly name: string;
}

/** The route in its spellings without anything to decode; the framework understands the others. */
const RUN_PATH = /^\/api\/(?:projects|environments)\/([\w@]+)\/endpoints\/([\w-]{1,128})\/run\/?(?:\?|$)/;
const ROUTE = routerPath(runOperations.post.path);
const SCOPES = scopesOf(runOperations.post.access);

/**
 * Answers runs whose answer is in memory. Everything is decided where the route decides it; whatever is not known, and
 * whoever is refused, goes on to the route, which decides again and tells.
 */
export function runsAtOnce(edge: AtOnceEdge): ShortWay<RunTarget> {
  return {
    find: (request) => {
      const { method, url = '' } = request;
      const isRun = method === 'POST' || (method === 'GET' && !hasBody(request));
      const found = isRun ? RUN_PATH.exec(url) : null;
      const [, project, name] = found ?? [];
      return project === undefined || name === undefined ? undefined : { project, name };
    },
    answer: (request, response, target, body) => answerAtOnce(edge, request, response, { ...target, body }),
  };
}

function answerAtOnce(
  edge: AtOnceEdge,
  request: IncomingMessage,
  response: ServerResponse,
  asked: AskedRun,
): boolean {
  const startedMs = stopwatchMs();
  const found = takesRequests(edge.readiness.state()) ? findReady(edge, request, asked) : null;
  if (found === null) return false;
  const { call, answer, encoded, cors } = found;
  const headers = ['x-request-id', call.requestId, ...NO_SNIFFING, ...RUN_VARY];
  for (const header of cors) headers.push(...header);
  for (const header of rateHeaders(edge.services, call.principal.keyId)) headers.push(...header);
  writeRun(response, headers, answer, encoded);
  edge.loopWatch.passed(ROUTE);
  const durationMs = stopwatchMs() - startedMs;
  edge.later.add(() => tell(edge.services, request, { call, status: response.statusCode, durationMs }));
  return true;
}

interface AskedRun extends RunTarget {
  readonly body: Buffer;
}

interface ReadyAnswer {
  readonly call: RunCall;
  readonly answer: RunAnswer;
  readonly encoded: EncodedAnswer;
  readonly cors: Exclude<ReturnType<typeof runCors>, Missing>;
}

/** The answer in memory, charged to the key; null = the route is to answer. */
function findReady(edge: AtOnceEdge, request: IncomingMessage, asked: AskedRun): ReadyAnswer | null {
  const { services, bodies } = edge;
  try {
    const call = makeCall(edge, request, asked);
    const answer = call === null ? null : firstTurn(services, call);
    if (call === null || answer === null || isLarge(answer.body)) return null;
    const encoded = encodeAtOnce(request, answer, bodies);
    if (typeof encoded === 'string') return null;
    const cors = runCors(services.catalog.look(), { headers: request.headers, project: asked.project });
    if (cors instanceof Missing) return null;
    takeRun(services, call.principal);
    return { call, answer, encoded, cors };
  } catch {
    // Whatever went wrong goes wrong again on the route, which tells of it.
    return null;
  }
}

/** The call of an admitted caller; null = that needs the store. @throws AppError as `decideAccess` and `requestTime` */
function makeCall(
  { services, requestId }: AtOnceEdge,
  request: IncomingMessage,
  { project, name, body }: AskedRun,
): RunCall | null {
  const { authorization } = request.headers;
  const access = decideAccess(services, services.catalog.look(), {
    authorization,
    project,
    endpoint: name,
    scopes: SCOPES,
  });
  if (access instanceof Missing || access.projectId === null) return null;
  const grant = grantOf(access.principal, name);
  const { nowMs, isOwn } = requestTime(services, request);
  return {
    principal: access.principal,
    projectId: access.projectId,
    endpointName: name,
    requestId: requestId(request),
    nowMs,
    hasOwnClock: isOwn,
    requestText: requestText(request, body, grant),
    grant,
    readRequest: () => UNREAD,
    abortController: () => new AbortController(),
    progress: {},
  };
}

/** A request that was not checked before is read by the route. */
const UNREAD = new Missing('request', async () => undefined);

interface ToldRun {
  readonly call: RunCall;
  readonly status: number;
  readonly durationMs: number;
}

function tell(
  services: Services,
  { method = '' }: IncomingMessage,
  { call, status, durationMs }: ToldRun,
): void {
  observeRun(services, call, durationMs);
  services.observe({ kind: 'request', method, route: ROUTE, status, durationMs, requestId: call.requestId });
}
