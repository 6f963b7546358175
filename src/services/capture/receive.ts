import { AppError } from '../../base/errors.ts';
import { newUuid } from '../../base/ids.ts';
import type { CaptureServices } from './capture-services.ts';
import { decodePayload, type PackedPayload } from './decode-payload.ts';
import { normalizeEvent } from './normalize-event.ts';
import type { PropertyNote } from './property-memory.ts';
import { readEnvelope } from './read-envelope.ts';
import { encodeRecord, type SpooledWarning } from './spool-record.ts';
import type { EventFacts, SpooledEvent } from './spooled-event.ts';

export interface CaptureRequest {
  readonly payload: PackedPayload;
  /** The server's time of this request, milliseconds since 1970. */
  readonly nowMs: number;
  /** Answer only when queries see the events. */
  readonly waitUntilVisible: boolean;
  /** Name of events that have none; default none, and then they are not taken. */
  readonly defaultEvent?: string;
}

/**
 * Takes the events of one request. When it resolves, they survive a crash; a bad event in a batch is left out with a
 * warning.
 * @throws AppError authentication_failed, invalid_json, invalid_value (broken envelope, or no event is acceptable),
 *   payload_too_large, unsupported_media_type, capture_capacity, engine_unavailable (waiting took too long; the events
 *   are safe)
 */
export async function receive(services: CaptureServices, request: CaptureRequest): Promise<void> {
  const { nowMs, defaultEvent } = request;
  const text = await decodePayload(request.payload, services.captureLimits.maxBodyBytes);
  const { token, events: sent, sentAtMs } = readEnvelope(text);
  const projectId = await services.projects.byCaptureToken(token);
  if (projectId === undefined) throw new AppError('authentication_failed', 'The capture token is not valid.');

  const note = services.propertyMemory.open(projectId);
  const { events, warnings } = judgeEvents(sent, { nowMs, sentAtMs, newUuid, defaultEvent }, note);
  const record = {
    projectId,
    receivedAtMs: nowMs,
    definitions: note.definitions(),
    warnings,
    events,
  };
  const position = await services.spool.append(encodeRecord(record));
  note.remember();

  const rejected = sent.length - events.length;
  services.observe({ kind: 'capture', projectId, accepted: events.length, rejected, duplicates: 0 });
  if (events.length === 0) throw noneAccepted(warnings);
  if (request.waitUntilVisible)
    await services.captureWriter.whenWritten(position, services.captureLimits.waitTimeoutMs);
}

function judgeEvents(
  sent: readonly unknown[],
  context: Parameters<typeof normalizeEvent>[1],
  note: PropertyNote,
): { readonly events: readonly SpooledEvent[]; readonly warnings: readonly SpooledWarning[] } {
  const events: SpooledEvent[] = [];
  const warnings: SpooledWarning[] = [];
  for (const [index, each] of sent.entries()) {
    const normalized = normalizeEvent(each, context);
    if (normalized.kind === 'rejected') {
      warnings.push({ reason: normalized.reason, details: { index, is_rejected: true } });
      continue;
    }
    const { facts } = normalized.event;
    events.push(normalized.event);
    note.add('event', normalized.properties);
    notePersonAndGroup(facts, note);
    if (normalized.warning !== undefined)
      warnings.push({ reason: normalized.warning, details: { index, uuid: facts.uuid, event: facts.event } });
  }
  return { events, warnings };
}

function notePersonAndGroup({ set, setOnce, groupIdentify }: EventFacts, note: PropertyNote): void {
  note.add('person', set);
  note.add('person', setOnce);
  note.add('group', groupIdentify?.set);
}

function noneAccepted(warnings: readonly SpooledWarning[]): AppError {
  const reason = warnings[0]?.reason.replaceAll('_', ' ') ?? 'unknown';
  return new AppError('invalid_value', `No event is acceptable; the first problem: ${reason}.`, {
    attr: 'batch',
  });
}
