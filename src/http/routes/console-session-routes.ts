import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import type { AccessServices } from '../../services/access/access-services.ts';
import { createConsoleCode } from '../../services/access/create-console-code.ts';
import { createConsoleSession } from '../../services/access/create-console-session.ts';
import { endConsoleSession } from '../../services/access/end-console-session.ts';
import type { RateLimiter } from '../../services/limits/rate.ts';
import { consoleOperations } from '../operations/console-operations.ts';
import { chargedRefusal } from '../plugins/access.ts';
import { serveOperation } from '../serve-operation.ts';

interface SignInServices extends AccessServices {
  readonly refusalRate: RateLimiter;
}

/** Sign in to the console, sign out, and codes that sign in. Their answers are not to be stored on the way. */
export function registerConsoleSessionRoutes(server: FastifyInstance, services: SignInServices): void {
  serveOperation(server, consoleOperations.createSession, async ({ request, reply, body }) =>
    fromHere(services, { request, reply }, () => {
      const { stay, code } = body;
      const { authorization } = request.headers;
      return createConsoleSession(services, code === undefined ? { authorization, stay } : { code, stay });
    }),
  );

  serveOperation(server, consoleOperations.createCode, async ({ request, reply }) =>
    fromHere(services, { request, reply }, () => createConsoleCode(services, request.headers.authorization)),
  );

  serveOperation(server, consoleOperations.endSession, async ({ request, reply, principal }) =>
    fromHere(services, { request, reply }, () => endConsoleSession(services, principal)),
  );
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Does what only the console and programs may ask for. Refusals are charged as those of keys are. */
async function fromHere<Answer>(
  services: SignInServices,
  { request, reply }: Exchange,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    refuseOtherSites(request);
    const answer = await work();
    void reply.header('cache-control', 'no-store');
    return answer;
  } catch (error) {
    throw error instanceof Error ? chargedRefusal(services, request, error) : error;
  }
}

/**
 * Browsers say from where a page calls. Programs say nothing.
 * @throws AppError permission_denied for a page of another origin
 */
function refuseOtherSites({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  throw new AppError('permission_denied', 'Only the console itself signs in and out.');
}
