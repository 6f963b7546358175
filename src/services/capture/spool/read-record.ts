import type { AcceptedEvent, EventFacts } from '../event/accepted-event.ts';
import { parseCaptureJson } from '../event/canonical-json.ts';
import { decodeRecord, encodeRecord, type NewSpoolRecord, type SpoolRecord } from './spool-record.ts';

const LENGTH_BYTES = 4;

/**
 * The record in a payload of the spool, also one of an earlier version: a service that was stopped while its engine was
 * away may have accepted events before an upgrade, and they must not be lost.
 *
 * A record ends with the length of its index, which is not longer than the record. Those of earlier versions end with text,
 * and read as a length that would be half a GiB at least.
 */
export function readRecord(payload: Uint8Array): SpoolRecord {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  if (hasLengthAt(bytes, bytes.length - LENGTH_BYTES)) return decodeRecord(bytes);
  return decodeRecord(hasLengthAt(bytes, 0) ? withHeadBehind(bytes) : encodeRecord(readLines(bytes)));
}

function hasLengthAt(bytes: Buffer, at: number): boolean {
  return bytes.readUInt32LE(at) <= bytes.length - LENGTH_BYTES;
}

/** Second form: what is the index now stood before the rows, after its length. */
function withHeadBehind(bytes: Buffer): Buffer {
  const headEnd = LENGTH_BYTES + bytes.readUInt32LE(0);
  const length = bytes.subarray(0, LENGTH_BYTES);
  return Buffer.concat([bytes.subarray(headEnd), bytes.subarray(LENGTH_BYTES, headEnd), length]);
}

/** First form: a line of JSON about the request, then a line for each event. */
function readLines(bytes: Buffer): NewSpoolRecord {
  const [head = '', ...lines] = bytes.toString('utf8').split('\n');
  // Border: the spool checks every record's checksum. The first records had no counts.
  const request = JSON.parse(head) as Omit<NewSpoolRecord, 'events' | 'propertyCounts'> &
    Partial<Pick<NewSpoolRecord, 'propertyCounts'>>;
  return { ...request, propertyCounts: request.propertyCounts ?? [], events: lines.map(readLine) };
}

/** The facts, a tab, and the columns from `uuid` on as a JSON list without its brackets. */
function readLine(line: string): AcceptedEvent {
  const tab = line.indexOf('\t');
  const { uuid, ...facts } = parseCaptureJson(line.slice(0, tab)) as EventFacts & { readonly uuid: string };
  const columns: readonly string[] = JSON.parse(`[${line.slice(tab + 1)}]`);
  const [properties = '{}', sessionId = '', windowId = '', elementsChain = ''] = columns.slice(4);
  return { uuid, facts, columns: { properties, sessionId, windowId, elementsChain } };
}
