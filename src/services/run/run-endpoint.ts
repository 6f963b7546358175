import type { EndpointRow } from '../../adapters/store/endpoint-row.ts';
import { AppError } from '../../base/errors.ts';
import { invariant, unreachable } from '../../base/invariant.ts';
import { drawnMembers } from '../../query/plan.ts';
import type { Warning } from '../../schema/warning.ts';
import type { KnownProject } from '../catalog/known-project.ts';
import { type KnownState, Missing } from '../catalog/known-state.ts';
import { warnOfUnknown } from '../catalog/warn-of-unknown.ts';
import { Stages } from '../execution/stages.ts';
import type { StoredResult } from '../execution/stored-result.ts';
import { hastenBuild } from '../materialize/queue-build.ts';
import { answerFromSnapshot, hotResult } from './answer-from-snapshot.ts';
import { type CheckedRun, checkRun } from './check-run.ts';
import { type DecidedRun, findSource, isBuiltAfter, latestOf, type Source } from './choose-source.ts';
import { computeAnswer, revalidate } from './compute-answer.ts';
import { makeAnswer, type RunAnswer } from './run-answer.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';
import { type StreamedAnswer, streamAnswer } from './stream-answer.ts';

/**
 * Runs an endpoint: the whole journey of a call, top to bottom.
 * @throws AppError with any code of a run
 */
export async function runEndpoint(services: RunServices, call: RunCall): Promise<RunAnswer | StreamedAnswer> {
  const decide = () => services.catalog.whenKnown((known) => decideRun(services, call, known));
  const first = await decide();
  // What came is judged as if it had been there before.
  const decided = (await bringsResult(services, call, first)) ? await decide() : first;
  const { run, source } = decided;
  if (NEEDS_BUILD.has(source.reason)) await hastenNext(services, call, decided);
  if (run.form.kind === 'stream') return streamAnswer(services, call, decided);
  switch (source.from) {
    case 'cache':
      if (source.reason === 'stale_while_revalidate') revalidate(services, call, run);
      return answerFromCache(call, decided);
    case 'materialized': {
      const answer = await answerFromSnapshot(services, call, decided);
      return answer ?? computeAnswer(services, call, withoutSnapshot(decided));
    }
    case 'direct':
      return computeAnswer(services, call, decided);
    default:
      return unreachable(source);
  }
}

/** True when a result of another service came into memory. */
async function bringsResult(
  { sharedResults }: RunServices,
  { hasOwnClock }: RunCall,
  { run, source }: DecidedRun,
): Promise<boolean> {
  const isWanted = source.from === 'direct' && !source.isForced && run.form.kind === 'whole' && !hasOwnClock;
  return isWanted && (await sharedResults?.bring(run.key)) === true;
}

/** The first turn of `runEndpoint`: the answer when it is in memory, else null. @throws what `runEndpoint` throws */
export function firstTurn(services: RunServices, call: RunCall): RunAnswer | null {
  const decided = decideRun(services, call, services.catalog.look());
  if (decided instanceof Missing || decided.run.form.kind === 'stream') return null;
  switch (decided.source.from) {
    case 'cache':
      return decided.source.reason === 'cache_fresh' ? answerFromCache(call, decided) : null;
    case 'materialized': {
      const result = hotResult(services, decided);
      return result === undefined ? null : answerFromMemory(call, decided, result);
    }
    case 'direct':
      return null;
    default:
      return unreachable(decided.source);
  }
}

/**
 * Decides a call from what is known. Everything that can be refused is refused before the cache is used, so a cached
 * answer is refused exactly where a computed one would be. It does not wait and has no effect on others, so it may be
 * called again.
 * @throws AppError not_found, 400 codes, permission_denied
 */
function decideRun(services: RunServices, call: RunCall, known: KnownState): DecidedRun | Missing {
  const stages = new Stages();
  const project = known.liveProject(call.projectId);
  if (project instanceof Missing) return project;
  const endpoint = findEndpoint(known, call.projectId, call.endpointName);
  if (endpoint instanceof Missing) return endpoint;
  call.progress.endpointId = endpoint.id;
  stages.end('load');

  const run = checkRun(services, call, { known, project, endpoint });
  if (run instanceof Missing) return run;
  const mayRead = call.principal.scopes.includes('endpoint:read');
  if (run.request.debug && !mayRead) throw detailsRefused();
  stages.end('check');

  const current = endpoint.isMaterialized ? known.snapshot(endpoint) : null;
  if (current instanceof Missing) return current;
  const isDebug = mayRead && (run.request.debug || run.prepared.wantsDebug);
  const warnings = isDebug ? runWarnings(known, project, run) : null;
  if (warnings instanceof Missing) return warnings;
  const decided = { ...findSource(services, call, run, current), stages, warnings };
  stages.end('choose');
  return decided;
}

/** Details hold the query, which not everybody who runs it may read. */
function detailsRefused(): AppError {
  const detail = '`debug` shows the query, which needs the scope "endpoint:read".';
  return new AppError('permission_denied', detail, { attr: 'debug' });
}

function runWarnings(
  known: KnownState,
  project: KnownProject,
  { version, prepared }: CheckedRun,
): readonly Warning[] | Missing {
  const unknown = warnOfUnknown(known, project, prepared.reads);
  return unknown instanceof Missing ? unknown : [...drawnMembers(version.query), ...unknown];
}

/** The active endpoint of that name. @throws AppError not_found */
function findEndpoint(known: KnownState, projectId: number, name: string): EndpointRow | Missing {
  const endpoint = known.endpoint(projectId, name);
  if (endpoint instanceof Missing || endpoint?.isActive === true) return endpoint;
  const detail =
    endpoint === null ? `There is no endpoint "${name}".` : `The endpoint "${name}" is inactive.`;
  throw new AppError('not_found', detail);
}

function answerFromCache(call: RunCall, decided: DecidedRun): RunAnswer {
  const { cached } = decided;
  invariant(cached.state !== 'absent', 'the cache was chosen for what is in it');
  return answerFromMemory(call, decided, cached.entry);
}

/** The answer from memory is timed as one stage, unless its caller asks for details. */
function answerFromMemory(call: RunCall, decided: DecidedRun, result: StoredResult): RunAnswer {
  if (decided.warnings === null) decided.stages.join('cache');
  return makeAnswer(call, decided, result);
}

const NEEDS_BUILD: ReadonlySet<Source['reason']> = new Set([
  'materialized_outdated',
  'materialized_not_built',
]);

/**
 * Queues a build where there is no snapshot, because a deletion took it away, and for a snapshot that no longer fits:
 * built with other settings or actions, or by a clock that was set back. Otherwise the next one would come with its
 * turn, perhaps in a week.
 */
async function hastenNext(
  services: RunServices,
  call: RunCall,
  { run, snapshot }: DecidedRun,
): Promise<void> {
  const isOfFuture = snapshot !== undefined && isBuiltAfter(snapshot, latestOf(services, call));
  if (snapshot?.conditions === run.conditions && !isOfFuture) return;
  const { projectId, id: endpointId } = run.endpoint;
  await hastenBuild(services, { projectId, endpointId }, call.nowMs);
}

/** The same decision with execution as its source, for a snapshot that could not be read. */
function withoutSnapshot(decided: DecidedRun): DecidedRun {
  const isForced = decided.run.request.refresh === 'force';
  const reason = isForced ? 'refresh_forced' : 'materialized_failed_read';
  return { ...decided, source: { from: 'direct', reason, isForced } };
}
