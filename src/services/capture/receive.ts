import { AppError } from '../../base/errors.ts';
import { uuidSource } from '../../base/ids.ts';
import { acceptEvents } from './accept-events.ts';
import type { CaptureServices } from './capture-services.ts';
import { placeFiller } from './event/geoip.ts';
import { bodyOf, type JudgedBody, judgeEvents } from './judge-events.ts';
import { judgeInThread } from './judge-in-thread.ts';
import type { PackedPayload } from './protocol/packed-payload.ts';
import { readEnvelope } from './protocol/read-envelope.ts';
import { type UnpackedText, unpackBody } from './protocol/unpack-body.ts';

export interface CaptureRequest {
  readonly payload: PackedPayload;
  /** The server's time of this request, milliseconds since 1970. */
  readonly nowMs: number;
  /** The address of the sender: bytes that are unpacked in vain count for this address. */
  readonly address: string;
  /** Aborts when nobody waits for the answer. */
  readonly signal?: AbortSignal;
  /** Answer only when queries see the events. */
  readonly waitUntilVisible: boolean;
  /** Name of events that have none; absent = such events are not taken. */
  readonly defaultEvent?: string;
}

/**
 * Takes the events of one request of the v0 protocol. When this resolves, the events survive a crash. A bad event in a
 * batch is left out with a warning.
 * @throws AppError authentication_failed, invalid_json, invalid_value (broken envelope, or no event is acceptable),
 *   payload_too_large, unsupported_media_type, capture_capacity, throttled, engine_unavailable (waiting took too long;
 *   the events are safe)
 */
export async function receive(services: CaptureServices, request: CaptureRequest): Promise<void> {
  const judged = await judgeRequest(services, request);
  await acceptEvents(services, judged, request.waitUntilVisible);
  if (judged.firstRejection === null || judged.accepted > 0) return;
  const reason = judged.firstRejection.replaceAll('_', ' ');
  throw new AppError('invalid_value', `No event of the body is acceptable; the first problem: ${reason}.`, {
    attr: 'batch',
  });
}

async function judgeRequest(services: CaptureServices, request: CaptureRequest): Promise<JudgedBody> {
  const unpacked = await unpackBody(services, request);
  const judged =
    unpacked.kind === 'text'
      ? await judgeOnLoop(services, unpacked, request)
      : await judgeLarge(services, unpacked.token, request);
  if (judged === null) throw new AppError('authentication_failed', 'The capture token is not valid.');
  return judged;
}

/** Null when the token of the body is not known. */
async function judgeOnLoop(
  { catalog, slices, geoipDatabase }: CaptureServices,
  { text, isExact }: UnpackedText,
  { nowMs, defaultEvent, signal, address }: CaptureRequest,
): Promise<JudgedBody | null> {
  const { token, events, sentAtMs } = readEnvelope(text, isExact);
  const projectId = await catalog.byCaptureToken(token);
  if (projectId === undefined) return null;
  const fillPlace = geoipDatabase && placeFiller({ database: geoipDatabase, address });
  const context = { nowMs, sentAtMs, newUuid: uuidSource(), defaultEvent, fillPlace };
  return bodyOf(await slices.run(judgeEvents(projectId, events, context), signal));
}

function judgeLarge(
  services: CaptureServices,
  token: string,
  { payload, nowMs, defaultEvent, signal, address }: CaptureRequest,
): Promise<JudgedBody | null> {
  const maxBytes = services.captureLimits.maxBodyBytes;
  const geoip = services.geoipDatabase && { database: services.geoipDatabase, address };
  return judgeInThread(services, { payload, maxBytes, token, nowMs, defaultEvent, geoip }, signal);
}
