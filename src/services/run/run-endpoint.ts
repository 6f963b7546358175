import { AppError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import { Missing } from '../catalog/known-state.ts';
import type { Stages } from '../execution/stages.ts';
import { hastenBuild } from '../materialize/hasten-build.ts';
import { isBuiltAfter } from '../materialize/judge-snapshot.ts';
import type { CheckedRun } from './checked-run.ts';
import { computeResult } from './compute-result.ts';
import { decideRun } from './decide-run.ts';
import { type FoundSource, isWithin, latestOf } from './find-source.ts';
import { makeAnswer, type RunAnswer } from './run-answer.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';
import { serveSnapshot } from './serve-snapshot.ts';
import { streamEndpoint } from './stream-endpoint.ts';
import { streamSnapshot } from './stream-snapshot.ts';
import type { StreamedAnswer } from './streamed-answer.ts';

/**
 * Runs an endpoint: the whole journey of a call, top to bottom.
 * @throws AppError with any code of a run
 */
export async function runEndpoint(services: RunServices, call: RunCall): Promise<RunAnswer | StreamedAnswer> {
  const decided = await services.catalog.whenKnown((known) => decideRun(services, call, known));
  if (decided.kind === 'bytes') return decided;
  const { run, found, stages } = decided;

  if (found.source.reason === 'materialized_outdated') await renewOutdated(services, call, run, found);
  if (found.source.from === 'materialized') {
    const answer = await answerFromSnapshot(services, call, run, found, stages);
    if (answer !== undefined) return answer;
  }
  return answerElsewhere(services, call, run, withoutSnapshot(found, run), stages);
}

/** The first turn of `runEndpoint`: the answer when it is in memory, else null. @throws what `runEndpoint` throws */
export function firstTurn(services: RunServices, call: RunCall): RunAnswer | null {
  const found = decideRun(services, call, services.catalog.look());
  return !(found instanceof Missing) && found.kind === 'bytes' ? found : null;
}

/** A snapshot of other settings, actions or a clock since set back would not answer before its next turn, in a week. */
async function renewOutdated(
  services: RunServices,
  call: RunCall,
  { conditions }: CheckedRun,
  { snapshot }: FoundSource,
): Promise<void> {
  if (snapshot === undefined) return;
  const isOfFuture = isBuiltAfter(snapshot, latestOf(services, call));
  if (snapshot.conditions === conditions && !isOfFuture) return;
  await hastenBuild(services, snapshot, call.nowMs);
}

/** The answer out of the snapshot; undefined when that cannot be read. */
async function answerFromSnapshot(
  services: RunServices,
  call: RunCall,
  run: CheckedRun,
  found: FoundSource,
  stages: Stages,
): Promise<RunAnswer | StreamedAnswer | undefined> {
  const { snapshot, source } = found;
  invariant(snapshot !== undefined, 'a current snapshot was found');
  if (run.form.kind === 'stream') return streamSnapshot(services, call, run, { snapshot, stages });
  const result = await serveSnapshot(services, call, run, snapshot);
  if (result === undefined) return undefined;
  stages.end('read');
  return makeAnswer(call, run, { result, source, snapshot, isCollapsed: false }, stages);
}

/** A snapshot that could not be read leaves execution. */
function withoutSnapshot(found: FoundSource, { request }: CheckedRun): FoundSource {
  if (found.source.from !== 'materialized') return found;
  const isForced = request.refresh === 'force';
  const reason = isForced ? 'refresh_forced' : 'materialized_failed_read';
  return { ...found, source: { from: 'direct', reason, isForced } };
}

/** The answer out of the cache or of an execution. */
async function answerElsewhere(
  services: RunServices,
  call: RunCall,
  run: CheckedRun,
  found: FoundSource,
  stages: Stages,
): Promise<RunAnswer | StreamedAnswer> {
  const { source, cached, snapshot } = found;
  const { endpoint } = run;
  // Streamed answers are not stored, so their keys name nothing.
  if (run.form.kind === 'stream' && source.from === 'direct')
    return streamEndpoint(services, call, run, { reason: source.reason, stages });
  if (source.from === 'cache' && cached.state !== 'absent') {
    if (source.reason === 'stale_while_revalidate') revalidate(services, call, run);
    return makeAnswer(call, run, { result: cached.entry, source, snapshot, isCollapsed: false }, stages);
  }
  try {
    const { value, isCollapsed } = await computeResult(
      services,
      call,
      run,
      source.reason === 'refresh_forced',
    );
    stages.end('execute');
    return makeAnswer(call, run, { result: value, source, snapshot, isCollapsed }, stages);
  } catch (error) {
    const mayServeStale = isWithin(endpoint.staleIfErrorSeconds, cached, run, call);
    if (cached.state !== 'expired' || !mayServeStale || !isPassing(error)) throw error;
    const stale = { from: 'cache', reason: 'stale_if_error' } as const;
    return makeAnswer(
      call,
      run,
      { result: cached.entry, source: stale, snapshot, isCollapsed: false },
      stages,
    );
  }
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
