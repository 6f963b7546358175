import { Missing } from '../catalog/missing.ts';
import type { CheckedRun } from './checked-run.ts';
import { type FoundSource, findSource } from './find-source.ts';
import { makeAnswer, type RunAnswer } from './run-answer.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';
import { hotAnswer } from './serve-snapshot.ts';
import { Stages } from './stages.ts';
import type { StoredResult } from './stored-result.ts';

/**
 * The short way of `runEndpoint`: the answer of a call that equals an earlier one and whose result is fresh, without a
 * promise. Null says nothing of the call; it goes the long way then. Nothing here may serve what the long way would
 * refuse or take from elsewhere: the checked run is the long way's own, kept for the very same request, endpoint and
 * project; what wants `debug` is left to it.
 */
export function answerAtOnce(services: RunServices, call: RunCall): RunAnswer | null {
  const stages = new Stages();
  const known = services.catalog.look();
  const endpoint = known.endpoint(call.project.projectId, call.endpointName);
  if (endpoint instanceof Missing || endpoint?.isActive !== true) return null;
  const current = endpoint.isMaterialized ? known.snapshot(endpoint) : null;
  if (current instanceof Missing) return null;
  const run = services.checkedRuns.get(endpoint, call);
  if (run === undefined || run.request.debug || run.prepared.wantsDebug) return null;
  const { refresh } = run.request;
  if (refresh !== 'blocking' && refresh !== 'cache') return null;
  const { source, cached, snapshot } = findSource(services, call, run, current);
  const result = readyResult(services, run, { source, cached, snapshot });
  if (result === undefined) return null;
  stages.end('cache');
  call.progress.endpointId = endpoint.id;
  call.progress.version = run.version.version;
  if (run.request.client_query_id !== undefined) call.progress.clientQueryId = run.request.client_query_id;
  return makeAnswer(call, run, { result, source, snapshot, isCollapsed: false }, stages);
}

/** What is in memory and is to be served. */
function readyResult(
  services: RunServices,
  run: CheckedRun,
  { source, cached, snapshot }: FoundSource,
): StoredResult | undefined {
  if (source.reason === 'cache_fresh' && cached.state === 'fresh') return cached.entry;
  const isHot = source.from === 'materialized' && snapshot !== undefined && run.output.kind === 'whole';
  return isHot ? hotAnswer(services, run, snapshot) : undefined;
}
