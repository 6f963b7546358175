import { parseCaptureJson } from '../event/canonical-json.ts';
import { derivedEventId } from '../event/derived-event-id.ts';
import { importedEventTime } from '../event/event-time.ts';
import { type Normalized, normalizeEvent } from '../event/normalize-event.ts';
import { isPlainObject, type PlainObject } from '../event/plain-object.ts';

export type JudgedRow =
  | Extract<Normalized, { kind: 'accepted' }>
  | { readonly kind: 'rejected'; readonly reason: string };

/**
 * A row in the form of an export, as an event. Its `person_properties` act as `$set` without becoming properties of the
 * event. They are the person's properties after the event, so they win over what the event itself sets and unsets. The
 * same row always gives the same event, so that a second import finds it. A row without a readable time is no event.
 */
export function judgeRow(row: string, nowMs: number): JudgedRow {
  const sent = parseRow(row);
  if (sent === null) return { kind: 'rejected', reason: 'not_json' };
  const normalized = normalizeEvent(sent, {
    nowMs,
    sentAtMs: null,
    newUuid: derivedEventId,
    resolveTime: importedEventTime,
    // A table may be wide, and whoever imports it has shown a key.
    maxPropertyNames: Number.POSITIVE_INFINITY,
  });
  const personProperties = sent['person_properties'];
  if (normalized.kind === 'rejected' || !isPlainObject(personProperties)) return normalized;
  const { event } = normalized;
  const { set, unset, ...others } = event.facts;
  const gone = unset?.filter((name) => !Object.hasOwn(personProperties, name)) ?? [];
  const facts = {
    ...others,
    set: { ...set, ...personProperties },
    ...(gone.length > 0 && { unset: gone }),
  };
  return { ...normalized, event: { ...event, facts } };
}

function parseRow(row: string): PlainObject | null {
  try {
    const value = parseCaptureJson(row);
    return isPlainObject(value) ? value : null;
  } catch {
    // A row that is no JSON is no event.
    return null;
  }
}
