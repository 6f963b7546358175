import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { stopwatchMs } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import { type CheckedBatch, checkedBatchSchema } from '../../schema/batch-request.ts';
import { checkShape } from '../../schema/check-shape.ts';
import { FORMATS } from '../../schema/output-format.ts';
import { inTokenTerms } from '../../services/run/constrain-run.ts';
import { type BatchedCall, runBatch } from '../../services/run/run-batch.ts';
import type { Services } from '../../services/services.ts';
import { addRoute } from '../add-route.ts';
import { BatchResults } from '../batch-results.ts';
import { linkBase } from '../callers.ts';
import { setRateHeaders } from '../charge-run.ts';
import type { EncodedBodies } from '../encode-body.ts';
import { type BatchRequest, beginBatch, makeBatchCall } from '../make-batch-call.ts';
import { observeRun } from '../observe-run.ts';
import { runOperations } from '../operations/run-operations.ts';
import { principalOf } from '../plugins/access.ts';
import { toAppError } from '../plugins/error-answers.ts';
import { RUN_VARY, registerRunCors } from '../plugins/run-cors.ts';
import { sendLines, sendWhole } from '../send-batch.ts';

/** What the routes work with. */
interface BatchEdge {
  readonly services: Services;
  readonly bodies: EncodedBodies;
}

/** POST and OPTIONS `/endpoints/batch_run`. */
export function registerBatchRoutes(server: FastifyInstance, edge: BatchEdge): void {
  server.register(async (routes) => {
    registerRunCors(routes, edge.services);
    addRoute(routes, runOperations.batchPreflight, async (_, reply) => reply.code(204).send());
    addRoute(routes, runOperations.batch, (request, reply) => answerBatch(edge, request, reply));
  });
}

async function answerBatch(
  { services, bodies }: BatchEdge,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = checkShape(checkedBatchSchema, request.body);
  const ids = idsOf(sent);
  const batch = beginBatch(services, request, reply, sent.timeout_seconds);
  const results = new BatchResults(sent.calls.map(({ name }, place) => ({ id: ids[place] ?? '', name })));
  const calls = sent.calls.map((call, place) => batchedCall(batch, call, { place, results }));
  void reply.header(...RUN_VARY).header('cache-control', 'no-store');
  const isInLines = request.headers.accept?.includes(FORMATS.ndjson.mediaType) === true;
  try {
    const running = runBatch(services, calls);
    if (isInLines) await sendLines(reply, { results, nowMs: batch.nowMs });
    await running;
    if (isInLines) return reply;
    setRateHeaders(reply, services, principalOf(request).keyId);
    await sendWhole(request, reply, { results, nowMs: batch.nowMs, bodies });
    return reply;
  } finally {
    batch.close();
  }
}

/** What names each call in the answer. @throws AppError invalid_value for a name that two calls have */
function idsOf({ calls }: CheckedBatch): readonly string[] {
  const ids = calls.map(({ id }, place) => id ?? String(place));
  const twice = ids.findIndex((id, place) => ids.indexOf(id) !== place);
  if (twice === -1) return ids;
  const detail = `calls.${twice}.id: "${ids[twice]}" names an earlier call too.`;
  throw new AppError('invalid_value', detail, { attr: `calls.${twice}.id` });
}

/** A call that is observed as a run, and whose outcome is the result at its place. */
function batchedCall(
  batch: BatchRequest,
  sent: CheckedBatch['calls'][number],
  { place, results }: { readonly place: number; readonly results: BatchResults },
): BatchedCall {
  const { services, request } = batch;
  let beganMs = 0;
  return {
    begin: () => {
      // A call that waits for its turn among the others does not run yet.
      beganMs = stopwatchMs();
      return makeBatchCall(batch, sent, place);
    },
    end: (outcome, call) => {
      const noPlace = 'answer' in outcome ? results.add(place, outcome.answer.body) : undefined;
      const thrown = 'answer' in outcome ? noPlace : outcome.thrown;
      const error = thrown === undefined ? undefined : inTokenTerms(thrown, call?.grant);
      if (call !== undefined) {
        batch.endRun(call.progress);
        observeRun(services, call, stopwatchMs() - beganMs, error);
      }
      if (error === undefined) return undefined;
      const told = toAppError(error);
      const requestId = call?.requestId ?? request.id;
      if (told.code === 'internal_error')
        services.observe({ kind: 'failure', where: 'request', error, requestId });
      results.refuse(place, told, { requestId, linkBase: linkBase(request) });
      return noPlace;
    },
  };
}
