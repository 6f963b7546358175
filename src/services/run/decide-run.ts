import type { EndpointRow } from '../../adapters/store/endpoint-row.ts';
import { AppError } from '../../base/errors.ts';
import { type KnownState, Missing } from '../catalog/known-state.ts';
import { absentProject } from '../catalog/principal.ts';
import { Stages } from '../execution/stages.ts';
import type { StoredResult } from '../execution/stored-result.ts';
import { checkRun } from './check-run.ts';
import type { CheckedRun } from './checked-run.ts';
import { type FoundSource, findSource } from './find-source.ts';
import { makeAnswer, type RunAnswer } from './run-answer.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';
import { hotAnswer } from './serve-snapshot.ts';

/** A run that nothing can refuse any more but limits, and where its answer has to be fetched. */
export interface DecidedRun {
  readonly kind: 'decided';
  readonly run: CheckedRun;
  readonly found: FoundSource;
  readonly stages: Stages;
}

/**
 * Decides a call over what is known: the answer itself when it is in memory, else where it comes from. Everything that
 * can be refused is refused before the cache is used, so that a cached answer is refused exactly where a computed one
 * would be. Without waiting and without effect on others, so that it may be asked again.
 * @throws AppError not_found, 400 codes, permission_denied
 */
export function decideRun(
  services: RunServices,
  call: RunCall,
  known: KnownState,
): RunAnswer | DecidedRun | Missing {
  const stages = new Stages();
  const project = known.project(call.projectId);
  if (project instanceof Missing) return project;
  if (project === null) throw absentProject();
  const endpoint = findEndpoint(known, call.projectId, call.endpointName);
  if (endpoint instanceof Missing) return endpoint;
  call.progress.endpointId = endpoint.id;
  stages.end('load');

  const run = checkRun(services, call, { known, project, endpoint });
  if (run instanceof Missing) return run;
  stages.end('check');

  const current = endpoint.isMaterialized ? known.snapshot(endpoint) : null;
  if (current instanceof Missing) return current;
  const found = findSource(services, call, run, current);
  const result = readyResult(services, run, found);
  stages.end('choose');
  if (result === undefined) return { kind: 'decided', run, found, stages };
  const { source, snapshot } = found;
  const timed = run.request.debug || run.prepared.wantsDebug ? stages : stages.joined('cache');
  return makeAnswer(call, run, { result, source, snapshot, isCollapsed: false }, timed);
}

/** The active endpoint of that name. @throws AppError not_found */
function findEndpoint(known: KnownState, projectId: number, name: string): EndpointRow | Missing {
  const endpoint = known.endpoint(projectId, name);
  if (endpoint instanceof Missing || endpoint?.isActive === true) return endpoint;
  const detail =
    endpoint === null ? `There is no endpoint "${name}".` : `The endpoint "${name}" is inactive.`;
  throw new AppError('not_found', detail);
}

/** What is in memory and is to be served. */
function readyResult(
  services: RunServices,
  run: CheckedRun,
  { source, cached, snapshot }: FoundSource,
): StoredResult | undefined {
  if (source.reason === 'cache_fresh' && cached.state === 'fresh') return cached.entry;
  const isHot = source.from === 'materialized' && snapshot !== undefined && run.form.kind === 'whole';
  return isHot ? hotAnswer(services, run, snapshot) : undefined;
}
