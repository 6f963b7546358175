import { RowBinaryWriter, UUID_BYTES } from '../../adapters/engine/row-binary.ts';
import type { PropertyDefinition } from '../../adapters/store/definition-store.ts';
import type { PropertyCount } from '../../adapters/store/property-count-store.ts';
import { canonicalJson, parseCaptureJson } from './canonical-json.ts';
import { type AcceptedEvent, type EventFacts, type SpooledEvent, writeRow } from './spooled-event.ts';

/** What one capture request leaves in the spool. */
export interface SpoolRecord extends RecordFacts {
  readonly events: readonly SpooledEvent[];
}

/** What one capture request brings to the spool. */
export interface NewSpoolRecord extends RecordFacts {
  readonly events: readonly AcceptedEvent[];
}

interface RecordFacts {
  readonly projectId: number;
  /** Server time, milliseconds since 1970; `created_at` of the events. */
  readonly receivedAtMs: number;
  readonly definitions: readonly PropertyDefinition[];
  readonly propertyCounts: readonly PropertyCount[];
  readonly warnings: readonly SpooledWarning[];
}

export interface SpooledWarning {
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The head of a record: JSON after its length in bytes, a UInt32. The rows of the events follow. */
interface RecordHead extends RecordFacts {
  /** Event names and distinct ids, each once. */
  readonly names: readonly string[];
  readonly distinctIds: readonly string[];
  readonly events: readonly EventEntry[];
}

/** Places in `names` and `distinctIds`, time in µs, bytes of the row, and the facts that few events have. */
type EventEntry = readonly [number, number, number, number, RareFacts?];
type RareFacts = Omit<EventFacts, 'event' | 'distinctId' | 'timestampUs'>;

const HEAD_LENGTH_BYTES = 4;
/** Of a row, for the first guess. */
const USUAL_ROW_BYTES = 600;

/** Bytes of a record. */
export function encodeRecord({ events, ...facts }: NewSpoolRecord): Buffer {
  const names = new Places();
  const distinctIds = new Places();
  const rows = new RowBinaryWriter(events.length * USUAL_ROW_BYTES);
  const entries = events.map((event): EventEntry => {
    const { event: name, distinctId, timestampUs, ...rare } = event.facts;
    const start = rows.length;
    writeRow(rows, event);
    const entry = [names.of(name), distinctIds.of(distinctId), timestampUs, rows.length - start] as const;
    return hasMembers(rare) ? [...entry, rare] : entry;
  });
  const head = canonicalJson({ ...facts, names: names.all, distinctIds: distinctIds.all, events: entries });
  const length = Buffer.alloc(HEAD_LENGTH_BYTES);
  length.writeUInt32LE(Buffer.byteLength(head));
  return Buffer.concat([length, Buffer.from(head), rows.written]);
}

/** The inverse of `encodeRecord`. Rows are views of `payload`. */
export function decodeRecord(payload: Uint8Array): SpoolRecord {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  const headEnd = HEAD_LENGTH_BYTES + bytes.readUInt32LE();
  const text = bytes.toString('utf8', HEAD_LENGTH_BYTES, headEnd);
  // Border: the spool checks every record's checksum, so this is what encodeRecord wrote.
  const { names, distinctIds, events, ...facts } = parseCaptureJson(text) as RecordHead;
  const { receivedAtMs } = facts;
  let start = headEnd;
  const spooled = events.map(([name, distinctId, timestampUs, length, rare]): SpooledEvent => {
    const row = bytes.subarray(start, start + length);
    start += length;
    const common = { event: names[name] ?? '', distinctId: distinctIds[distinctId] ?? '', timestampUs };
    return {
      id: row.toString('latin1', 0, UUID_BYTES),
      facts: rare === undefined ? common : { ...common, ...rare },
      receivedAtMs,
      row,
    };
  });
  return { ...facts, events: spooled };
}

function hasMembers(object: object): boolean {
  for (const _name in object) return true;
  return false;
}

/** Gives each text a place in a list. */
class Places {
  readonly #places = new Map<string, number>();

  of(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#places.set(text, place);
    return place;
  }

  get all(): readonly string[] {
    return [...this.#places.keys()];
  }
}
