import { RowBinaryWriter, UUID_BYTES } from '../../../adapters/engine/row-binary.ts';
import type { ImportedPart } from '../../../adapters/store/import-store.ts';
import type { PropertyCount } from '../../../adapters/store/property-count-store.ts';
import type { AcceptedEvent, EventFacts } from '../event/accepted-event.ts';
import { canonicalJson, parseCaptureJson } from '../event/canonical-json.ts';
import { type SpooledEvent, writeRow } from './spooled-event.ts';

/** What one capture request, or a part of a large request or file, leaves in the spool. */
export interface SpoolRecord extends RecordFacts {
  readonly events: readonly SpooledEvent[];
}

export interface RecordFacts {
  readonly projectId: number;
  /** Server time, milliseconds since 1970; `created_at` of the events. */
  readonly receivedAtMs: number;
  readonly propertyCounts: readonly PropertyCount[];
  readonly warnings: readonly SpooledWarning[];
  /** Set when the events come from a file: what the import has done when they are in the engine. */
  readonly imported?: ImportedPart;
}

export interface SpooledWarning {
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The index behind the rows of a record, as JSON. The length of the JSON in bytes follows as a UInt32. */
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
/** Usual size of a row, for the first buffer. */
const USUAL_ROW_BYTES = 600;

/** Makes the record of a request or of a part of one, event by event. */
export class RecordWriter {
  readonly #names = new Places();
  readonly #distinctIds = new Places();
  readonly #rows: RowBinaryWriter;
  readonly #entries: EventEntry[] = [];

  /** @param expectedEvents an estimate that decides the first size of the buffer */
  constructor(expectedEvents: number) {
    this.#rows = new RowBinaryWriter(expectedEvents * USUAL_ROW_BYTES);
  }

  /** Bytes of the rows so far. */
  get rowBytes(): number {
    return this.#rows.length;
  }

  add(event: AcceptedEvent): void {
    const { facts } = event;
    const start = this.#rows.length;
    writeRow(this.#rows, event);
    const name = this.#names.of(facts.event);
    const distinctId = this.#distinctIds.of(facts.distinctId);
    const length = this.#rows.length - start;
    this.#entries.push(
      hasRareFacts(facts)
        ? [name, distinctId, facts.timestampUs, length, rareFactsOf(facts)]
        : [name, distinctId, facts.timestampUs, length],
    );
  }

  /** Ends the record and returns its bytes. Nothing may be added afterwards. */
  end(request: RecordFacts): Buffer {
    const index = canonicalJson({
      ...request,
      names: this.#names.all,
      distinctIds: this.#distinctIds.all,
      events: this.#entries,
    });
    const indexBytes = Buffer.from(index);
    this.#rows.ready(indexBytes);
    const length = Buffer.alloc(INDEX_LENGTH_BYTES);
    length.writeUInt32LE(indexBytes.length);
    this.#rows.ready(length);
    return this.#rows.written;
  }
}

/** The inverse of `RecordWriter`. The events are views on `payload`. */
export function decodeRecord(payload: Uint8Array): SpoolRecord {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  const indexEnd = bytes.length - INDEX_LENGTH_BYTES;
  const rowsEnd = indexEnd - bytes.readUInt32LE(indexEnd);
  const text = bytes.toString('utf8', rowsEnd, indexEnd);
  // Border: the spool checks the checksum of every record, so RecordWriter wrote this text.
  const { names, distinctIds, events, ...facts } = parseCaptureJson(text) as RecordIndex;
  const { receivedAtMs, imported } = facts;
  const source = imported?.source ?? CAPTURED;
  let rowEnd = 0;
  const spooled = events.map(([name, distinctId, timestampUs, length, rare]): SpooledEvent => {
    const rowStart = rowEnd;
    rowEnd += length;
    const common = { event: names[name] ?? '', distinctId: distinctIds[distinctId] ?? '', timestampUs };
    return {
      id: bytes.toString('latin1', rowStart, rowStart + UUID_BYTES),
      facts: rare === undefined ? common : { ...common, ...rare },
      receivedAtMs,
      source,
      bytes,
      rowStart,
      rowEnd,
    };
  });
  return { ...facts, events: spooled };
}

/** The source of captured events; that of others is the number of an import. */
const CAPTURED = 0;

function hasRareFacts(facts: EventFacts): boolean {
  return Object.keys(facts).length > COMMON_FACTS;
}

/** Number of facts that every event has. */
const COMMON_FACTS = 3;

function rareFactsOf({ event: _name, distinctId: _id, timestampUs: _time, ...rare }: EventFacts): RareFacts {
  return rare;
}

/** Gives each different text its place in a list. */
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
