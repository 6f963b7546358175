import { stopwatchMs } from '../../base/clock.ts';
import { Deadline } from '../../base/deadline.ts';
import { AppError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { Landing } from '../cache/single-flight.ts';
import { executePrepared, totalTimeoutMs } from '../execution/execute-plan.ts';
import type { StoredResult } from '../execution/stored-result.ts';
import type { CheckedRun } from './check-run.ts';
import { type DecidedRun, isWithin, latestOf } from './choose-source.ts';
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
  if (services.flights.isRunning(flightName(services, call, run))) return;
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
  if (isForced)
    return services.flights.run(`${run.key} ${call.requestId}`, waiting, (signal) =>
      executeForced(services, call, run, signal),
    );
  let isOfOther = false;
  const landing = await services.flights.run(flightName(services, call, run), waiting, async (signal) => {
    const { value, isOther } = await executeOnce(services, call, run, signal);
    isOfOther = isOther;
    return value;
  });
  return { ...landing, isCollapsed: landing.isCollapsed || isOfOther };
}

/** Calls with equal names share one computation. */
function flightName({ newerResults }: RunServices, call: RunCall, { key }: CheckedRun): string {
  return `${key}${newerResults?.epoch(key) ?? ''}${call.hasOwnClock ? ` ${call.nowMs}` : ''}`;
}

/** Executes, and tells all services of the result before the caller sees it. @throws AppError store_unavailable */
async function executeForced(
  services: RunServices,
  call: RunCall,
  run: CheckedRun,
  signal: AbortSignal,
): Promise<StoredResult> {
  const result = await execute(services, call, run, signal);
  if (call.hasOwnClock) return result;
  const { key } = run;
  void services.sharedResults?.share({ key, ageMs: run.cacheAgeSeconds * 1000 }, result);
  await services.newerResults?.tell({ key, computedAtMs: result.computedAtMs });
  return result;
}

/** Executes, unless another service does just now. */
async function executeOnce(
  services: RunServices,
  call: RunCall,
  run: CheckedRun,
  signal: AbortSignal,
): Promise<{ readonly value: StoredResult; readonly isOther: boolean }> {
  const { sharedResults, resultCache } = services;
  const compute = () => execute(services, call, run, signal);
  if (sharedResults === undefined || call.hasOwnClock) return { value: await compute(), isOther: false };
  const { key, cacheAgeSeconds } = run;
  const find = () => {
    const found = resultCache.look(key, cacheAgeSeconds, {
      nowMs: call.nowMs,
      latestMs: latestOf(services, call),
    });
    return found.state === 'fresh' ? found.entry : undefined;
  };
  return sharedResults.once({ key, signal, find, compute, ageMs: cacheAgeSeconds * 1000 });
}

async function execute(
  services: RunServices,
  { projectId, principal: { keyId }, nowMs }: RunCall,
  { endpoint, request, prepared, form, frame, key }: CheckedRun,
  signal: AbortSignal,
): Promise<StoredResult> {
  invariant(form.kind === 'whole', 'streamed answers are not kept');
  const beganMs = stopwatchMs();
  const caller = { projectId, keyId, nowMs };
  const narrowedEndpointId = request.filters_override === undefined ? undefined : endpoint.id;
  const asked = { ...caller, prepared, endpointLimits: endpoint.limits, form, frame, identity: key };
  const execution = { ...asked, narrowedEndpointId };
  const result = await executePrepared(services, execution, signal);
  if (services.newerResults?.isBehind(key, beganMs) !== true)
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
