import { exportEvents } from '../../adapters/engine/statements/export-events.ts';
import { keptFromMs } from '../../base/event-retention.ts';
import { newUuid } from '../../base/ids.ts';
import type { ExportQuery } from '../../schema/export-query.ts';
import type { EngineCaller } from '../admission/engine-admission.ts';
import { type ReceiveBytes, receiveAhead } from './receive-ahead.ts';
import type { RunServices } from './run-services.ts';

/** A client that reads slowly holds its export, and its place, that long. */
const TIMEOUT_MS = 6 * 3_600_000;

/**
 * Sends events of a project as a file that `import` reads; made while it is read, in bounded memory. It takes a place
 * and is charged like every other query of its key.
 * @throws AppError throttled, query_capacity, query_cancelled and the codes of the engine
 */
export async function exportProject(
  services: Pick<RunServices, 'engine' | 'admission' | 'catalog' | 'clock'>,
  caller: EngineCaller,
  { format, after, before, event }: ExportQuery,
  receive: ReceiveBytes,
): Promise<void> {
  const { projectId, signal } = caller;
  const { eventRetention } = await services.catalog.context(projectId);
  const keptMs = (eventRetention && keptFromMs(eventRetention, services.clock.nowMs())) ?? null;
  const afterMs = after === undefined ? keptMs : Math.max(after, keptMs ?? after);
  const events = { projectId, afterMs, beforeMs: before ?? null, event: event ?? null };
  const runId = newUuid();
  await services.admission.charge(caller, 'stream')(runId, async () => {
    const { body, statistics } = await exportEvents(services.engine, events, format, {
      timeoutMs: TIMEOUT_MS,
      runId,
      signal,
    });
    await receiveAhead(body, (bytes) => receive(bytes, signal));
    await statistics;
  });
}
