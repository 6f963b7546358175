import type { QueryLimits } from '../../adapters/engine/engine.ts';
import { ObjectsUnavailableError } from '../../adapters/objects/object-store.ts';
import type { SnapshotRecord } from '../../adapters/store/snapshot-store.ts';
import { stopwatchMs } from '../../base/clock.ts';
import { Deadline } from '../../base/deadline.ts';
import { type ErrorCode, isAppError } from '../../base/errors.ts';
import { newUuid } from '../../base/ids.ts';
import { invariant } from '../../base/invariant.ts';
import { shapeResult } from '../execution/shape-result.ts';
import type { StoredResult } from '../execution/stored-result.ts';
import { reportUnusable } from '../materialize/report-unusable.ts';
import type { SnapshotWindow } from '../materialize/snapshot-reader.ts';
import type { CheckedRun } from './checked-run.ts';
import { callerOf, type RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';

/**
 * The answer of a snapshot that is in memory already; undefined when it has to be read. Does not wait. An object that
 * was deleted or written over is noticed, at once where objects are files and after seconds where they are remote.
 */
export function hotAnswer(
  services: RunServices,
  run: CheckedRun,
  { buildId }: SnapshotRecord,
): StoredResult | undefined {
  const { hotAnswers, objects } = services;
  const found = hotAnswers.get(nameOf(run, buildId));
  if (found === undefined) return undefined;
  const { objectKey, tag, result } = found;
  const facts = objects.peek(objectKey);
  if (facts === 'unknown') refreshFacts(services, objectKey);
  // These bytes were checked, so a storage that does not answer takes nothing from them.
  return facts === 'unknown' || facts?.tag === tag ? result : undefined;
}

/**
 * The answer of a snapshot.
 * @returns undefined when it cannot be read: it is reported, and the caller goes another way
 * @throws AppError throttled, query_capacity, query_too_large
 */
export async function serveSnapshot(
  services: RunServices,
  call: RunCall,
  run: CheckedRun,
  snapshot: SnapshotRecord,
): Promise<StoredResult | undefined> {
  const hot = hotAnswer(services, run, snapshot);
  if (hot !== undefined) return hot;
  const reading = {
    deadline: Deadline.after(readTimeoutMs(services)),
    signal: call.abortController().signal,
  };
  return withSnapshot(services, call, snapshot, async () => {
    const landing = await services.flights.run(`snapshot ${nameOf(run, snapshot.buildId)}`, reading, () =>
      read(services, call, run, snapshot),
    );
    return landing.value;
  });
}

/** Errors that say nothing about a snapshot. */
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
 * Reads of a snapshot; what makes it unusable is reported. Storage that is down is left alone for a while.
 * @returns undefined when it cannot be read
 */
export async function withSnapshot<Value>(
  services: RunServices,
  call: RunCall,
  snapshot: SnapshotRecord,
  read: () => Promise<Value>,
): Promise<Value | undefined> {
  if (services.storageRest.isResting) return undefined;
  try {
    return await read();
  } catch (error) {
    if (isAppError(error, ...PASSED_ON) || call.abortController().signal.aborted) throw error;
    services.observe({ kind: 'failure', where: 'snapshot', error, requestId: call.requestId });
    if (error instanceof ObjectsUnavailableError) services.storageRest.begin();
    else await reportUnusable(services, snapshot, call.nowMs);
    return undefined;
  }
}

async function read(
  services: RunServices,
  call: RunCall,
  run: CheckedRun,
  snapshot: SnapshotRecord,
): Promise<StoredResult> {
  const { form, frame, key } = run;
  invariant(form.kind === 'whole', 'streamed answers are not kept');
  const window = snapshotWindow(services, call, run, { lane: 'read', runId: newUuid() });
  const { outcome, objectKey, tag } = await services.snapshotReader.read(snapshot, window);
  const shaping = shapeResult(outcome, form, {
    frame,
    identity: `${key} ${snapshot.buildId}`,
    executionId: snapshot.buildId,
    computedAtMs: snapshot.dataTimeMs,
    maxBytes: services.runLimits.answerBytes,
  });
  const result = await services.slices.run(shaping, call.abortController().signal);
  const { computedAtMs, byteLength } = result;
  const hot = { result, objectKey, tag, computedAtMs, byteLength };
  services.hotAnswers.store(nameOf(run, snapshot.buildId), hot, stopwatchMs());
  return result;
}

/** The rows that a run asks for. @param runId of the query that reads them */
export function snapshotWindow(
  services: RunServices,
  call: RunCall,
  run: CheckedRun,
  { lane, runId }: { readonly lane: 'read' | 'stream'; readonly runId: string },
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
    admit: (work) => services.admission.charge(callerOf(call), lane)(runId, work),
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

/** Large objects are checked once before they are first read. */
const CHECK_MS = 60_000;

function readTimeoutMs({ runLimits }: RunServices): number {
  return runLimits.queueTimeoutMs + runLimits.executionTimeoutMs + CHECK_MS;
}

/** Asks a remote storage whether an object is still what it was; whoever comes next knows. */
function refreshFacts({ objects, storageRest }: RunServices, objectKey: string): void {
  if (storageRest.isResting) return;
  objects.stat(objectKey).catch(() => storageRest.begin());
}

function nameOf({ key }: CheckedRun, buildId: string): string {
  return `${buildId} ${key}`;
}
