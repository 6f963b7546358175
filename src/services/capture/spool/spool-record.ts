import { RowBinaryWriter, UUID_BYTES } from '../../../adapters/engine/row-binary.ts';
import type { PropertyCount } from '../../../adapters/store/property-count-store.ts';
import type { AcceptedEvent, EventFacts } from '../event/accepted-event.ts';
import { canonicalJson, parseCaptureJson } from '../event/canonical-json.ts';
import { type SpooledEvent, writeRow } from './spooled-event.ts';

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
  readonly propertyCounts: readonly PropertyCount[];
  readonly warnings: readonly SpooledWarning[];
}

export interface SpooledWarning {
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** What stands behind the rows of a record: JSON, and behind that its length in bytes, a UInt32. */
interface RecordIndex extends RecordFacts {
  /** Event names and distinct ids, each once. */
  readonly names: readonly string[];
  readonly distinctIds: readonly string[];
  readonly events: readonly EventEntry[];
}

/** Places in `names` and `distinctIds`, time in µs, bytes of the row, and the facts that few events have. */
type EventEntry = readonly [number, number, number, number, RareFacts?];
type RareFacts = Omit<EventFacts, 'event' | 'distinctId' | 'timestampUs'>;

const INDEX_LENGTH_BYTES = 4;
/** Of a row, for the first guess. */
const USUAL_ROW_BYTES = 600;

/** Bytes of a record. */
export function encodeRecord({ events, ...request }: NewSpoolRecord): Buffer {
  const names = new Places();
  const distinctIds = new Places();
  const rows = new RowBinaryWriter(events.length * USUAL_ROW_BYTES);
  const entries = events.map((event): EventEntry => {
    const { facts } = event;
    const start = rows.length;
    writeRow(rows, event);
    const name = names.of(facts.event);
    const distinctId = distinctIds.of(facts.distinctId);
    const length = rows.length - start;
    return hasRareFacts(facts)
      ? [name, distinctId, facts.timestampUs, length, rareFactsOf(facts)]
      : [name, distinctId, facts.timestampUs, length];
  });
  const index = canonicalJson({
    ...request,
    names: names.all,
    distinctIds: distinctIds.all,
    events: entries,
  });
  const indexBytes = Buffer.from(index);
  rows.ready(indexBytes);
  const length = Buffer.alloc(INDEX_LENGTH_BYTES);
  length.writeUInt32LE(indexBytes.length);
  rows.ready(length);
  return rows.written;
}

/** The inverse of `encodeRecord`. Events refer to `payload`. */
export function decodeRecord(payload: Uint8Array): SpoolRecord {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  const indexEnd = bytes.length - INDEX_LENGTH_BYTES;
  const rowsEnd = indexEnd - bytes.readUInt32LE(indexEnd);
  const text = bytes.toString('utf8', rowsEnd, indexEnd);
  // Border: the spool checks every record's checksum, so this is what encodeRecord wrote.
  const { names, distinctIds, events, ...facts } = parseCaptureJson(text) as RecordIndex;
  const { receivedAtMs } = facts;
  let rowEnd = 0;
  const spooled = events.map(([name, distinctId, timestampUs, length, rare]): SpooledEvent => {
    const rowStart = rowEnd;
    rowEnd += length;
    const common = { event: names[name] ?? '', distinctId: distinctIds[distinctId] ?? '', timestampUs };
    return {
      id: bytes.toString('latin1', rowStart, rowStart + UUID_BYTES),
      facts: rare === undefined ? common : { ...common, ...rare },
      receivedAtMs,
      bytes,
      rowStart,
      rowEnd,
    };
  });
  return { ...facts, events: spooled };
}

function hasRareFacts(facts: EventFacts): boolean {
  return Object.keys(facts).length > COMMON_FACTS;
}

/** Those that every event has. */
const COMMON_FACTS = 3;

function rareFactsOf({ event: _name, distinctId: _id, timestampUs: _time, ...rare }: EventFacts): RareFacts {
  return rare;
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
