import type { AcceptedEvent, EventFacts, EventTexts } from './accepted-event.ts';
import { canonicalJson } from './canonical-json.ts';
import { cutDistinctId } from './cut-distinct-id.ts';
import {
  type EventTime,
  type RefusedTime,
  resolveEventTime,
  type SentTime,
  type TimeContext,
  type TimeProblem,
} from './event-time.ts';
import { idText, isPlainObject, type PlainObject } from './plain-object.ts';
import { readIdentityFacts } from './read-identity-facts.ts';

/** Why an event is not taken. */
type RejectionReason =
  | 'not_an_object'
  | 'missing_event_name'
  | 'event_name_too_long'
  | 'missing_distinct_id'
  | 'invalid_uuid'
  | 'invalid_properties'
  | 'too_many_properties'
  | RefusedTime['refused'];

/** Something the owner should know about an event that was taken. */
export type WarningReason = TimeProblem | 'timestamp_in_future';

export type Normalized =
  | { readonly kind: 'rejected'; readonly reason: RejectionReason }
  | {
      readonly kind: 'accepted';
      readonly event: AcceptedEvent;
      /** The properties as stored, for the catalogue of properties. */
      readonly properties: PlainObject;
      readonly warning?: WarningReason;
    };

export interface NormalizeContext extends TimeContext {
  /** Makes the id of an event that came without one; null = such an event is not taken. */
  readonly newUuid: ((event: Omit<AcceptedEvent, 'uuid'>) => string) | null;
  /** Name of an event that came without one; absent = such an event is not taken. */
  readonly defaultEvent?: string | undefined;
  /**
   * Most names in the properties of an event, and in each object that the event sets; default: the limit of capture.
   */
  readonly maxPropertyNames?: number;
  /** Fills in where an event comes from, and takes its address away; absent = properties stay as they are. */
  readonly fillPlace?: ((properties: PlainObject) => PlainObject) | undefined;
  /** The rule for the time of the event; default: `resolveEventTime`, the rule of capture. */
  readonly resolveTime?: (sent: SentTime, context: TimeContext) => EventTime | RefusedTime;
}

/** Each name is work for the catalogue of properties and takes a row there. */
const MAX_PROPERTY_NAMES = 1_000;
const MAX_NAME_LENGTH = 200;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Checks one event as sent and brings it to the form of the spool. Pure but for `newUuid`. */
export function normalizeEvent(sent: unknown, context: NormalizeContext): Normalized {
  if (!isPlainObject(sent)) return rejected('not_an_object');
  const event = readName(sent['event'] ?? context.defaultEvent);
  if (event === '') return rejected('missing_event_name');
  if (event.length > MAX_NAME_LENGTH) return rejected('event_name_too_long');
  const sentProperties = sent['properties'] ?? {};
  if (!isPlainObject(sentProperties)) return rejected('invalid_properties');
  const distinctId = readDistinctId(sent, sentProperties);
  if (distinctId === '') return rejected('missing_distinct_id');
  const uuidOf = readUuid(sent['uuid'], context);
  if (uuidOf === null) return rejected('invalid_uuid');

  const { resolveTime = resolveEventTime } = context;
  const time = resolveTime(
    {
      timestamp: sent['timestamp'],
      offset: sent['offset'],
      ignoreSentAt: sentProperties['$ignore_sent_at'] === true,
    },
    context,
  );
  if ('refused' in time) return rejected(time.refused);
  const sentTimestamp = time.problem === undefined ? undefined : sent['timestamp'];
  const stored = storedProperties(sent, sentProperties, sentTimestamp);
  const properties = context.fillPlace?.(stored) ?? stored;
  const identity = readIdentityFacts(event, properties);
  const { maxPropertyNames = MAX_PROPERTY_NAMES } = context;
  const named = [properties, identity.set, identity.setOnce, identity.groupIdentify?.set];
  if (named.some((each) => each !== undefined && Object.keys(each).length > maxPropertyNames))
    return rejected('too_many_properties');
  const facts: EventFacts = { event, distinctId, timestampUs: time.timestampUs, ...identity };
  const columns = textsOf(properties, sentProperties['$elements_chain']);
  const warning = time.isAhead ? 'timestamp_in_future' : time.problem;
  return {
    kind: 'accepted',
    event: { uuid: uuidOf({ facts, columns }), facts, columns },
    properties,
    ...(warning === undefined ? {} : { warning }),
  };
}

function rejected(reason: RejectionReason): Normalized {
  return { kind: 'rejected', reason };
}

function readName(sent: unknown): string {
  return typeof sent === 'string' ? sent.toWellFormed() : '';
}

function readDistinctId(sent: PlainObject, properties: PlainObject): string {
  const given = sent['distinct_id'] ?? sent['$distinct_id'] ?? properties['distinct_id'];
  return cutDistinctId(idText(given) ?? '');
}

/** What gives the event its id: the sent one, else a new one. Null when what was sent is no id. */
function readUuid(sent: unknown, { newUuid }: NormalizeContext): NormalizeContext['newUuid'] {
  if (sent === undefined || sent === null || sent === '') return newUuid;
  const uuid = typeof sent === 'string' ? sent.toLowerCase() : '';
  return UUID.test(uuid) ? () => uuid : null;
}

const PERSON_OPERATIONS = ['$set', '$set_once', '$unset'] as const;

/**
 * The properties as stored: person operations of the top level join those inside the properties (which win), the
 * elements chain is removed because it has a column of its own, and a time that could not be used is kept as text.
 */
function storedProperties(sent: PlainObject, properties: PlainObject, sentTimestamp: unknown): PlainObject {
  const hasMoved =
    sent['$set'] !== undefined || sent['$set_once'] !== undefined || sent['$unset'] !== undefined;
  if (!hasMoved && properties['$elements_chain'] === undefined && sentTimestamp === undefined)
    return properties;
  const moved = PERSON_OPERATIONS.filter((name) => sent[name] !== undefined);
  const { $elements_chain: _chain, ...kept } = properties;
  const operations = moved.map((name) => [name, joinOperations(sent[name], properties[name])] as const);
  return {
    ...kept,
    ...Object.fromEntries(operations),
    ...(sentTimestamp === undefined ? {} : { $sent_timestamp: sentTimestamp }),
  };
}

function joinOperations(outer: unknown, inner: unknown): unknown {
  if (inner === undefined) return outer;
  if (Array.isArray(outer) && Array.isArray(inner)) return [...outer, ...inner];
  return isPlainObject(outer) && isPlainObject(inner) ? { ...outer, ...inner } : inner;
}

function textsOf(properties: PlainObject, elementsChain: unknown): EventTexts {
  return {
    properties: canonicalJson(properties),
    sessionId: columnText(properties['$session_id']),
    windowId: columnText(properties['$window_id']),
    elementsChain: columnText(elementsChain),
  };
}

function columnText(value: unknown): string {
  return (idText(value) ?? '').toWellFormed();
}
