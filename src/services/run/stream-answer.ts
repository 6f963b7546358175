import type { QueryLimits } from '../../adapters/engine/engine.ts';
import type { SnapshotRecord } from '../../adapters/store/snapshot-store.ts';
import { AppError } from '../../base/errors.ts';
import { newUuid } from '../../base/ids.ts';
import { invariant } from '../../base/invariant.ts';
import { FORMATS, type StreamFormat } from '../../schema/output-format.ts';
import { compileStatementTask } from '../execution/compile-statement-task.ts';
import type { Stages } from '../execution/stages.ts';
import type { SnapshotWindow } from '../materialize/snapshot-reader.ts';
import { snapshotWindow, withSnapshot } from './answer-from-snapshot.ts';
import type { CheckedRun } from './check-run.ts';
import type { DecidedRun } from './choose-source.ts';
import { type ReceiveBytes, receiveAhead, StreamTime } from './receive-ahead.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';

/** An answer that is made while it is sent: never cached, never whole in memory. */
export interface StreamedAnswer {
  readonly kind: 'stream';
  readonly format: StreamFormat;
  readonly endpointName: string;
  /** What passed before the first byte; complete when `receive` is called. */
  readonly stages: Stages;
  /**
   * Executes. What goes wrong before the first byte is thrown before `receive` is called; later errors reject the
   * iteration, and then the bytes that came are no complete answer.
   * @throws AppError throttled, query_capacity, query_cancelled and the codes of the engine
   */
  deliver(receive: ReceiveBytes): Promise<void>;
}

/** The answer of a run in a format that the engine writes: from a snapshot if possible, else by execution. */
export function streamAnswer(services: RunServices, call: RunCall, decided: DecidedRun): StreamedAnswer {
  const { run, source, snapshot, stages } = decided;
  invariant(run.form.kind === 'stream', 'whole answers are not streamed');
  const { format } = run.form;
  const { from, reason } = source;
  const cacheState = from === 'materialized' ? 'snapshot' : 'bypass';
  Object.assign(call.progress, { source: from, reason, cacheState });
  return {
    kind: 'stream',
    format,
    endpointName: run.endpoint.name,
    stages,
    deliver: async (receive) => {
      const streamed = { ...run, format };
      const send: ReceiveBytes = (bytes, signal) => {
        stages.end('execute');
        return receive(bytes, signal);
      };
      if (from === 'materialized' && snapshot !== undefined) {
        if (await sendSnapshot(services, call, { ...streamed, snapshot }, send)) return;
        const failed = {
          source: 'direct',
          reason: 'materialized_failed_read',
          cacheState: 'bypass',
        } as const;
        Object.assign(call.progress, failed);
      }
      await sendExecution(services, call, streamed, send);
    },
  };
}

type StreamedRun = CheckedRun & { readonly format: StreamFormat };

/** @returns false when the snapshot cannot be read and nothing was received */
async function sendSnapshot(
  services: RunServices,
  call: RunCall,
  run: StreamedRun & { readonly snapshot: SnapshotRecord },
  receive: ReceiveBytes,
): Promise<boolean> {
  const { signal } = call.abortController();
  const time = new StreamTime(services, call, run);
  const { format, snapshot } = run;
  const runId = newUuid();
  let hasBegun = false;
  const isDone = await withSnapshot(services, call, snapshot, async () => {
    const rows = snapshotWindow(services, call, run, { lane: 'stream', runId, signal });
    const window: SnapshotWindow = {
      ...rows,
      admit: (read) => rows.admit(() => time.within(read)),
      limits: streamLimits(services, run),
    };
    refuseMoreRows(run, await services.snapshotReader.countRows(snapshot));
    await services.snapshotReader.stream(snapshot, { ...window, runId, signal }, format, ({ body }) =>
      receiveAhead(body, (bytes) => {
        time.begin();
        hasBegun = true;
        return receive(bytes, signal);
      }),
    );
    return true;
  });
  if (isDone === undefined && hasBegun)
    throw new AppError('engine_unavailable', 'The snapshot could not be read to its end.');
  return isDone === true;
}

async function sendExecution(
  services: RunServices,
  call: RunCall,
  run: StreamedRun,
  receive: ReceiveBytes,
): Promise<void> {
  const { projectId, principal, nowMs, progress } = call;
  const runId = newUuid();
  const { signal } = call.abortController();
  const { keyId } = principal;
  const admit = services.admission.charge({ projectId, keyId, signal }, 'stream');
  // Columns have other names in a stream, so its statement is compiled for it.
  const statement = run.prepared.isLong ? run.prepared.statement?.(nowMs) : undefined;
  const { admission, workers } = services;
  const working = { projectId, signal, onWorked: admission.chargeWork.bind(admission, keyId) };
  const plan =
    statement?.planWith(await workers.run(compileStatementTask, statement.toCompile, working)) ??
    run.prepared.plan(nowMs);
  invariant(plan.kind === 'table', 'only SQL endpoints are streamed');
  const ended = services.runningQueries.begin(signal, runId);
  const running = admit(runId, async () => {
    const query = {
      ...plan.query,
      projectId,
      runId,
      limits: streamLimits(services, run),
      int64AsString: run.form.int64AsString,
      signal,
    };
    const time = new StreamTime(services, call, run);
    await time.within(async () => {
      const { body, statistics } = await services.engine.stream(query, FORMATS[run.format].engineName);
      await receiveAhead(body, (bytes) => {
        time.begin();
        return receive(bytes, signal);
      });
      const { resultRows: rows, rowsRead, bytesRead } = await statistics;
      Object.assign(progress, { rows, rowsRead, bytesRead });
    });
  });
  await running.finally(ended);
}

/** Refuses an answer that would be cut off, as a direct run does. */
function refuseMoreRows({ request, maxRows }: CheckedRun, rows: number): void {
  const { limit, offset = 0 } = request;
  const isWindow = limit !== undefined && limit <= maxRows;
  if (isWindow || rows - offset <= maxRows) return;
  throw new AppError('query_too_large', `The answer has more than ${maxRows} rows.`);
}

/** A stream is bound by its rows and its time, in which waiting for a slow reader counts; not by its bytes. */
function streamLimits({ runLimits }: RunServices, { endpoint, maxRows }: CheckedRun): QueryLimits {
  const { maxBytesRead } = endpoint.limits;
  return {
    timeoutMs: runLimits.streamTimeoutMs,
    maxMemoryBytes: runLimits.memoryBytes,
    maxResultRows: maxRows,
    maxResultBytes: Number.MAX_SAFE_INTEGER,
    ...(maxBytesRead === undefined ? {} : { maxBytesToRead: maxBytesRead }),
    maxThreads: 1,
    priority: 10,
  };
}
