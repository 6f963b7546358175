import { RowBinaryWriter, textAt, UUID_BYTES, uuidTextAt } from '../../adapters/engine/row-binary.ts';
import type { PlainObject } from './plain-object.ts';

/** An event that is taken, before it lies in the spool. */
export interface AcceptedEvent {
  readonly uuid: string;
  readonly facts: EventFacts;
  readonly columns: EventTexts;
}

/** An event in the spool: what the writer must understand, and the rest of its row as bytes that it only copies. */
export interface SpooledEvent {
  /** The bytes of its uuid, a character each: cheaper to make and to compare than the text. */
  readonly id: string;
  readonly facts: EventFacts;
  /** Server time of its request, milliseconds since 1970. */
  readonly receivedAtMs: number;
  /** Bytes that hold, from `rowStart` to `rowEnd`, the EVENT_COLUMNS from `uuid` on, in RowBinary. */
  readonly bytes: Buffer;
  readonly rowStart: number;
  readonly rowEnd: number;
}

/** Columns that nobody looks at after the event is accepted. */
export interface EventTexts {
  /** Canonical JSON of an object. */
  readonly properties: string;
  readonly sessionId: string;
  readonly windowId: string;
  readonly elementsChain: string;
}

/** What decides about persons, groups and counts. */
export interface EventFacts {
  readonly event: string;
  readonly distinctId: string;
  /** Microseconds since 1970. */
  readonly timestampUs: number;
  /** The event asked for no person: it gets a derived person id and no person row. */
  readonly isPersonless?: true;
  readonly set?: PlainObject;
  readonly setOnce?: PlainObject;
  readonly unset?: readonly string[];
  /** The event says that its distinct id is an identified person, and perhaps that another id is the same one. */
  readonly link?: IdentityLink;
  /** Group key by group type. */
  readonly groups?: Readonly<Record<string, string>>;
  /** Properties to set on a group. */
  readonly groupIdentify?: GroupIdentify;
}

export interface IdentityLink {
  /** `merge` may also join two identified persons. */
  readonly kind: 'identify' | 'alias' | 'merge';
  readonly otherDistinctId: string | null;
}

export interface GroupIdentify {
  readonly type: string;
  readonly key: string;
  readonly set: PlainObject;
}

/** Writes the EVENT_COLUMNS from `uuid` on. */
export function writeRow(writer: RowBinaryWriter, { uuid, facts, columns }: AcceptedEvent): void {
  writer.uuid(uuid);
  writer.text(facts.event);
  writer.text(facts.distinctId);
  writer.uint64(facts.timestampUs);
  writer.text(columns.properties);
  writer.text(columns.sessionId);
  writer.text(columns.windowId);
  writer.text(columns.elementsChain);
  writer.ready(facts.isPersonless === true ? PROPERTYLESS : FULL);
}

/** Values of `person_mode`. */
const PROPERTYLESS = readyText('propertyless');
const FULL = readyText('full');

function readyText(text: string): Uint8Array {
  const writer = new RowBinaryWriter(0);
  writer.text(text);
  return writer.written;
}

/** The uuid of an event in the spool. */
export function uuidOf({ bytes, rowStart }: SpooledEvent): string {
  return uuidTextAt(bytes, rowStart);
}

/** The canonical JSON of the properties of an event in the spool. */
export function propertiesOf({ bytes, rowStart }: SpooledEvent): string {
  const event = textAt(bytes, rowStart + UUID_BYTES);
  const distinctId = textAt(bytes, event.end);
  return textAt(bytes, distinctId.end + TIMESTAMP_BYTES).text;
}

const TIMESTAMP_BYTES = 8;
