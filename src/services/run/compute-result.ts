import { stopwatchMs } from '../../base/clock.ts';
import { Deadline } from '../../base/deadline.ts';
import { invariant } from '../../base/invariant.ts';
import type { Landing } from '../cache/single-flight.ts';
import { executePrepared, totalTimeoutMs } from '../execution/execute-plan.ts';
import type { StoredResult } from '../execution/stored-result.ts';
import type { CheckedRun } from './checked-run.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';

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
  return services.flights.run(flightName(call, run, isForced), waiting, (signal) =>
    execute(services, call, run, signal),
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
  { endpoint, prepared, form, frame, key }: CheckedRun,
  signal: AbortSignal,
): Promise<StoredResult> {
  invariant(form.kind === 'whole', 'streamed answers are not kept');
  const beganMs = stopwatchMs();
  const caller = { projectId, keyId, nowMs };
  const execution = { ...caller, prepared, endpointLimits: endpoint.limits, form, frame, identity: key };
  const result = await executePrepared(services, execution, signal);
  services.resultCache.store(key, result, beganMs);
  return result;
}
