import { settleCaptured } from '../../adapters/engine/statements/settle-captured.ts';
import type { CaptureServices } from './capture-services.ts';
import type { JudgedBody } from './judge-events.ts';

/**
 * Makes the good events of a request durable; when this resolves, the events survive a crash.
 * @param waitUntilVisible resolve only when queries see the events
 * @throws AppError capture_capacity (nothing was taken), engine_unavailable (waiting took too long; the events are
 *   safe)
 */
export async function acceptEvents(
  services: CaptureServices,
  { projectId, accepted, rejected, records }: JudgedBody,
  waitUntilVisible: boolean,
): Promise<void> {
  const position = await append(services, projectId, records);
  services.recentEvents.note(projectId, records);
  services.observe({ kind: 'capture', projectId, accepted, rejected });
  if (accepted === 0 || !waitUntilVisible) return;
  await services.captureWriter.whenWritten(position, services.captureLimits.waitTimeoutMs);
  await settleCaptured(services.engine);
}

async function append(
  { spool, waitingShares }: CaptureServices,
  projectId: number,
  records: readonly Uint8Array[],
): Promise<number> {
  const bytes = records.reduce((sum, { byteLength }) => sum + byteLength, 0);
  await waitingShares.take(projectId, bytes);
  try {
    return await spool.append(...records);
  } catch (error) {
    waitingShares.free(projectId, bytes);
    throw error;
  }
}
