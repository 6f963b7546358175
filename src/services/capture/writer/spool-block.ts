import type { KnownEventIds } from '../../../adapters/engine/statements/find-known-event-ids.ts';
import type { LoopSlices, Sliced } from '../../../base/loop-slices.ts';
import { laneOfProject } from '../../leases/lane-of-project.ts';
import type { Spool, SpoolEntry } from '../spool/spool.ts';
import { decodeRecord, type SpoolRecord } from '../spool/spool-record.ts';
import { binaryIds, type SpooledEvent } from '../spool/spooled-event.ts';
import { type BroughtAgain, broughtAgain } from './brought-again.ts';

/** A part of the spool that is written to the engine as one. */
export interface SpoolBlock {
  readonly from: number;
  readonly to: number;
  readonly records: readonly SpoolRecord[];
  /** Bytes of the captured records by project, of those that this process has appended. */
  readonly sizes: ReadonlyMap<number, number>;
}

/**
 * Records of one project in a block, and the events of these records that were not seen before, each once and in order.
 */
export interface ProjectBlock {
  readonly projectId: number;
  readonly records: readonly SpoolRecord[];
  readonly fresh: readonly SpooledEvent[];
  /** How many of them each record has. */
  readonly freshCounts: readonly number[];
  readonly duplicates: number;
  /** Known events that another source has brought too. */
  readonly again: readonly BroughtAgain[];
}

/** Most events that are read from the spool as one; rejected events count too. */
const MAX_PIECE_EVENTS = 25_000;
const MAX_PIECE_BYTES = 16 * 1024 * 1024;

/**
 * A block of a file takes several pieces: looking up and saving persons costs less for a row of a large block, and
 * nobody waits for the answer.
 */
const MAX_IMPORTED_EVENTS = 100_000;

/**
 * The next block of whole records: about 25,000 events or 16 MiB, and of a file up to four times as much. Null at the
 * end of the spool.
 */
export async function readBlock(slices: LoopSlices, spool: Spool, from: number): Promise<SpoolBlock | null> {
  let block = await readPiece(slices, spool, from);
  while (block !== null && hasRoom(block)) {
    const next = await readPiece(slices, spool, block.to);
    if (next === null || !next.records.every(isImported)) break;
    block = { ...block, to: next.to, records: [...block.records, ...next.records] };
  }
  return block;
}

async function readPiece(slices: LoopSlices, spool: Spool, from: number): Promise<SpoolBlock | null> {
  const entries = await spool.read(from, MAX_PIECE_BYTES);
  if (entries.length === 0) return null;
  return slices.run(decodeBlock(entries, { from, ownFrom: spool.openedAt, maxEvents: MAX_PIECE_EVENTS }));
}

function hasRoom({ records }: SpoolBlock): boolean {
  const events = records.reduce((sum, record) => sum + record.events.length, 0);
  return records.every(isImported) && events + MAX_PIECE_EVENTS <= MAX_IMPORTED_EVENTS;
}

function isImported({ imported }: SpoolRecord): boolean {
  return imported !== undefined;
}

/** The block that ends exactly at `to`. It was applied before a crash and must be written as it was. */
export async function readBlockUntil(
  slices: LoopSlices,
  spool: Spool,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<SpoolBlock> {
  const entries: SpoolEntry[] = [];
  for (let at = from; at < to; at = entries.at(-1)?.end ?? to)
    for (const entry of await spool.read(at, to - at)) entries.push(entry);
  const maxEvents = Number.POSITIVE_INFINITY;
  return slices.run(decodeBlock(entries, { from, ownFrom: spool.openedAt, maxEvents }));
}

/** The block without the projects of other lanes, for each lane that has some. */
export function partsOf(
  block: SpoolBlock,
  lanes: number,
): readonly (readonly [lane: number, part: SpoolBlock])[] {
  const byLane = Map.groupBy(block.records, ({ projectId }) => laneOfProject(projectId, lanes));
  return [...byLane].map(([lane, records]) => [lane, { ...block, records }]);
}

interface BlockBounds {
  readonly from: number;
  /** Records that end before or at this position are of an earlier process. */
  readonly ownFrom: number;
  readonly maxEvents: number;
}

/**
 * The first records of `entries`, at least one. Stops after each, because records of large bodies take milliseconds.
 */
function* decodeBlock(
  entries: readonly SpoolEntry[],
  { from, ownFrom, maxEvents }: BlockBounds,
): Sliced<SpoolBlock> {
  const records: SpoolRecord[] = [];
  const sizes = new Map<number, number>();
  let to = from;
  let judged = 0;
  for (const { payload, end } of entries) {
    const record = decodeRecord(payload);
    judged += record.events.length + record.warnings.length;
    if (records.length > 0 && judged > maxEvents) break;
    records.push(record);
    if (!isImported(record) && end > ownFrom)
      sizes.set(record.projectId, (sizes.get(record.projectId) ?? 0) + payload.byteLength);
    to = end;
    yield;
  }
  return { from, to, records, sizes };
}

/**
 * Splits a block by project and leaves out repeated events: events that the project has already, and events that came
 * earlier in the block.
 * @param findKnown answers which of the uuids are known
 */
export async function splitByProject(
  slices: LoopSlices,
  block: SpoolBlock,
  findKnown: (projectId: number, ids: ReadonlySet<string>) => Promise<KnownEventIds>,
): Promise<readonly ProjectBlock[]> {
  const projects: ProjectBlock[] = [];
  for (const [projectId, records] of Map.groupBy(block.records, (record) => record.projectId)) {
    const ids = await slices.run(idsOf(records));
    const known = await findKnown(projectId, ids);
    for (const id of binaryIds(known.keys())) ids.delete(id);
    const { fresh, freshCounts } = await slices.run(firstOf(records, ids));
    const judged = records.reduce((sum, { events }) => sum + events.length, 0);
    const duplicates = judged - fresh.length;
    const again = duplicates > 0 ? await slices.run(broughtAgain(records, known)) : [];
    projects.push({ projectId, records, fresh, freshCounts, duplicates, again });
  }
  return projects;
}

function* idsOf(records: readonly SpoolRecord[]): Sliced<Set<string>> {
  const ids = new Set<string>();
  for (const { events } of records) {
    for (const { id } of events) ids.add(id);
    yield;
  }
  return ids;
}

/** The first event of each id. It takes the id, so later events of the same id find none. */
function* firstOf(
  records: readonly SpoolRecord[],
  ids: Set<string>,
): Sliced<Pick<ProjectBlock, 'fresh' | 'freshCounts'>> {
  const fresh: SpooledEvent[] = [];
  const freshCounts: number[] = [];
  for (const { events } of records) {
    const before = fresh.length;
    for (const event of events) if (ids.delete(event.id)) fresh.push(event);
    freshCounts.push(fresh.length - before);
    yield;
  }
  return { fresh, freshCounts };
}
