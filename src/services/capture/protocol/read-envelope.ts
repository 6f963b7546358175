import { AppError } from '../../../base/errors.ts';
import { eventBatch } from '../../../schema/event.ts';
import { parseTimestampUs } from '../event/event-time.ts';
import { isPlainObject, type PlainObject } from '../event/plain-object.ts';
import { parseBody } from './parse-body.ts';

/** A capture request of any v0 form, brought to one shape. */
export interface Envelope {
  readonly token: string;
  /** Events as sent, judged later one by one; at least one. */
  readonly events: readonly unknown[];
  /** Client time of sending, milliseconds since 1970; null when unknown or when times must not be corrected. */
  readonly sentAtMs: number | null;
}

/**
 * Reads `{api_key, batch: [...]}`, a list of events, or one event object.
 * @param isExact as that of `parseCaptureJson`
 * @throws AppError invalid_json, invalid_value (broken envelope, no events), authentication_failed (no token, or
 *   several)
 */
export function readEnvelope(text: string, isExact?: boolean): Envelope {
  const json = parseBody(text, isExact);
  if (Array.isArray(json)) return withToken([], json, null);
  if (!isPlainObject(json)) throw new AppError('invalid_value', 'Expected an object or a list of events.');
  if (json['batch'] === undefined) return withToken([], [json], sentAtMs(json['sent_at']));
  const batch = eventBatch.safeParse(json);
  if (!batch.success) {
    const [issue] = batch.error.issues;
    const attr = issue?.path.join('.') ?? '';
    throw new AppError('invalid_value', `${attr}: ${issue?.message ?? 'not a batch'}`, { attr });
  }
  const sent = batch.data.historical_migration === true ? null : sentAtMs(batch.data.sent_at);
  return withToken([batch.data.api_key, batch.data.token], batch.data.batch, sent);
}

function sentAtMs(sentAt: unknown): number | null {
  const us = parseTimestampUs(sentAt);
  return us === null ? null : us / 1000;
}

function withToken(
  envelopeTokens: readonly unknown[],
  events: readonly unknown[],
  sent: number | null,
): Envelope {
  if (events.length === 0) throw new AppError('invalid_value', 'The batch has no events.', { attr: 'batch' });
  const tokens = new Set(envelopeTokens);
  for (const event of events) if (isPlainObject(event)) addTokens(event, tokens);
  const given = [...tokens].filter((token) => token !== undefined && token !== null && token !== '');
  const [token] = given;
  if (given.length !== 1 || typeof token !== 'string')
    throw new AppError('authentication_failed', 'Send one capture token as `api_key`.');
  return { token, events, sentAtMs: sent };
}

function addTokens(event: PlainObject, tokens: Set<unknown>): void {
  const { token, $token, api_key, properties } = event;
  if (token !== undefined) tokens.add(token);
  if ($token !== undefined) tokens.add($token);
  if (api_key !== undefined) tokens.add(api_key);
  if (isPlainObject(properties) && properties['token'] !== undefined) tokens.add(properties['token']);
}
