import type { SnapshotRecord } from '../../adapters/store/snapshot-store.ts';
import { AppError } from '../../base/errors.ts';
import { newUuid } from '../../base/ids.ts';
import type { StreamFormat } from '../../schema/output-format.ts';
import type { Stages } from '../execution/stages.ts';
import type { SnapshotWindow } from '../materialize/snapshot-reader.ts';
import type { CheckedRun } from './checked-run.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';
import { snapshotWindow, withSnapshot } from './serve-snapshot.ts';
import { streamEndpoint } from './stream-endpoint.ts';
import {
  ending,
  type ReceiveBytes,
  receiveAhead,
  type StreamedAnswer,
  StreamTime,
  streamedAnswer,
  streamLimits,
} from './streamed-answer.ts';

/** Answers a checked run in a format that the engine writes, out of a snapshot; by executing it when that fails. */
export function streamSnapshot(
  services: RunServices,
  call: RunCall,
  run: CheckedRun,
  { snapshot, stages }: { readonly snapshot: SnapshotRecord; readonly stages: Stages },
): StreamedAnswer {
  Object.assign(call.progress, {
    source: 'materialized',
    reason: 'materialized_current',
    cacheState: 'snapshot',
  });
  return streamedAnswer(run, stages, async (format, receive) => {
    if (await deliver(services, call, { ...run, format, snapshot }, ending(stages, receive))) return;
    const direct = { reason: 'materialized_failed_read', stages } as const;
    await streamEndpoint(services, call, run, direct).deliver(receive);
  });
}

type SnapshotRun = CheckedRun & { readonly format: StreamFormat; readonly snapshot: SnapshotRecord };

/** @returns false when the snapshot cannot be read and nothing was received */
async function deliver(
  services: RunServices,
  call: RunCall,
  run: SnapshotRun,
  receive: ReceiveBytes,
): Promise<boolean> {
  const { signal } = call.abortController();
  const time = new StreamTime(services, call, run);
  const { format, snapshot } = run;
  const runId = newUuid();
  let hasBegun = false;
  const isDone = await withSnapshot(services, call, snapshot, async () => {
    const rows = snapshotWindow(services, call, run, { lane: 'stream', runId });
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

/** An answer that would be cut off is refused, as a direct one is. */
function refuseMoreRows({ request, maxRows }: SnapshotRun, rows: number): void {
  const { limit, offset = 0 } = request;
  const isWindow = limit !== undefined && limit <= maxRows;
  if (isWindow || rows - offset <= maxRows) return;
  throw new AppError('query_too_large', `The answer has more than ${maxRows} rows.`);
}
