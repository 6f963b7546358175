import { decodeRecord, type SpooledWarning } from './spool-record.ts';
import { propertiesOf, type SpooledEvent, uuidOf } from './spooled-event.ts';

/** A record of the spool, or its end, that is kept in memory after the spool has it. */
export interface KeptRecord {
  /** Counts up with every record of a project. */
  readonly number: number;
  readonly bytes: number;
  /** The record as it came, or what a larger one ended with. */
  readonly content: Buffer | RecordEnd;
}

interface RecordEnd {
  readonly events: readonly SpooledEvent[];
  readonly warnings: readonly SpooledWarning[];
}

/** An accepted event as it is shown. */
export interface RecentEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  /** Microseconds since 1970. */
  readonly timestampUs: number;
  readonly receivedAtMs: number;
  /** Canonical JSON of an object. */
  readonly properties: string;
  /** What its owner should know of it. */
  readonly warnings: readonly string[];
}

/** A record up to this size is copied and read when somebody looks; the end of a larger one is cut off at once. */
const SMALL_BYTES = 256 * 1024;
/** What an event or a record takes in memory besides its bytes, about. */
const EVENT_BYTES = 300;

/** A copy of the newest events of a record, as many as the bounds allow; null when there are none. */
export function keptRecord(
  record: Uint8Array,
  { number, mostEvents, mostBytes }: { number: number; mostEvents: number; mostBytes: number },
): KeptRecord | null {
  if (record.byteLength <= SMALL_BYTES)
    return { number, bytes: record.byteLength + EVENT_BYTES, content: copyOf(record) };
  const { events, warnings } = decodeRecord(record);
  let first = events.length;
  let bytes = 0;
  for (; first > Math.max(0, events.length - mostEvents); first -= 1) {
    const { rowStart = 0, rowEnd = 0 } = events[first - 1] ?? {};
    if (bytes + rowEnd - rowStart + EVENT_BYTES > mostBytes) break;
    bytes += rowEnd - rowStart + EVENT_BYTES;
  }
  const last = events.slice(first);
  if (last.length === 0) return null;
  const ids = new Set(last.map(uuidOf));
  const own = warnings.filter(({ details }) => ids.has(String(details['uuid'])));
  return { number, bytes, content: { events: last.map(copied), warnings: own } };
}

/** The event on bytes of its own. */
function copied({ bytes, rowStart, rowEnd, ...event }: SpooledEvent): SpooledEvent {
  const { event: name, distinctId, timestampUs } = event.facts;
  const row = copyOf(bytes.subarray(rowStart, rowEnd));
  const facts = { event: name, distinctId, timestampUs };
  return { ...event, facts, bytes: row, rowStart: 0, rowEnd: row.length };
}

/** Not of the pool of small buffers: one that is kept would keep its neighbours. */
function copyOf(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength);
  copy.set(bytes);
  return copy;
}

/** The events of a kept record, oldest first. */
export function recentEventsOf({ content }: KeptRecord): readonly RecentEvent[] {
  const { events, warnings } = Buffer.isBuffer(content) ? decodeRecord(content) : content;
  const reasons = Map.groupBy(warnings, ({ details }) => String(details['uuid']));
  return events.map((event) => {
    const uuid = uuidOf(event);
    const { facts, receivedAtMs } = event;
    const named = reasons.get(uuid)?.map(({ reason }) => reason) ?? [];
    return {
      ...{ uuid, event: facts.event, distinctId: facts.distinctId, timestampUs: facts.timestampUs },
      ...{ receivedAtMs, properties: propertiesOf(event), warnings: named },
    };
  });
}
