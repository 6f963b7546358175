import type { FastifyInstance } from 'fastify';
import { checkShape } from '../../schema/check-shape.ts';
import { exportQuerySchema } from '../../schema/export-query.ts';
import { Stages } from '../../services/execution/stages.ts';
import { exportProject } from '../../services/run/export-project.ts';
import type { StreamedAnswer } from '../../services/run/stream-answer.ts';
import type { Services } from '../../services/services.ts';
import { abortWhenGone } from '../abort-when-gone.ts';
import { addRoute } from '../add-route.ts';
import { chargeRun } from '../charge-run.ts';
import { exportOperations } from '../operations/export-operations.ts';
import { principalOf, projectIdOf } from '../plugins/access.ts';
import { toAppError } from '../plugins/error-answers.ts';
import { sendStream } from '../send-stream.ts';

/** Events as a file. */
export function registerExportRoutes(server: FastifyInstance, services: Services): void {
  addRoute(server, exportOperations.events, async (request, reply) => {
    const query = checkShape(exportQuerySchema, request.query);
    const principal = principalOf(request);
    const { keyId } = principal;
    chargeRun(reply, services, principal);
    void reply.header('vary', 'Authorization, Accept, Accept-Encoding');
    const caller = { projectId: projectIdOf(request), keyId, signal: abortWhenGone(reply).signal };
    try {
      const answer: StreamedAnswer = {
        kind: 'stream',
        format: query.format,
        endpointName: 'events',
        stages: new Stages(),
        deliver: (receive) => exportProject(services, caller, query, receive),
      };
      await sendStream(request, reply, { answer, observe: services.observe });
    } catch (error) {
      if (!reply.sent) throw error;
      // The connection is broken off already; the request log tells why.
      request.errorCode = toAppError(error).code;
    }
    return reply;
  });
}
