import type { FastifyInstance } from 'fastify';
import { readCausedUsage, readProjectUsage } from '../../services/endpoints/read-project-usage.ts';
import {
  readLastExecutionTimes,
  readProjectRuns,
  readRunLog,
} from '../../services/endpoints/read-run-log.ts';
import { readUsage } from '../../services/endpoints/read-usage.ts';
import type { Services } from '../../services/services.ts';
import { runLogOperations } from '../operations/run-operations.ts';
import { serveOperation } from '../serve-operation.ts';

/** What runs left behind: the log and the usage of an endpoint, and when endpoints ran last. */
export function registerRunLogRoutes(server: FastifyInstance, services: Services): void {
  serveOperation(server, runLogOperations.list, ({ projectId, params, query }) =>
    readRunLog(services, projectId, params.name, query),
  );

  serveOperation(server, runLogOperations.listAll, ({ projectId, query }) =>
    readProjectRuns(services, projectId, query),
  );

  serveOperation(server, runLogOperations.usage, ({ projectId, params, query }) =>
    readUsage(services, projectId, params.name, query),
  );

  serveOperation(server, runLogOperations.projectUsage, ({ projectId, body }) =>
    readProjectUsage(services, projectId, body),
  );

  serveOperation(server, runLogOperations.causedUsage, ({ projectId, query }) =>
    readCausedUsage(services, projectId, query),
  );

  serveOperation(server, runLogOperations.lastExecutions, ({ projectId, body }) =>
    readLastExecutionTimes(services, projectId, body.names),
  );
}
