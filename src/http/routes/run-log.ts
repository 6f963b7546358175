import type { FastifyInstance } from 'fastify';
import { checkShape } from '../../schema/check-shape.ts';
import { lastExecutionTimesSchema, runLogQuerySchema } from '../../schema/run-log.ts';
import { usageQuerySchema } from '../../schema/usage.ts';
import { readLastExecutionTimes, readRunLog } from '../../services/endpoints/read-run-log.ts';
import { readUsage } from '../../services/endpoints/read-usage.ts';
import type { Services } from '../../services/services.ts';
import { addRoute } from '../add-route.ts';
import { runLogOperations } from '../operations/run-operations.ts';
import { projectIdOf } from '../plugins/access.ts';
import { sendJson } from '../send-json.ts';

interface Named {
  Params: { name: string };
}

/** What runs left behind: the log and the usage of an endpoint, and when endpoints ran last. */
export function registerRunLogRoutes(server: FastifyInstance, services: Services): void {
  addRoute<Named>(server, runLogOperations.list, async (request, reply) => {
    const query = checkShape(runLogQuerySchema, request.query);
    const results = await readRunLog(services, projectIdOf(request), request.params.name, query);
    return sendJson(reply, 200, { results });
  });

  addRoute<Named>(server, runLogOperations.usage, async (request, reply) => {
    const query = checkShape(usageQuerySchema, request.query);
    const usage = await readUsage(services, projectIdOf(request), request.params.name, query);
    return sendJson(reply, 200, usage);
  });

  addRoute(server, runLogOperations.lastExecutions, async (request, reply) => {
    const { names } = checkShape(lastExecutionTimesSchema, request.body);
    return sendJson(reply, 200, await readLastExecutionTimes(services, projectIdOf(request), names));
  });
}
