import type { FastifyInstance } from 'fastify';
import { checkShape } from '../../schema/check-shape.ts';
import { eventDeletionSchema } from '../../schema/deletion.ts';
import { deleteEventsBefore } from '../../services/capture/deletion/delete-events-before.ts';
import { deletePerson } from '../../services/capture/deletion/delete-person.ts';
import type { Services } from '../../services/services.ts';
import { addRoute } from '../add-route.ts';
import { deletionOperations } from '../operations/deletion-operations.ts';
import { callerOf } from '../plugins/access.ts';

interface OfPerson {
  Params: { id: string };
}

/** Persons and events go. */
export function registerDeletionRoutes(server: FastifyInstance, services: Services): void {
  addRoute<OfPerson>(server, deletionOperations.person, async (request, reply) => {
    await deletePerson(services, callerOf(request), request.params.id);
    return reply.code(204).send();
  });

  addRoute(server, deletionOperations.events, async (request, reply) => {
    const { before } = checkShape(eventDeletionSchema, request.body);
    await deleteEventsBefore(services, callerOf(request), before);
    return reply.code(204).send();
  });
}
