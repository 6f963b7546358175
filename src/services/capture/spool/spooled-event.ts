import { RowBinaryWriter, textAt, UUID_BYTES, uuidTextAt } from '../../../adapters/engine/row-binary.ts';
import { binaryUuids } from '../../../adapters/engine/statements/find-known-event-ids.ts';
import type { AcceptedEvent, EventFacts } from '../event/accepted-event.ts';

/** An event in the spool: the facts that the writer needs, and the rest of the row as bytes that are only copied. */
export interface SpooledEvent {
  /** The bytes of the uuid, one character each: cheaper to make and to compare than the text. */
  readonly id: string;
  readonly facts: EventFacts;
  /** Server time of the event's request, milliseconds since 1970. */
  readonly receivedAtMs: number;
  /** What brought the event: 0 = capture, else the number of an import. */
  readonly source: number;
  /** Bytes that hold, from `rowStart` to `rowEnd`, the EVENT_COLUMNS from `uuid` on, in RowBinary. */
  readonly bytes: Buffer;
  readonly rowStart: number;
  readonly rowEnd: number;
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

/** Uuids in the form of `SpooledEvent.id`. */
export function* binaryIds(uuids: Iterable<string>): Generator<string> {
  const bytes = binaryUuids(uuids);
  for (let at = 0; at < bytes.length; at += UUID_BYTES) yield bytes.toString('latin1', at, at + UUID_BYTES);
}

/** The canonical JSON of the properties of an event in the spool. */
export function propertiesOf({ bytes, rowStart }: SpooledEvent): string {
  const event = textAt(bytes, rowStart + UUID_BYTES);
  const distinctId = textAt(bytes, event.end);
  return textAt(bytes, distinctId.end + TIMESTAMP_BYTES).text;
}

const TIMESTAMP_BYTES = 8;
