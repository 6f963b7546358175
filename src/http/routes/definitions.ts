import type { FastifyInstance } from 'fastify';
import { checkShape } from '../../schema/check-shape.ts';
import { propertyDefinitionChangeSchema, propertyOwnerSchema } from '../../schema/definition.ts';
import { changeOptionsSchema } from '../../schema/endpoint-parameters.ts';
import { pagingSchema } from '../../schema/page.ts';
import { listEventDefinitions, listPropertyDefinitions } from '../../services/projects/list-definitions.ts';
import { listIngestionWarnings } from '../../services/projects/list-ingestion-warnings.ts';
import type { PromotedSource } from '../../services/projects/project-directory.ts';
import { setPropertyType } from '../../services/projects/set-property-type.ts';
import type { Services } from '../../services/services.ts';
import { addRoute } from '../add-route.ts';
import { listBody } from '../list-body.ts';
import { definitionOperations } from '../operations/project-operations.ts';
import { callerOf, projectIdOf } from '../plugins/access.ts';
import { sendJson } from '../send-json.ts';

interface OfProperty {
  Params: { type: string; name: string };
}

/** What came in: names of events, properties and their types, warnings. */
export function registerDefinitionRoutes(
  server: FastifyInstance,
  services: Pick<Services, 'database' | 'clock' | 'projects'> & { readonly promoter: PromotedSource },
): void {
  const lists = [
    [definitionOperations.listEvents, listEventDefinitions],
    [definitionOperations.listProperties, listPropertyDefinitions],
    [definitionOperations.listWarnings, listIngestionWarnings],
  ] as const;
  for (const [operation, list] of lists) {
    addRoute(server, operation, async (request, reply) => {
      const paging = checkShape(pagingSchema, request.query);
      const page = await list(services, projectIdOf(request), paging);
      return sendJson(reply, 200, listBody(request, page, paging));
    });
  }

  addRoute<OfProperty>(server, definitionOperations.changeProperty, async (request, reply) => {
    const type = checkShape(propertyOwnerSchema, request.params.type, 'type');
    const change = checkShape(propertyDefinitionChangeSchema, request.body);
    const { allow_breaking } = checkShape(changeOptionsSchema, request.query);
    const definition = { type, name: request.params.name, ...change };
    const caller = callerOf(request);
    return sendJson(reply, 200, await setPropertyType(services, caller, definition, allow_breaking));
  });
}
