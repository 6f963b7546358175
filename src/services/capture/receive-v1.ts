import { AppError } from '../../base/errors.ts';
import type { EventResult } from '../../schema/event-v1.ts';
import { acceptEvents } from './accept-events.ts';
import type { CaptureServices } from './capture-services.ts';
import { parseTimestampUs } from './event/event-time.ts';
import { type JudgedEvents, type Judgement, judgeEvents } from './judge-events.ts';
import { checkJsonSize } from './protocol/check-json-size.ts';
import { inflateBounded } from './protocol/inflate-bounded.ts';
import { readBatchV1 } from './protocol/read-batch-v1.ts';
import { LARGE_BODY, SMALL_BODY_BYTES } from './protocol/unpack-body.ts';

export interface CaptureRequestV1 {
  /** Of `projectOfToken`. */
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
 * The project that a request of the v1 protocol writes to. Its token stands in a header, so this is known before its
 * body is read.
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
 * Takes the events of one request of the v1 protocol and says of each what became of it, by its uuid. The events that
 * are `ok` or `warning` survive a crash.
 * @throws AppError invalid_json, invalid_value (`extra.error` holds the protocol's name of the problem),
 *   payload_too_large, unsupported_media_type, capture_capacity, engine_unavailable (waiting took too long; the events
 *   are safe)
 */
export async function receiveV1(
  services: CaptureServices,
  request: CaptureRequestV1,
): Promise<Readonly<Record<string, EventResult>>> {
  const { judged, names } = await judgeRequest(services, request);
  await acceptEvents(services, judged, request.waitUntilVisible);
  return Object.fromEntries(names.map((name, index) => [name, resultOf(judged.judgements[index])]));
}

interface JudgedBatch {
  readonly judged: JudgedEvents;
  /** Where each event stands in the answer. */
  readonly names: readonly string[];
}

async function judgeRequest(
  services: CaptureServices,
  { projectId, body, headers, nowMs, signal }: CaptureRequestV1,
): Promise<JudgedBatch> {
  checkHeaders(headers);
  const { maxBodyBytes } = services.captureLimits;
  const text = (await inflateBounded(body, headers['content-encoding'], maxBodyBytes)).toString('utf8');
  if (text.length > SMALL_BODY_BYTES) await services.slices.run(checkJsonSize(text), signal);
  if (text.length > LARGE_BODY) await services.slices.turn();
  const { events, names, isHistorical } = readBatchV1(text, headers['posthog-sdk-info']);
  const sentAtUs = isHistorical ? null : parseTimestampUs(headers['posthog-request-timestamp']);
  const context = { nowMs, sentAtMs: sentAtUs === null ? null : sentAtUs / 1000, newUuid: null };
  const judged = await services.slices.run(judgeEvents(projectId, events, context), signal);
  return { judged, names };
}

function checkHeaders(headers: CaptureRequestV1['headers']): void {
  const missing = REQUIRED.filter((name) => headers[name] === '');
  if (missing.length > 0)
    throw new AppError('invalid_value', `Headers are missing: ${missing.join(', ')}.`, {
      extra: { error: 'missing_required_headers' },
    });
}

function resultOf(judged: Judgement | undefined): EventResult {
  if (judged === undefined || judged.kind === 'rejected')
    return { result: 'drop', details: judged?.reason ?? 'not_judged' };
  return judged.warning === undefined ? { result: 'ok' } : { result: 'warning', details: judged.warning };
}
