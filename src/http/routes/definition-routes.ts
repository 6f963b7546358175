import type { FastifyInstance } from 'fastify';
import { checkShape } from '../../schema/check-shape.ts';
import { propertyOwnerSchema } from '../../schema/definition.ts';
import type { PromotedSource } from '../../services/catalog/catalog.ts';
import { listEventDefinitions, listPropertyDefinitions } from '../../services/projects/list-definitions.ts';
import { listIngestionWarnings } from '../../services/projects/list-ingestion-warnings.ts';
import { setPropertyType } from '../../services/projects/set-property-type.ts';
import type { Services } from '../../services/services.ts';
import { definitionOperations } from '../operations/project-operations.ts';
import { serveList, serveOperation } from '../serve-operation.ts';

/** What came in: names of events, properties and their types, warnings. */
export function registerDefinitionRoutes(
  server: FastifyInstance,
  services: Pick<Services, 'database' | 'clock' | 'catalog' | 'compiling'> & {
    readonly promoter: PromotedSource;
  },
): void {
  serveList(server, definitionOperations.listEvents, ({ projectId, query }) =>
    listEventDefinitions(services, projectId, query),
  );
  serveList(server, definitionOperations.listProperties, ({ projectId, query }) =>
    listPropertyDefinitions(services, projectId, query),
  );
  serveList(server, definitionOperations.listWarnings, ({ projectId, query }) =>
    listIngestionWarnings(services, projectId, query),
  );

  serveOperation(server, definitionOperations.changeProperty, async ({ caller, params, query, body }) => {
    const type = checkShape(propertyOwnerSchema, params.type, 'type');
    const definition = { type, name: params.name, ...body };
    return setPropertyType(services, caller, definition, query.allow_breaking);
  });
}
