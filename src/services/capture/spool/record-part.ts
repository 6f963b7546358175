import type { Normalized } from '../event/normalize-event.ts';
import { PropertyCounter } from '../event/property-counter.ts';
import { type RecordFacts, RecordWriter, type SpooledWarning } from './spool-record.ts';

/**
 * Most events of one record. The writer reads a record in one step, so a record of a large body holds about as much as
 * the bodies that clients usually send.
 */
const MAX_RECORD_EVENTS = 5_000;
const MAX_RECORD_BYTES = 1024 * 1024;

type Accepted = Extract<Normalized, { kind: 'accepted' }>;

/** Collects judged events until they fill one record. */
export class RecordPart {
  readonly #warnings: SpooledWarning[] = [];
  readonly #counter = new PropertyCounter();
  readonly #record: RecordWriter;
  #judged = 0;

  /** @param expectedEvents upper bound, not reduced to what one record can hold */
  constructor(expectedEvents: number) {
    this.#record = new RecordWriter(Math.min(expectedEvents, MAX_RECORD_EVENTS));
  }

  get isEmpty(): boolean {
    return this.#judged === 0;
  }

  get isFull(): boolean {
    return this.#judged >= MAX_RECORD_EVENTS || this.#record.rowBytes >= MAX_RECORD_BYTES;
  }

  /** @param warning what the owner of the project should know about the event */
  add(judged: Accepted | { readonly kind: 'rejected' }, warning: SpooledWarning | null): void {
    this.#judged += 1;
    if (warning !== null) this.#warnings.push(warning);
    if (judged.kind === 'rejected') return;
    this.#counter.add(judged.event.facts, judged.properties);
    this.#record.add(judged.event);
  }

  /** Ends the record and returns its bytes. Nothing may be added afterwards. */
  end(facts: Omit<RecordFacts, 'propertyCounts' | 'warnings'>): Buffer {
    return this.#record.end({ ...facts, propertyCounts: this.#counter.counts(), warnings: this.#warnings });
  }
}
