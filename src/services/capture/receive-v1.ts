import { AppError } from '../../base/errors.ts';
import { acceptEvents } from './accept-events.ts';
import type { CaptureServices } from './capture-services.ts';
import { judgeBatch } from './judge-batch.ts';
import type { JudgedBody } from './judge-events.ts';
import { judgeBatchInThread } from './judge-in-thread.ts';
import { unpackBatch } from './protocol/unpack-body.ts';

export interface CaptureRequestV1 {
  /** The project, as `projectOfToken` found it. */
  readonly projectId: number;
  readonly body: Uint8Array;
  /** Values of the headers with these names; empty when absent. */
  readonly headers: {
    readonly 'content-encoding': string;
    readonly 'posthog-sdk-info': string;
    readonly 'posthog-attempt': string;
    readonly 'posthog-request-id': string;
    readonly 'posthog-request-timestamp': string;
  };
  /** The server's time of this request, milliseconds since 1970. */
  readonly nowMs: number;
  /** The address of the sender. */
  readonly address: string;
  /** Aborts when nobody waits for the answer. */
  readonly signal?: AbortSignal;
  /** Answer only when queries see the events. */
  readonly waitUntilVisible: boolean;
}

const REQUIRED = [
  'posthog-sdk-info',
  'posthog-attempt',
  'posthog-request-id',
  'posthog-request-timestamp',
] as const;

const BEARER = /^bearer +(\S{1,200})$/i;

/**
 * The project that a request of the v1 protocol writes to. The token stands in a header, so the project is known before
 * the body is read.
 * @param authorization the header as sent; empty when absent
 * @throws AppError authentication_failed
 */
export async function projectOfToken(
  { catalog }: Pick<CaptureServices, 'catalog'>,
  authorization: string,
): Promise<number> {
  const token = BEARER.exec(authorization)?.[1];
  const projectId = token === undefined ? undefined : await catalog.byCaptureToken(token);
  if (projectId === undefined)
    throw new AppError('authentication_failed', 'Send a capture token as `Authorization: Bearer <token>`.');
  return projectId;
}

/**
 * Takes the events of one request of the v1 protocol. The text of the answer tells by uuid what became of each event.
 * The events that are `ok` or `warning` survive a crash.
 * @throws AppError invalid_json, invalid_value (`extra.error` holds the protocol's name of the problem),
 *   payload_too_large, unsupported_media_type, capture_capacity, engine_unavailable (waiting took too long; the events
 *   are safe)
 */
export async function receiveV1(
  services: CaptureServices,
  request: CaptureRequestV1,
): Promise<string | Uint8Array> {
  const judged = await judgeRequest(services, request);
  await acceptEvents(services, judged, request.waitUntilVisible);
  return judged.answer;
}

async function judgeRequest(
  services: CaptureServices,
  { projectId, body, headers, nowMs, signal, address }: CaptureRequestV1,
): Promise<JudgedBody & { readonly answer: string | Uint8Array }> {
  checkHeaders(headers);
  const contentEncoding = headers['content-encoding'];
  const [sdkInfo, sentAt] = [headers['posthog-sdk-info'], headers['posthog-request-timestamp']];
  const geoip = services.geoipDatabase && { database: services.geoipDatabase, address };
  const context = { projectId, sdkInfo, sentAt, nowMs, geoip };
  const unpacked = await unpackBatch(services, body, { contentEncoding, signal });
  if (unpacked !== null) return services.slices.run(judgeBatch(unpacked, context), signal);
  const maxBytes = services.captureLimits.maxBodyBytes;
  return judgeBatchInThread(services, { ...context, body, contentEncoding, maxBytes }, signal);
}

function checkHeaders(headers: CaptureRequestV1['headers']): void {
  const missing = REQUIRED.filter((name) => headers[name] === '');
  if (missing.length > 0)
    throw new AppError('invalid_value', `Headers are missing: ${missing.join(', ')}.`, {
      extra: { error: 'missing_required_headers' },
    });
}
