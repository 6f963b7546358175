import { RowBinaryWriter } from '../../../adapters/engine/row-binary.ts';
import { findInLookups } from '../../../adapters/engine/statements/find-known-event-ids.ts';
import { insertLookupRows } from '../../../adapters/engine/statements/lookup-rows.ts';
import { toldSubject } from '../../../adapters/engine/statements/lookup-value.ts';
import { type LookupRow, listLookups } from '../../../adapters/store/lookup-store.ts';
import { binaryIds, type SpooledEvent } from '../spool/spooled-event.ts';
import { eventRows, type RowSource } from './event-rows.ts';
import { soughtEvents } from './missing-rows.ts';
import type { WriterServices } from './writer-services.ts';

/**
 * Inserts the events of a block into the lookups of their projects, each into those that cover its time. To be called
 * before the events become known, and while nobody else changes what lookups cover.
 * @param isRepeated an earlier attempt may have inserted some of the rows, and none of its inserts is under way
 */
export async function feedLookups(
  services: WriterServices,
  sources: readonly RowSource[],
  isRepeated: boolean,
): Promise<void> {
  const { engine, database, slices } = services;
  const filled = sources.filter(({ events }) => events.length > 0);
  const projectIds = filled.map(({ projectId }) => projectId);
  const lookups = Map.groupBy(await listLookups(database.reading, projectIds), ({ projectId }) => projectId);
  const fed: RowSource[] = [];
  for (const source of filled) {
    const ofProject = lookups.get(source.projectId);
    if (ofProject === undefined) continue;
    const stored = isRepeated ? await findStored(services, source, ofProject) : NOTHING;
    fed.push({ ...source, headOf: lookupHeads(ofProject, stored) });
  }
  for await (const rows of eventRows(slices, fed)) await insertLookupRows(engine, rows);
}

/** Ids of events, by the number of a lookup that has them. */
type StoredIds = ReadonlyMap<number, ReadonlySet<string>>;

const NOTHING: StoredIds = new Map();

async function findStored(
  { engine }: WriterServices,
  source: RowSource,
  lookups: readonly LookupRow[],
): Promise<StoredIds> {
  const numbers = lookups.map(({ number }) => number);
  const found = await findInLookups(engine, soughtEvents(source), numbers);
  const byNumber = Map.groupBy(found, ([, lookup]) => lookup);
  return new Map(
    [...byNumber].map(([number, rows]) => [number, new Set(binaryIds(rows.map(([uuid]) => uuid)))]),
  );
}

/** Answers which lookups take an event, as `insertLookupRows` is told; null when none does. */
function lookupHeads(
  lookups: readonly LookupRow[],
  stored: StoredIds,
): (event: SpooledEvent) => Uint8Array | null {
  const heads = new Map<string, Uint8Array>();
  return ({ id, facts }) => {
    const taking = lookups.filter(
      ({ number, coveredFromUs }) =>
        coveredFromUs <= facts.timestampUs && stored.get(number)?.has(id) !== true,
    );
    if (taking.length === 0) return null;
    const name = taking.map(({ number }) => number).join(' ');
    const head = heads.get(name) ?? headBytes(taking);
    heads.set(name, head);
    return head;
  };
}

function headBytes(lookups: readonly LookupRow[]): Uint8Array {
  const writer = new RowBinaryWriter(0);
  writer.listLength(lookups.length);
  for (const { number, lookedUpBy } of lookups) {
    const { kind, key } = toldSubject(lookedUpBy);
    writer.uint32(number);
    writer.text(kind);
    writer.text(key);
  }
  return writer.written;
}
