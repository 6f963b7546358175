import { makeAnswer, type RunAnswer } from './run-answer.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';
import { Stages } from './stages.ts';

/**
 * The short way of `runEndpoint`: the answer of a call that equals an earlier one and whose result is fresh, without a
 * promise. Null says nothing of the call; it goes the long way then. Nothing here may serve what the long way would
 * refuse or take from elsewhere: the checked run is the long way's own, kept for the very same request, endpoint and
 * project; what is materialized or wants `debug` is left to it.
 */
export function answerAtOnce(services: RunServices, call: RunCall): RunAnswer | null {
  const stages = new Stages();
  const endpoint = services.directory.recent(call.project.projectId, call.endpointName);
  if (endpoint === undefined || endpoint.isMaterialized) return null;
  const run = services.checkedRuns.get(endpoint, call.project, call.requestText);
  if (run === undefined || run.request.debug || run.prepared.wantsDebug) return null;
  const { refresh } = run.request;
  if (refresh !== 'blocking' && refresh !== 'cache') return null;
  const cached = services.resultCache.look(run.key, run.cacheAgeSeconds, call.nowMs);
  if (cached.state !== 'fresh') return null;
  stages.end('cache');
  call.progress.endpointId = endpoint.id;
  call.progress.version = run.version.version;
  if (run.request.client_query_id !== undefined) call.progress.clientQueryId = run.request.client_query_id;
  const source = { from: 'cache', reason: 'cache_fresh' } as const;
  return makeAnswer(call, run, { result: cached.entry, source, isCollapsed: false }, stages);
}
