import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { checkShape } from '../../schema/check-shape.ts';
import { eventDeletionSchema } from '../../schema/event-deletion.ts';
import { asFilterErrors } from '../../schema/property-filter.ts';
import { withoutNulls } from '../../schema/without-nulls.ts';
import { countEvents } from '../../services/capture/deletion/count-events.ts';
import { createEventDeletion } from '../../services/capture/deletion/create-event-deletion.ts';
import { getEventDeletion, listEventDeletions } from '../../services/capture/deletion/get-event-deletion.ts';
import type { Services } from '../../services/services.ts';
import { abortWhenGone } from '../abort-when-gone.ts';
import { addRoute } from '../add-route.ts';
import { deletionOperations } from '../operations/deletion-operations.ts';
import { callerOf, principalOf } from '../plugins/access.ts';
import { sendJson } from '../send-json.ts';
import { serveList, serveOperation } from '../serve-operation.ts';

/** Events go. */
export function registerDeletionRoutes(server: FastifyInstance, services: Services): void {
  addRoute(server, deletionOperations.events, async (request, reply) => {
    const { dry_run = false, ...asked } = checkedBody(request);
    const principal = principalOf(request);
    const caller = {
      ...callerOf(request),
      principal,
      mayQuery: principal.scopes.includes('query:read'),
      abortController: () => abortWhenGone(reply),
    };
    if (dry_run) return sendJson(reply, 200, await countEvents(services, caller, asked));
    const deletion = await createEventDeletion(services, caller, asked);
    return sendJson(reply, deletion.state === 'running' ? 202 : 200, deletion);
  });

  serveList(server, deletionOperations.list, ({ projectId, query }) =>
    listEventDeletions(services, projectId, query),
  );

  serveOperation(server, deletionOperations.get, ({ projectId, params }) =>
    getEventDeletion(services, { projectId, id: params.id }),
  );
}

/** The body; null members of filters mean absent, as everywhere in queries. */
function checkedBody({ body }: FastifyRequest) {
  refuseNullBounds(body);
  return asFilterErrors(() => checkShape(eventDeletionSchema, withoutNulls(body)));
}

/** A client that has not filled in a bound must not lose the events that the bound would have kept. */
function refuseNullBounds(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const attr of ['after', 'before', 'event', 'properties']) {
    if (Reflect.get(body, attr) !== null) continue;
    throw new AppError('invalid_value', `${attr}: null is no bound; leave the member out.`, { attr });
  }
}
