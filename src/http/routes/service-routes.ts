import type { FastifyInstance } from 'fastify';
import { type DescribedService, describeService } from '../../services/describe-service.ts';
import { linkBase } from '../callers.ts';
import { aboutOperations } from '../operations/service-operations.ts';
import { serveOperation } from '../serve-operation.ts';

/** What service this is, for those who have a key. */
export function registerServiceRoutes(server: FastifyInstance, services: DescribedService): void {
  serveOperation(server, aboutOperations.service, ({ request }) =>
    describeService(services, linkBase(request)),
  );
}
