import { AppError } from '../../../base/errors.ts';
import { eventBatchV1 } from '../../../schema/event-v1.ts';
import { idText, isPlainObject, type PlainObject } from '../event/plain-object.ts';
import { parseBody } from './parse-body.ts';

/** A batch of the v1 protocol. */
interface BatchV1 {
  /** Events in the v0 form, to be judged one by one; at least one. */
  readonly events: readonly unknown[];
  /** The name of each event in the answer: the uuid as sent, or `batch.2` for an event without one. */
  readonly names: readonly string[];
  /** True for events that are old on purpose: their times are not corrected. */
  readonly isHistorical: boolean;
}

/**
 * Reads the body of a v1 request.
 * @param sdkInfo name and version of the client library, such as `posthog-node/5.70.0`
 * @param isExact as that of `parseCaptureJson`
 * @throws AppError invalid_json, invalid_value with the protocol's own name of the problem in `extra.error`
 */
export function readBatchV1(text: string, sdkInfo: string, isExact?: boolean): BatchV1 {
  const batch = eventBatchV1.safeParse(parseBody(text, isExact));
  if (!batch.success) {
    const [issue] = batch.error.issues;
    throw refusal(
      'request_parsing_error',
      `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a batch'}`,
    );
  }
  const { batch: sent, historical_migration } = batch.data;
  if (sent.length === 0) throw refusal('empty_batch', 'The batch has no events.');
  const names = sent.map((event, index) => uuidOf(event) ?? `batch.${index}`);
  const distinct = new Set(names.map((name) => name.toLowerCase()));
  if (distinct.size < names.length)
    throw refusal('duplicate_event_uuid', 'Two events of the batch have the same uuid.');
  const library = libraryProperties(sdkInfo);
  return {
    events: sent.map((event) => inFormV0(event, library)),
    names,
    isHistorical: historical_migration === true,
  };
}

/** @param error the protocol's name of the problem */
function refusal(error: string, detail: string): AppError {
  return new AppError('invalid_value', detail, { extra: { error } });
}

function uuidOf(event: unknown): string | null {
  const uuid = isPlainObject(event) ? event['uuid'] : undefined;
  return typeof uuid === 'string' && uuid !== '' ? uuid : null;
}

function libraryProperties(sdkInfo: string): PlainObject {
  const slash = sdkInfo.lastIndexOf('/');
  if (slash === -1) return { $lib: sdkInfo };
  return { $lib: sdkInfo.slice(0, slash), $lib_version: sdkInfo.slice(slash + 1) };
}

/** Options of a v1 event and the properties that carry them in v0, where they are stored. */
const OPTION_PROPERTIES = [
  ['process_person_profile', '$process_person_profile'],
  ['disable_skew_correction', '$ignore_sent_at'],
  ['cookieless_mode', '$cookieless_mode'],
  ['product_tour_id', '$product_tour_id'],
] as const;

/** The event as a v0 client would send it, so that both protocols store and answer alike. */
function inFormV0(event: unknown, library: PlainObject): unknown {
  if (!isPlainObject(event)) return event;
  const { properties = {}, options, session_id, window_id, ...rest } = event;
  if (!isPlainObject(properties)) return event;
  const stored: Record<string, unknown> = { ...properties };
  if (isPlainObject(options))
    for (const [option, property] of OPTION_PROPERTIES)
      if (options[option] !== undefined && options[option] !== null) stored[property] = options[option];
  if (idText(session_id) !== null) stored['$session_id'] = session_id;
  if (idText(window_id) !== null) stored['$window_id'] = window_id;
  return { ...rest, properties: { ...stored, ...library } };
}
