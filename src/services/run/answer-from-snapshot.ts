import type { QueryLimits } from '../../adapters/engine/engine.ts';
import { ObjectsUnavailableError } from '../../adapters/objects/object-store.ts';
import type { SnapshotRecord } from '../../adapters/store/snapshot-store.ts';
import { Deadline } from '../../base/deadline.ts';
import { type ErrorCode, isAppError } from '../../base/errors.ts';
import { newUuid } from '../../base/ids.ts';
import { invariant } from '../../base/invariant.ts';
import { shapeResult } from '../execution/execute-plan.ts';
import type { StoredResult } from '../execution/stored-result.ts';
import { reportUnusable } from '../materialize/queue-build.ts';
import type { SnapshotWindow } from '../materialize/snapshot-reader.ts';
import type { CheckedRun } from './check-run.ts';
import type { DecidedRun } from './choose-source.ts';
import { makeAnswer, type RunAnswer } from './run-answer.ts';
import { callerOf, type RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';

/** The result of a current snapshot that is in memory; undefined when it has to be read. Does not wait. */
export function hotResult(services: RunServices, { run, snapshot }: DecidedRun): StoredResult | undefined {
  invariant(snapshot !== undefined, 'a current snapshot was found');
  return services.hotAnswers.recall(nameOf(run, snapshot));
}

/**
 * The answer of a current snapshot.
 * @returns undefined when it cannot be read: it is reported, and the caller goes another way
 * @throws AppError throttled, query_capacity, query_too_large
 */
export async function answerFromSnapshot(
  services: RunServices,
  call: RunCall,
  decided: DecidedRun,
): Promise<RunAnswer | undefined> {
  const result = hotResult(services, decided) ?? (await readResult(services, call, decided));
  if (result === undefined) return undefined;
  decided.stages.end('read');
  return makeAnswer(call, decided, result);
}

async function readResult(
  services: RunServices,
  call: RunCall,
  { run, snapshot }: DecidedRun,
): Promise<StoredResult | undefined> {
  invariant(snapshot !== undefined, 'a current snapshot was found');
  const deadline = Deadline.after(readTimeoutMs(services));
  const reading = { deadline, signal: call.abortController().signal };
  return withSnapshot(services, call, snapshot, async () => {
    const landing = await services.flights.run(`snapshot ${nameOf(run, snapshot)}`, reading, (signal) =>
      read(services, call, { run, snapshot }, signal),
    );
    return landing.value;
  });
}

/** Errors of a read that say nothing about the snapshot. */
const PASSED_ON: readonly ErrorCode[] = [
  'throttled',
  'query_capacity',
  'query_cancelled',
  'query_timeout',
  'query_memory_limit',
  'query_too_large',
  'engine_unavailable',
];

/**
 * Reads from a snapshot with `work`, and reports an error that makes the snapshot unusable. Storage that is down is
 * left alone for a while.
 * @returns undefined when the snapshot cannot be read
 */
export async function withSnapshot<Value>(
  services: RunServices,
  call: RunCall,
  snapshot: SnapshotRecord,
  read: () => Promise<Value>,
): Promise<Value | undefined> {
  if (services.hotAnswers.isStorageResting) return undefined;
  try {
    return await read();
  } catch (error) {
    if (isAppError(error, ...PASSED_ON) || call.abortController().signal.aborted) throw error;
    services.observe({ kind: 'failure', where: 'snapshot', error, requestId: call.requestId });
    if (error instanceof ObjectsUnavailableError) services.hotAnswers.letStorageRest();
    else await reportUnusable(services, snapshot, call.nowMs);
    return undefined;
  }
}

/** @param signal of all callers who wait for the read: the first one may leave while the others stay */
async function read(
  services: RunServices,
  call: RunCall,
  { run, snapshot }: { readonly run: CheckedRun; readonly snapshot: SnapshotRecord },
  signal: AbortSignal,
): Promise<StoredResult> {
  const { form, frame, key } = run;
  invariant(form.kind === 'whole', 'streamed answers are not kept');
  const window = snapshotWindow(services, call, run, { lane: 'read', runId: newUuid(), signal });
  const { outcome, objectKey, tag } = await services.snapshotReader.read(snapshot, window);
  const result = await shapeResult(services, outcome, {
    form,
    frame,
    identity: `${key} ${snapshot.buildId}`,
    executionId: snapshot.buildId,
    computedAtMs: snapshot.dataTimeMs,
    maxBytes: services.runLimits.answerBytes,
    projectId: call.projectId,
    signal,
  });
  services.hotAnswers.keep(nameOf(run, snapshot), { result, objectKey, tag });
  return result;
}

/** The rows that a run asks for. @param runId of the query that reads them */
export function snapshotWindow(
  services: RunServices,
  call: RunCall,
  run: CheckedRun,
  {
    lane,
    runId,
    signal,
  }: { readonly lane: 'read' | 'stream'; readonly runId: string; readonly signal: AbortSignal },
): SnapshotWindow {
  const plan = run.prepared.plan(call.nowMs);
  const [limit, offset, columns] =
    plan.kind === 'table' ? [plan.limit, plan.offset, plan.columns] : [0, 0, []];
  return {
    limit,
    offset,
    columns,
    form: run.form,
    limits: readLimits(services),
    admit: (work) => services.admission.charge({ ...callerOf(call), signal }, lane)(runId, work),
  };
}

function readLimits({ runLimits }: RunServices): QueryLimits {
  return {
    timeoutMs: runLimits.executionTimeoutMs,
    maxMemoryBytes: runLimits.memoryBytes,
    maxResultRows: runLimits.answerRows,
    maxResultBytes: runLimits.answerBytes,
    maxThreads: 1,
    priority: 1,
  };
}

/** Time for the first read of a large object, which includes checking all of it. */
const CHECK_MS = 60_000;

function readTimeoutMs({ runLimits }: RunServices): number {
  return runLimits.queueTimeoutMs + runLimits.executionTimeoutMs + CHECK_MS;
}

function nameOf({ key }: CheckedRun, { buildId }: SnapshotRecord): string {
  return `${buildId} ${key}`;
}
