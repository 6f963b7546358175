import type { CaptureServices } from './capture-services.ts';
import { type NormalizeContext, type Normalized, normalizeEvent } from './normalize-event.ts';
import { encodeRecord, type SpooledWarning } from './spool-record.ts';

/** Events of one request whose token is already checked. */
interface SentEvents {
  readonly projectId: number;
  /** As sent, in the v0 form. */
  readonly events: readonly unknown[];
  /** Answer only when queries see the events. */
  readonly waitUntilVisible: boolean;
}

/**
 * Judges events one by one and makes the good ones durable; when it resolves, they survive a crash. Each rejection and
 * each warning is also listed for the owner of the project.
 * @returns a judgement for each event, in order
 * @throws AppError capture_capacity (nothing was taken), engine_unavailable (waiting took too long; the events are safe)
 */
export async function acceptEvents(
  services: CaptureServices,
  { projectId, events: sent, waitUntilVisible }: SentEvents,
  context: NormalizeContext,
): Promise<readonly Normalized[]> {
  const judged = sent.map((each) => normalizeEvent(each, context));
  const accepted = judged.filter((each) => each.kind === 'accepted');
  const note = services.propertyMemory.open(projectId);
  for (const { event, properties } of accepted) note.add(event.facts, properties);
  const record = {
    projectId,
    receivedAtMs: context.nowMs,
    definitions: note.definitions(),
    propertyCounts: note.counts(),
    warnings: judged.flatMap((each, index) => warningOf(each, index) ?? []),
    events: accepted.map(({ event }) => event),
  };
  const position = await services.spool.append(encodeRecord(record));
  note.remember();

  const counts = { accepted: accepted.length, rejected: sent.length - accepted.length };
  services.observe({ kind: 'capture', projectId, ...counts });
  if (accepted.length > 0 && waitUntilVisible)
    await services.captureWriter.whenWritten(position, services.captureLimits.waitTimeoutMs);
  return judged;
}

function warningOf(judged: Normalized, index: number): SpooledWarning | null {
  if (judged.kind === 'rejected') return { reason: judged.reason, details: { index, is_rejected: true } };
  if (judged.warning === undefined) return null;
  const { uuid, facts } = judged.event;
  return { reason: judged.warning, details: { index, uuid, event: facts.event } };
}
