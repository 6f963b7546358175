import type { FastifyInstance } from 'fastify';
import type { EndpointServices } from '../../services/endpoints/endpoint-services.ts';
import { getMaterializationStatus, listBuilds } from '../../services/endpoints/get-endpoint.ts';
import { requestBuild } from '../../services/endpoints/request-build.ts';
import { abortWhenGone } from '../abort-when-gone.ts';
import { materializationOperations } from '../operations/materialization-operations.ts';
import { serveList, serveOperation } from '../serve-operation.ts';

/** Materialization of an endpoint: its status, build now, and its builds. */
export function registerMaterializationRoutes(server: FastifyInstance, services: EndpointServices): void {
  serveOperation(server, materializationOperations.status, ({ projectId, params }) =>
    getMaterializationStatus(services, projectId, params.name),
  );

  serveOperation(server, materializationOperations.build, ({ reply, projectId, params, query }) => {
    const until = query.wait ? abortWhenGone(reply).signal : undefined;
    return requestBuild(services, projectId, params.name, until);
  });

  serveList(server, materializationOperations.builds, ({ projectId, params, query }) =>
    listBuilds(services, projectId, params.name, query),
  );
}
