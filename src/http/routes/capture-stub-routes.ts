import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAppError } from '../../base/errors.ts';
import { decideAccess } from '../../services/access/decide-access.ts';
import type { Services } from '../../services/services.ts';
import { addRoute } from '../add-route.ts';
import { captureStubOperations } from '../operations/capture-stub-operations.ts';
import type { Operation } from '../operations/operation.ts';
import { requestTime } from '../plugins/request-time.ts';
import { sendJson } from '../send-json.ts';

interface StubRoute {
  Params: { token?: string };
  Querystring: { token?: string | readonly string[] };
}

type StubRequest = FastifyRequest<StubRoute>;
type Answer = (request: StubRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

/** What SDKs ask for besides sending events: feature flags, settings, recordings. There are none here. */
export function registerCaptureStubRoutes(scope: FastifyInstance, services: Services): void {
  const answer = (operations: readonly Operation[], send: Answer): void => {
    for (const operation of operations) addRoute<StubRoute>(scope, operation, send);
  };
  answer(captureStubOperations.flags, (request, reply) =>
    sendJson(reply, 200, {
      flags: {},
      featureFlags: {},
      featureFlagPayloads: {},
      errorsWhileComputingFlags: false,
      requestId: request.id,
      evaluatedAt: requestTime(services, request).nowMs,
    }),
  );
  answer(captureStubOperations.flagDefinitions, async (request, reply) => {
    const names = await readableGroupTypes(services, request);
    return sendJson(reply, 200, { flags: [], group_type_mapping: { ...names }, cohorts: {} });
  });
  answer(captureStubOperations.config, (request, reply) =>
    sendJson(reply, 200, remoteConfig(request.params.token ?? '')),
  );
  answer(captureStubOperations.configScript, (request, reply) =>
    reply
      .header('content-type', 'application/javascript; charset=utf-8')
      .send(configScript(request.params.token ?? '')),
  );
  answer(captureStubOperations.recording, (_request, reply) => sendJson(reply, 200, { status: 1 }));
}

/** A capture token is public, so the names of group types are for keys that may read the project. */
async function readableGroupTypes(services: Services, request: StubRequest): Promise<readonly string[]> {
  const token = request.query.token;
  const projectId = typeof token === 'string' ? await services.catalog.byCaptureToken(token) : undefined;
  if (projectId === undefined) return [];
  const { authorization } = request.headers;
  const project = String(projectId);
  const asked = { authorization, project, endpoint: undefined, scopes: ['project:read'] } as const;
  try {
    await services.catalog.whenKnown((known) => decideAccess(services, known, asked));
  } catch (error) {
    if (isAppError(error, 'authentication_failed', 'permission_denied')) return [];
    throw error;
  }
  return (await services.catalog.context(projectId)).groupTypes;
}

function remoteConfig(token: string) {
  return {
    token,
    supportedCompression: ['gzip-js'],
    hasFeatureFlags: false,
    captureDeadClicks: false,
    capturePerformance: false,
    autocapture_opt_out: false,
    autocaptureExceptions: false,
    analytics: {},
    elementsChainAsString: true,
    sessionRecording: false,
    heatmaps: false,
    surveys: false,
    defaultIdentifiedOnly: true,
    siteApps: [],
  };
}

/** A script of ours that runs in the caller's page: the token is in it as JSON, which is JavaScript too. */
function configScript(token: string): string {
  const name = JSON.stringify(token);
  const config = JSON.stringify({ config: remoteConfig(token), siteApps: [] });
  return `(window._POSTHOG_REMOTE_CONFIG=window._POSTHOG_REMOTE_CONFIG||{})[${name}]=${config};\n`;
}
