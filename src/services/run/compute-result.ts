import type { QueryLimits } from '../../adapters/engine/engine.ts';
import { Deadline } from '../../base/deadline.ts';
import { AppError } from '../../base/errors.ts';
import { newUuid } from '../../base/ids.ts';
import type { Landing } from '../cache/single-flight.ts';
import type { CheckedRun } from './check-run.ts';
import { executePlan } from './execute-plan.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';
import { shapeResult } from './shape-result.ts';
import type { StoredResult } from './stored-result.ts';

/** Time the engine gets to end a query that is over its time, before the caller is answered without it. */
const GRACE_MS = 2_000;

/**
 * Computes and stores a result, together with whoever asks for the same one at this moment. A forced run computes on
 * its own: what it joined might have begun before the rows it wants to see were there.
 * @throws AppError throttled, query_capacity, query_cancelled and the codes of the engine
 */
export async function computeResult(
  services: RunServices,
  call: RunCall,
  run: CheckedRun,
  isForced: boolean,
): Promise<Landing<StoredResult>> {
  const { queueTimeoutMs } = services.runLimits;
  const limits = queryLimits(services, run);
  const deadline = Deadline.after(queueTimeoutMs + limits.timeoutMs + GRACE_MS);
  const controller = call.abortController();
  const { client_query_id: clientQueryId } = run.request;
  const unregister = clientQueryId && services.activeRuns.register(call.keyId, clientQueryId, controller);
  const flight = isForced
    ? `${run.key} ${call.requestId}`
    : call.hasOwnClock
      ? `${run.key} ${call.nowMs}`
      : run.key;
  try {
    return await services.flights.run(flight, { deadline, signal: controller.signal }, (signal) =>
      execute(services, call, run, { limits, signal }),
    );
  } finally {
    if (unregister) unregister();
  }
}

async function execute(
  services: RunServices,
  call: RunCall,
  run: CheckedRun,
  { limits, signal }: { readonly limits: QueryLimits; readonly signal: AbortSignal },
): Promise<StoredResult> {
  services.executionRate.take(call.keyId);
  const executionId = newUuid();
  const place = { deadline: Deadline.after(services.runLimits.queueTimeoutMs), signal };
  const subject = { projectId: call.project.projectId, keyId: call.keyId };
  const outcome = await executePlan(services.engine, run.prepared.plan(call.nowMs), {
    projectId: call.project.projectId,
    executionId,
    limits,
    int64AsString: run.request.int64AsString,
    signal,
    admit: (work) => services.concurrency.run(subject, place, work),
  });
  const result = shapeResult(outcome, {
    endpointName: run.endpoint.name,
    version: run.version.version,
    versionCreatedAtMs: run.version.createdAtMs,
    timezone: call.project.timezone,
    limit: run.request.limit,
    offset: run.request.offset,
    cacheKey: run.key,
    executionId,
    computedAtMs: call.nowMs,
  });
  refuseTooLarge(result, services.runLimits.answerBytes);
  services.resultCache.store(run.key, result);
  return result;
}

/** Rows of insights are folded in memory; their answer is held to the limit of bytes like any other. */
const INSIGHT_ROWS = 1_000_000;

function queryLimits({ runLimits }: RunServices, { endpoint, version }: CheckedRun): QueryLimits {
  const { timeoutSeconds, maxBytesRead } = endpoint.limits;
  return {
    timeoutMs: timeoutSeconds === undefined ? runLimits.executionTimeoutMs : timeoutSeconds * 1000,
    maxMemoryBytes: runLimits.memoryBytes,
    // One more than an answer may hold, which tells whether there are more.
    maxResultRows: version.query.kind === 'HogQLQuery' ? runLimits.answerRows + 1 : INSIGHT_ROWS,
    maxResultBytes: runLimits.answerBytes,
    ...(maxBytesRead === undefined ? {} : { maxBytesToRead: maxBytesRead }),
    maxThreads: 1,
    priority: 1,
  };
}

function refuseTooLarge(result: StoredResult, answerBytes: number): void {
  if (result.byteLength <= answerBytes) return;
  throw new AppError('query_too_large', `The answer is larger than ${answerBytes} bytes.`);
}
