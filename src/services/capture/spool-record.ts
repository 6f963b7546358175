import type { PropertyDefinition } from '../../adapters/store/definition-store.ts';
import type { PropertyCount } from '../../adapters/store/property-count-store.ts';
import { decodeSpooledEvent, encodeSpooledEvent, type SpooledEvent } from './spooled-event.ts';

/** What one capture request leaves in the spool. */
export interface SpoolRecord {
  readonly projectId: number;
  /** Server time, milliseconds since 1970; `created_at` of the events. */
  readonly receivedAtMs: number;
  readonly definitions: readonly PropertyDefinition[];
  readonly propertyCounts: readonly PropertyCount[];
  readonly warnings: readonly SpooledWarning[];
  readonly events: readonly SpooledEvent[];
}

export interface SpooledWarning {
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Bytes of a record: a line of JSON about the request, then a line per event. */
export function encodeRecord(record: SpoolRecord): Buffer {
  const { events, ...head } = record;
  return Buffer.from([JSON.stringify(head), ...events.map(encodeSpooledEvent)].join('\n'));
}

/** The inverse of `encodeRecord`. */
export function decodeRecord(payload: Uint8Array): SpoolRecord {
  const text = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString('utf8');
  const [head = '', ...lines] = text.split('\n');
  // Border: the spool checks every record's checksum, so this is what encodeRecord wrote.
  const request = JSON.parse(head) as Omit<SpoolRecord, 'events' | 'propertyCounts'> &
    Partial<Pick<SpoolRecord, 'propertyCounts'>>;
  // Records of earlier versions have no counts.
  return { ...request, propertyCounts: request.propertyCounts ?? [], events: lines.map(decodeSpooledEvent) };
}
