import type { FastifyInstance } from 'fastify';
import { checkShape } from '../../schema/check-shape.ts';
import { FORMATS } from '../../schema/output-format.ts';
import { recentEventsQuerySchema } from '../../schema/recent-events-query.ts';
import { checkStillValid } from '../../services/access/check-still-valid.ts';
import { watchEvents } from '../../services/capture/watch-events.ts';
import type { Services } from '../../services/services.ts';
import { abortWhenGone } from '../abort-when-gone.ts';
import { addRoute } from '../add-route.ts';
import { recentEventOperations } from '../operations/recent-event-operations.ts';
import { principalOf, projectIdOf } from '../plugins/access.ts';

/** Events as they come in. Waits end when the server closes. */
export function registerRecentEventRoutes(server: FastifyInstance, services: Services): void {
  server.addHook('preClose', async () => services.recentEvents.close());
  addRoute(server, recentEventOperations.list, async (request, reply) => {
    const asked = checkShape(recentEventsQuerySchema, request.query);
    const principal = principalOf(request);
    const caller = {
      projectId: projectIdOf(request),
      keyId: principal.keyId,
      signal: abortWhenGone(reply).signal,
    };
    const body = await watchEvents(services, caller, asked);
    // The key may have been revoked while the call waited.
    if (asked.wait > 0) await checkStillValid(services.database.query, principal);
    return reply
      .headers({ 'content-type': FORMATS.json.contentType, 'cache-control': 'no-store' })
      .send(Buffer.from(body));
  });
}
