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
  const position = await services.spool.append(...records);
  services.observe({ kind: 'capture', projectId, accepted, rejected });
  if (accepted > 0 && waitUntilVisible)
    await services.captureWriter.whenWritten(position, services.captureLimits.waitTimeoutMs);
}
