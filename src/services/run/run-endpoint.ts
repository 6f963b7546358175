import { AppError } from '../../base/errors.ts';
import type { CacheLookup } from '../cache/result-cache.ts';
import { checkRun } from './check-run.ts';
import type { CheckedRun } from './checked-run.ts';
import { chooseSource } from './choose-source.ts';
import { computeResult } from './compute-result.ts';
import { makeAnswer, type RunAnswer } from './run-answer.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';
import { Stages } from './stages.ts';
import type { StoredResult } from './stored-result.ts';
import { type StreamedAnswer, streamEndpoint } from './stream-endpoint.ts';

/**
 * Runs an endpoint: the whole journey of a call, top to bottom. Everything that can be refused is refused before the
 * cache is used, so that a cached answer is refused exactly where a computed one would be.
 * @throws AppError with any code of a run
 */
export async function runEndpoint(services: RunServices, call: RunCall): Promise<RunAnswer | StreamedAnswer> {
  const stages = new Stages();

  const endpoint = await services.directory.endpoint(call.project.projectId, call.endpointName);
  call.progress.endpointId = endpoint.id;
  stages.end('load');

  const run = await checkRun(services, call, endpoint);
  stages.end('check');

  // Streamed answers are not stored, so their keys name nothing.
  const cached = services.resultCache.look(run.key, run.cacheAgeSeconds, call.nowMs);
  const source = chooseSource({
    refresh: run.request.refresh,
    isMaterialized: endpoint.isMaterialized,
    hasParameters: run.prepared.hasParameters,
    isOldVersion: run.version.version !== endpoint.currentVersion,
    cached: cached.state,
    mayServeStale: isWithin(endpoint.staleWhileRevalidateSeconds, cached, run, call),
  });
  stages.end('choose');

  if (run.format !== 'json' && source.from === 'direct')
    return streamEndpoint(services, call, run, source.reason);
  if (source.from === 'cache' && cached.state !== 'absent') {
    if (source.reason === 'stale_while_revalidate') revalidate(services, call, run);
    return makeAnswer(call, run, { result: cached.entry, source, isCollapsed: false }, stages);
  }
  try {
    const { value, isCollapsed } = await computeResult(
      services,
      call,
      run,
      source.reason === 'refresh_forced',
    );
    stages.end('execute');
    return makeAnswer(call, run, { result: value, source, isCollapsed }, stages);
  } catch (error) {
    const mayServeStale = isWithin(endpoint.staleIfErrorSeconds, cached, run, call);
    if (cached.state !== 'expired' || !mayServeStale || !isPassing(error)) throw error;
    const stale = { from: 'cache', reason: 'stale_if_error' } as const;
    return makeAnswer(call, run, { result: cached.entry, source: stale, isCollapsed: false }, stages);
  }
}

/** True when an expired entry is at most `seconds` past its age. */
function isWithin(
  seconds: number,
  cached: CacheLookup<StoredResult>,
  run: CheckedRun,
  call: RunCall,
): boolean {
  if (cached.state !== 'expired' || seconds === 0) return false;
  return call.nowMs - cached.entry.computedAtMs < (run.cacheAgeSeconds + seconds) * 1000;
}

/** Computes the result anew while the caller already has the old one. */
function revalidate(services: RunServices, call: RunCall, run: CheckedRun): void {
  if (services.flights.isRunning(run.key)) return;
  // The client may hang up now; the computation goes on for the next one.
  const abort = new AbortController();
  computeResult(services, { ...call, abortController: () => abort }, run, false).catch((error: unknown) => {
    if (error instanceof AppError) return;
    services.observe({ kind: 'failure', where: 'revalidate', error, requestId: call.requestId });
  });
}

/** Errors that say nothing about the query: the old answer is better than them when the owner allows it. */
function isPassing(error: unknown): boolean {
  return !(error instanceof AppError) || error.status >= 500 || error.code === 'query_timeout';
}
