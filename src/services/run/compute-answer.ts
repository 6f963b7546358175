import { stopwatchMs } from '../../base/clock.ts';
import { Deadline } from '../../base/deadline.ts';
import { AppError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { Landing } from '../cache/single-flight.ts';
import { executePrepared, totalTimeoutMs } from '../execution/execute-plan.ts';
import type { StoredResult } from '../execution/stored-result.ts';
import type { CheckedRun } from './check-run.ts';
import { type DecidedRun, isWithin } from './choose-source.ts';
import { makeAnswer, type RunAnswer } from './run-answer.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';

/**
 * The answer of an execution. If that fails and the owner allows it, the answer is an expired one.
 * @throws AppError throttled, query_capacity, query_cancelled and the codes of the engine
 */
export async function computeAnswer(
  services: RunServices,
  call: RunCall,
  decided: DecidedRun,
): Promise<RunAnswer> {
  const { run, source, cached, stages } = decided;
  try {
    const { value, isCollapsed } = await compute(services, call, run, source.reason === 'refresh_forced');
    stages.end('execute');
    return makeAnswer(call, decided, value, isCollapsed);
  } catch (error) {
    const mayServeStale = isWithin(run.endpoint.staleIfErrorSeconds, cached, run, call);
    if (cached.state !== 'expired' || !mayServeStale || !isPassing(error)) throw error;
    const stale = { from: 'cache', reason: 'stale_if_error' } as const;
    return makeAnswer(call, { ...decided, source: stale }, cached.entry);
  }
}

/** Computes a result anew while the caller already has the old one. */
export function revalidate(services: RunServices, call: RunCall, run: CheckedRun): void {
  if (services.flights.isRunning(run.key)) return;
  // The client may hang up now; the computation goes on for the next one.
  const abort = new AbortController();
  compute(services, { ...call, abortController: () => abort }, run, false).catch((error: unknown) => {
    if (error instanceof AppError) return;
    services.observe({ kind: 'failure', where: 'revalidate', error, requestId: call.requestId });
  });
}

/**
 * Computes and stores a result, together with all callers who ask for the same result at this moment. A forced run
 * computes on its own: a running computation might have begun before the rows that the caller wants to see were there.
 */
async function compute(
  services: RunServices,
  call: RunCall,
  run: CheckedRun,
  isForced: boolean,
): Promise<Landing<StoredResult>> {
  const deadline = Deadline.after(totalTimeoutMs(services, run.endpoint.limits));
  const waiting = { deadline, signal: call.abortController().signal };
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

/**
 * True for errors that say nothing about the query. An old answer is better than such an error when the owner allows
 * it.
 */
function isPassing(error: unknown): boolean {
  return !(error instanceof AppError) || error.status >= 500 || error.code === 'query_timeout';
}
