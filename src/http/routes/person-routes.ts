import type { FastifyInstance } from 'fastify';
import { deletePerson } from '../../services/capture/deletion/delete-person.ts';
import { getPerson } from '../../services/persons/get-person.ts';
import { listPersons } from '../../services/persons/list-persons.ts';
import type { Services } from '../../services/services.ts';
import { abortWhenGone } from '../abort-when-gone.ts';
import { personOperations } from '../operations/person-operations.ts';
import { type OperationCall, serveList, serveOperation } from '../serve-operation.ts';

/** Persons: find one, see what is known of it, delete it. */
export function registerPersonRoutes(server: FastifyInstance, services: Services): void {
  serveList(server, personOperations.list, (call) => listPersons(services, askerOf(call), call.query));

  serveOperation(server, personOperations.get, (call) => getPerson(services, askerOf(call), call.params.id));

  serveOperation(server, personOperations.remove, ({ caller, params }) =>
    deletePerson(services, caller, params.id),
  );
}

function askerOf({
  projectId,
  principal,
  reply,
}: Pick<OperationCall<never>, 'projectId' | 'principal' | 'reply'>) {
  return { projectId, keyId: principal.keyId, signal: abortWhenGone(reply).signal };
}
