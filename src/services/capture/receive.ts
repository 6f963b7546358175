import { AppError } from '../../base/errors.ts';
import { uuidSource } from '../../base/ids.ts';
import { acceptEvents } from './accept-events.ts';
import type { CaptureServices } from './capture-services.ts';
import { type JudgedEvents, judgeEvents } from './judge-events.ts';
import type { PackedPayload } from './protocol/packed-payload.ts';
import { readEnvelope } from './protocol/read-envelope.ts';
import { LARGE_BODY, unpackBody } from './protocol/unpack-body.ts';

export interface CaptureRequest {
  readonly payload: PackedPayload;
  /** The server's time of this request, milliseconds since 1970. */
  readonly nowMs: number;
  /** Who sends it: what is unpacked in vain counts for this address. */
  readonly address: string;
  /** Aborts when nobody waits for the answer. */
  readonly signal?: AbortSignal;
  /** Answer only when queries see the events. */
  readonly waitUntilVisible: boolean;
  /** Name of events that have none; default none, and then they are not taken. */
  readonly defaultEvent?: string;
}

/**
 * Takes the events of one request of the v0 protocol. When it resolves, they survive a crash; a bad event in a batch is
 * left out with a warning.
 * @throws AppError authentication_failed, invalid_json, invalid_value (broken envelope, or no event is acceptable),
 *   payload_too_large, unsupported_media_type, capture_capacity, throttled, engine_unavailable (waiting took too long;
 *   the events are safe)
 */
export async function receive(services: CaptureServices, request: CaptureRequest): Promise<void> {
  const judged = await judgeRequest(services, request);
  await acceptEvents(services, judged, request.waitUntilVisible);
  const [first] = judged.judgements;
  if (first?.kind !== 'rejected' || judged.judgements.some(({ kind }) => kind === 'accepted')) return;
  const reason = first.reason.replaceAll('_', ' ');
  throw new AppError('invalid_value', `No event of the body is acceptable; the first problem: ${reason}.`, {
    attr: 'batch',
  });
}

async function judgeRequest(services: CaptureServices, request: CaptureRequest): Promise<JudgedEvents> {
  const { nowMs, defaultEvent, signal } = request;
  const text = await unpackBody(services, request);
  if (text.length > LARGE_BODY) await services.slices.turn();
  const { token, events, sentAtMs } = readEnvelope(text);
  const projectId = await services.catalog.byCaptureToken(token);
  if (projectId === undefined) throw new AppError('authentication_failed', 'The capture token is not valid.');
  const context = { nowMs, sentAtMs, newUuid: uuidSource(), defaultEvent };
  return services.slices.run(judgeEvents(projectId, events, context), signal);
}
