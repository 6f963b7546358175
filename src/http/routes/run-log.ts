import type { FastifyInstance } from 'fastify';
import { checkShape } from '../../schema/check-shape.ts';
import { lastExecutionTimesSchema, runLogQuerySchema } from '../../schema/run-log.ts';
import {
  type RunLogServices,
  readLastExecutionTimes,
  readRunLog,
} from '../../services/run-log/read-run-log.ts';
import { projectIdOf } from '../plugins/access.ts';
import { sendJson } from '../send-json.ts';

interface Named {
  Params: { name: string };
}

const ENDPOINTS = '/api/projects/:project_id/endpoints';
const OPTIONS = { config: { access: 'endpoint:read' } } as const;

/** What runs left behind: the log of an endpoint, and when endpoints ran last. */
export function registerRunLogRoutes(server: FastifyInstance, services: RunLogServices): void {
  server.get<Named>(`${ENDPOINTS}/:name/logs`, OPTIONS, async (request, reply) => {
    const query = checkShape(runLogQuerySchema, request.query);
    const results = await readRunLog(services, projectIdOf(request), request.params.name, query);
    return sendJson(reply, 200, { results });
  });

  server.post(`${ENDPOINTS}/last_execution_times`, OPTIONS, async (request, reply) => {
    const { names } = checkShape(lastExecutionTimesSchema, request.body);
    return sendJson(reply, 200, await readLastExecutionTimes(services, projectIdOf(request), names));
  });
}
