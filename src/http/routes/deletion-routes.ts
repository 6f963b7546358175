import type { FastifyInstance } from 'fastify';
import { deleteEventsBefore } from '../../services/capture/deletion/delete-events-before.ts';
import { deletePerson } from '../../services/capture/deletion/delete-person.ts';
import type { Services } from '../../services/services.ts';
import { deletionOperations } from '../operations/deletion-operations.ts';
import { serveOperation } from '../serve-operation.ts';

/** Persons and events go. */
export function registerDeletionRoutes(server: FastifyInstance, services: Services): void {
  serveOperation(server, deletionOperations.person, ({ caller, params }) =>
    deletePerson(services, caller, params.id),
  );
  serveOperation(server, deletionOperations.events, ({ caller, body }) =>
    deleteEventsBefore(services, caller, body.before),
  );
}
