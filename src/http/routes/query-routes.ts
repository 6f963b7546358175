import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { checkShape } from '../../schema/check-shape.ts';
import { FORMATS } from '../../schema/output-format.ts';
import { queryOptionsSchema, queryRequestSchema } from '../../schema/query-request.ts';
import { type QueryRequest, runQuery } from '../../services/query/run-query.ts';
import type { Services } from '../../services/services.ts';
import { abortWhenCancelled } from '../abort-when-gone.ts';
import { addRoute } from '../add-route.ts';
import { bodyPieces, isLarge } from '../body-pieces.ts';
import { chargeRun, setRateHeaders } from '../charge-run.ts';
import { runOperations } from '../operations/run-operations.ts';
import { principalOf, projectIdOf } from '../plugins/access.ts';
import { requestTime } from '../plugins/request-time.ts';
import { sendJson } from '../send-json.ts';

interface RunningRoute {
  Params: { client_query_id: string };
}

/** Ad-hoc queries, how far running ones have come, and the cancel call. */
export function registerQueryRoutes(server: FastifyInstance, services: Services): void {
  addRoute(server, runOperations.query, async (request, reply) => {
    const principal = principalOf(request);
    chargeRun(reply, services, principal);
    const call = {
      principal,
      projectId: projectIdOf(request),
      requestId: request.id,
      nowMs: requestTime(services, request).nowMs,
      abortController: () =>
        abortWhenCancelled(services.activeRuns, reply, principal.keyId, asked.client_query_id),
    };
    const { int64 } = checkShape(queryOptionsSchema, request.query);
    const asked = { ...readRequest(request.body), int64AsString: int64 === 'string' };
    const body = await runQuery(services, call, asked);
    setRateHeaders(reply, services, principal.keyId);
    return reply
      .headers({ 'content-type': FORMATS.json.contentType, 'cache-control': 'no-store' })
      .send(isLarge(body) ? Readable.from(bodyPieces(body), { objectMode: false }) : body[0]);
  });

  addRoute<RunningRoute>(server, runOperations.cancel, async (request, reply) => {
    const name = request.params.client_query_id;
    if (await services.runCanceller.cancel(principalOf(request).keyId, name)) return reply.code(204).send();
    throw notRunning(name);
  });

  addRoute<RunningRoute>(server, runOperations.progress, async (request, reply) => {
    const name = request.params.client_query_id;
    const found = await services.runWatcher.progress(principalOf(request).keyId, name);
    if (found === undefined) throw notRunning(name);
    const { elapsedMs, rowsRead, bytesRead, totalRows } = found;
    void reply.header('cache-control', 'no-store');
    return sendJson(reply, 200, {
      elapsed_ms: elapsedMs,
      rows_read: rowsRead,
      bytes_read: bytesRead,
      ...(totalRows > 0 && { total_rows: totalRows }),
    });
  });
}

function notRunning(name: string): AppError {
  return new AppError('not_found', `This key has no running query "${name}".`);
}

function readRequest(body: unknown): Omit<QueryRequest, 'int64AsString'> {
  const { query, ...parameters } = checkShape(queryRequestSchema, body);
  const present = Object.entries(parameters).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(present), query };
}
