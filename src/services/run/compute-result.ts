import { stopwatchMs } from '../../base/clock.ts';
import { Deadline } from '../../base/deadline.ts';
import { invariant } from '../../base/invariant.ts';
import type { Landing } from '../cache/single-flight.ts';
import type { CheckedRun } from './checked-run.ts';
import { executePrepared, totalTimeoutMs } from './execute-prepared.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';
import { shapeResult } from './shape-result.ts';
import type { StoredResult } from './stored-result.ts';

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
  const controller = call.abortController();
  const deadline = Deadline.after(totalTimeoutMs(services, run.endpoint.limits));
  const waiting = { deadline, signal: controller.signal };
  const name = { keyId: call.principal.keyId, clientQueryId: run.request.client_query_id };
  return services.activeRuns.during(name, controller, () =>
    services.flights.run(flightName(call, run, isForced), waiting, (signal) =>
      execute(services, call, run, signal),
    ),
  );
}

/** Calls with equal names share one computation. */
function flightName(call: RunCall, { key }: CheckedRun, isForced: boolean): string {
  if (isForced) return `${key} ${call.requestId}`;
  return call.hasOwnClock ? `${key} ${call.nowMs}` : key;
}

async function execute(
  services: RunServices,
  { projectId, principal: { keyId }, nowMs }: RunCall,
  { endpoint, version, request, prepared, output, timezone, key }: CheckedRun,
  signal: AbortSignal,
): Promise<StoredResult> {
  invariant(output.kind === 'whole', 'streamed answers are not kept');
  const beganMs = stopwatchMs();
  const isSql = version.query.kind === 'HogQLQuery';
  const { int64AsString } = request;
  const execution = {
    projectId,
    keyId,
    nowMs,
    prepared,
    isSql,
    endpointLimits: endpoint.limits,
    int64AsString,
  };
  const { executionId, outcome } = await executePrepared(services, execution, signal);
  const shaping = shapeResult(outcome, output, {
    opening: { name: endpoint.name },
    closing: {
      limit: request.limit,
      offset: request.offset,
      timezone,
      endpoint_version: version.version,
      endpoint_version_created_at: new Date(version.createdAtMs).toISOString(),
      execution_id: executionId,
    },
    identity: key,
    executionId,
    computedAtMs: nowMs,
    maxBytes: services.runLimits.answerBytes,
  });
  const result = await services.slices.run(shaping, signal);
  services.resultCache.store(key, result, beganMs);
  return result;
}
