import { findKnownEventIds } from '../../adapters/engine/statements/find-known-event-ids.ts';
import { type ImportTables, readOddLines } from '../../adapters/engine/statements/import-rows.ts';
import type { ImportCounts } from '../../adapters/store/import-store.ts';
import { derivedUuid } from '../../base/ids.ts';
import { canonicalJson, parseCaptureJson } from './canonical-json.ts';
import type { CaptureServices } from './capture-services.ts';
import type { RejectedLine } from './import-progress.ts';
import { type Normalized, normalizeEvent } from './normalize-event.ts';
import { isPlainObject, type PlainObject } from './plain-object.ts';
import type { PropertyNote } from './property-memory.ts';
import { encodeRecord } from './spool-record.ts';
import type { SpooledEvent } from './spooled-event.ts';

const LINES_PER_RECORD = 1000;
const WRITE_TIMEOUT_MS = 600_000;
/** Namespace of the ids of imported events that have none. */
const IMPORT_NAMESPACE = '0d9c6c1e-57a4-5a0b-8f33-6a1d3a4a7c52';

interface OddLineOptions {
  readonly add: (counts: ImportCounts) => void;
  readonly onRejected: (rejected: RejectedLine) => void;
}

/** Takes the lines that the engine cannot take by itself the way captured events go, in the order of the file. */
export async function importOddLines(
  services: CaptureServices,
  tables: ImportTables,
  { add, onRejected }: OddLineOptions,
): Promise<void> {
  for (let afterLine = -1; ; ) {
    const lines = await readOddLines(services.engine, tables, { afterLine, limit: LINES_PER_RECORD });
    const last = lines.at(-1);
    if (last === undefined) return;
    afterLine = last[0];
    const note = services.propertyMemory.open(tables.projectId);
    const events: SpooledEvent[] = [];
    for (const [lineNumber, line] of lines) {
      const judged = judgeLine(line, services.clock.nowMs());
      if (judged.kind === 'rejected') onRejected({ lineNumber: lineNumber + 1, reason: judged.reason, line });
      else events.push(noteEvent(judged, note));
    }
    const inserted = await writeEvents(services, tables.projectId, events, note);
    const rejected = lines.length - events.length;
    add({ read: lines.length, inserted, duplicate: events.length - inserted, rejected });
  }
}

type Judged =
  | Extract<Normalized, { kind: 'accepted' }>
  | { readonly kind: 'rejected'; readonly reason: string };

/** A line as an event; its `person_properties` act as `$set`, without becoming properties of the event. */
function judgeLine(line: string, nowMs: number): Judged {
  const sent = parseLine(line);
  if (sent === null) return { kind: 'rejected', reason: 'not_json' };
  const normalized = normalizeEvent(sent, { nowMs, sentAtMs: null, newUuid: () => importedUuid(sent) });
  const personProperties = sent['person_properties'];
  if (normalized.kind === 'rejected' || !isPlainObject(personProperties)) return normalized;
  const { event } = normalized;
  const facts = { ...event.facts, set: { ...personProperties, ...event.facts.set } };
  return { ...normalized, event: { ...event, facts } };
}

function parseLine(line: string): PlainObject | null {
  try {
    const value = parseCaptureJson(line);
    return isPlainObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The same line always gives the same id, so that a second import finds its events. */
function importedUuid({ event, distinct_id, timestamp, properties }: PlainObject): string {
  return derivedUuid(canonicalJson([event, distinct_id, timestamp, properties]), IMPORT_NAMESPACE);
}

function noteEvent(
  { event, properties }: Extract<Judged, { kind: 'accepted' }>,
  note: PropertyNote,
): SpooledEvent {
  note.add('event', properties);
  note.add('person', event.facts.set);
  note.add('person', event.facts.setOnce);
  note.add('group', event.facts.groupIdentify?.set);
  return event;
}

/** Sends events through the spool and answers how many of them were new. */
async function writeEvents(
  { engine, spool, captureWriter, clock }: CaptureServices,
  projectId: number,
  events: readonly SpooledEvent[],
  note: PropertyNote,
): Promise<number> {
  if (events.length === 0) return 0;
  const uuids = new Set(events.map(({ facts }) => facts.uuid));
  const known = await findKnownEventIds(engine, projectId, [...uuids]);
  const record = {
    projectId,
    receivedAtMs: clock.nowMs(),
    definitions: note.definitions(),
    warnings: [],
    events,
  };
  const position = await spool.append(encodeRecord(record));
  note.remember();
  await captureWriter.whenWritten(position, WRITE_TIMEOUT_MS);
  return uuids.size - known.size;
}
