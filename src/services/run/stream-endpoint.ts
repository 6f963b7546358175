import { newUuid } from '../../base/ids.ts';
import { invariant } from '../../base/invariant.ts';
import { FORMATS, type StreamFormat } from '../../schema/output-format.ts';
import type { Stages } from '../execution/stages.ts';
import type { CheckedRun } from './checked-run.ts';
import type { DirectReason } from './choose-source.ts';
import { callerOf, type RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';
import {
  ending,
  type ReceiveBytes,
  receiveAhead,
  type StreamedAnswer,
  StreamTime,
  streamedAnswer,
  streamLimits,
} from './streamed-answer.ts';

/** Answers a checked run in a format that the engine writes. */
export function streamEndpoint(
  services: RunServices,
  call: RunCall,
  run: CheckedRun,
  { reason, stages }: { readonly reason: DirectReason; readonly stages: Stages },
): StreamedAnswer {
  Object.assign(call.progress, { source: 'direct', reason, cacheState: 'bypass' });
  return streamedAnswer(run, stages, (format, receive) =>
    execute(services, call, { ...run, format }, ending(stages, receive)),
  );
}

async function execute(
  services: RunServices,
  call: RunCall,
  run: CheckedRun & { readonly format: StreamFormat },
  receive: ReceiveBytes,
): Promise<void> {
  const { projectId, nowMs, progress } = call;
  const runId = newUuid();
  const { signal } = call.abortController();
  const plan = run.prepared.plan(nowMs);
  invariant(plan.kind === 'table', 'only SQL endpoints are streamed');
  await services.admission.charge(callerOf(call), 'stream')(runId, async () => {
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
}
