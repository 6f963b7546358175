import type { QueryLimits } from '../../adapters/engine/engine.ts';
import { type ObjectStore, ObjectsUnavailableError } from '../../adapters/objects/object-store.ts';
import type { Database } from '../../adapters/store/database.ts';
import type { SnapshotRecord } from '../../adapters/store/snapshot-store.ts';
import { stopwatchMs } from '../../base/clock.ts';
import { Deadline } from '../../base/deadline.ts';
import { type ErrorCode, isAppError } from '../../base/errors.ts';
import { newUuid } from '../../base/ids.ts';
import { invariant } from '../../base/invariant.ts';
import { ResultCache } from '../cache/result-cache.ts';
import { shapeResult } from '../execution/execute-plan.ts';
import type { ExecutionServices } from '../execution/execution-services.ts';
import type { StoredResult } from '../execution/stored-result.ts';
import { reportUnusable, type Wakeable } from '../materialize/queue-build.ts';
import type { SnapshotReader, SnapshotWindow } from '../materialize/snapshot-reader.ts';
import type { CheckedRun } from './check-run.ts';
import type { DecidedRun } from './choose-source.ts';
import { makeAnswer, type RunAnswer } from './run-answer.ts';
import type { RunCall } from './run-call.ts';

/** What answering from snapshots works with. */
export interface ReadServices extends ExecutionServices {
  readonly database: Database;
  readonly scheduler: Wakeable;
  readonly snapshotReader: SnapshotReader;
  readonly hotAnswers: HotAnswers;
}

/** The result of a current snapshot that is in memory; undefined when it has to be read. Does not wait. */
export function hotResult(services: ReadServices, { run, snapshot }: DecidedRun): StoredResult | undefined {
  invariant(snapshot !== undefined, 'a current snapshot was found');
  return services.hotAnswers.recall(nameOf(run, snapshot));
}

/**
 * The answer of a current snapshot.
 * @returns undefined when it cannot be read: it is reported, and the caller goes another way
 * @throws AppError throttled, query_capacity, query_too_large
 */
export async function answerFromSnapshot(
  services: ReadServices,
  call: RunCall,
  decided: DecidedRun,
): Promise<RunAnswer | undefined> {
  const result = hotResult(services, decided) ?? (await readResult(services, call, decided));
  if (result === undefined) return undefined;
  decided.stages.end('read');
  return makeAnswer(call, decided, result);
}

async function readResult(
  services: ReadServices,
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
  services: ReadServices,
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
  services: ReadServices,
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
  services: ReadServices,
  call: RunCall,
  run: CheckedRun,
  {
    lane,
    runId,
    signal,
  }: { readonly lane: 'read' | 'stream'; readonly runId: string; readonly signal: AbortSignal },
): SnapshotWindow {
  const { projectId } = call;
  const { keyId } = call.principal;
  const { columns, limit, offset } = run.prepared.window ?? { columns: [], limit: 0, offset: 0 };
  return {
    limit,
    offset,
    columns,
    form: run.form,
    limits: readLimits(services),
    admit: (work) => services.admission.charge({ projectId, keyId, signal }, lane)(runId, work),
  };
}

function readLimits({ runLimits }: ReadServices): QueryLimits {
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

function readTimeoutMs({ runLimits }: ReadServices): number {
  return runLimits.queueTimeoutMs + runLimits.executionTimeoutMs + CHECK_MS;
}

function nameOf({ key }: CheckedRun, { buildId }: SnapshotRecord): string {
  return `${buildId} ${key}`;
}

/** An answer, and the tag of the object it was read from. The answer holds while the object has this tag. */
interface HotAnswer {
  readonly result: StoredResult;
  readonly objectKey: string;
  readonly tag: string;
}

/** A storage that was down is not asked again for this long. */
const REST_MS = 5_000;

/** Recent answers from snapshots, and whether the storage can be asked for others. */
export class HotAnswers {
  readonly #objects: Pick<ObjectStore, 'peek' | 'stat'>;
  readonly #answers: ResultCache<HotAnswer & { readonly computedAtMs: number; readonly byteLength: number }>;
  #restsUntilMs = 0;

  constructor(objects: Pick<ObjectStore, 'peek' | 'stat'>, maxBytes: number) {
    this.#objects = objects;
    this.#answers = new ResultCache(maxBytes);
  }

  /**
   * The answer with this name; undefined when it has to be read. Does not wait. A deleted or rewritten object is
   * noticed at once where objects are files, and after seconds where they are remote.
   */
  recall(name: string): StoredResult | undefined {
    const found = this.#answers.get(name);
    if (found === undefined) return undefined;
    const { objectKey, tag, result } = found;
    const facts = this.#objects.peek(objectKey);
    if (facts === 'unknown') this.#refresh(objectKey);
    // The bytes of the answer were checked, so they stay right while the storage does not answer.
    return facts === 'unknown' || facts?.tag === tag ? result : undefined;
  }

  keep(name: string, answer: HotAnswer): void {
    const { computedAtMs, byteLength } = answer.result;
    this.#answers.store(name, { ...answer, computedAtMs, byteLength }, stopwatchMs());
  }

  /** True while the storage was down a moment ago, so that not every call waits for it in vain. */
  get isStorageResting(): boolean {
    return stopwatchMs() < this.#restsUntilMs;
  }

  letStorageRest(): void {
    this.#restsUntilMs = stopwatchMs() + REST_MS;
  }

  /** Asks a remote storage whether an object is unchanged; later calls of `recall` know the answer. */
  #refresh(objectKey: string): void {
    if (!this.isStorageResting) this.#objects.stat(objectKey).catch(() => this.letStorageRest());
  }
}
