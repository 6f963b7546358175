import { RowBinaryWriter, UUID_BYTES } from '../../../adapters/engine/row-binary.ts';
import type { LoopSlices, Sliced } from '../../../base/loop-slices.ts';
import type { SpooledEvent } from '../spool/spooled-event.ts';
import type { AppliedProject } from './apply-block.ts';
import type { BroughtAgain } from './brought-again.ts';

/** Months that one insert may touch; the engine keeps a part in memory for each. */
const MAX_MONTHS_PER_INSERT = 50;
/** Bytes of project, uuid and source. */
const ID_ROW_BYTES = UUID_BYTES + 12;
/** Bytes of project, person, time and five empty groups. */
const HEAD_BYTES = 37;
const GROUPS = [0, 1, 2, 3, 4];
const NO_GROUPS = new Uint8Array(GROUPS.length);
const NO_HEAD = new Uint8Array(0);
/** Events whose rows are made in one step: well below a millisecond. */
const EVENTS_AT_ONCE = 500;

/** New events of a project and the project's part of their rows. */
export interface RowSource {
  readonly projectId: number;
  readonly events: readonly SpooledEvent[];
  /** Known events that another source has brought too. */
  readonly again: readonly BroughtAgain[];
  readonly applied: AppliedProject;
  /** Bytes that go before the row of an event; null leaves the event out. Absent = none, for all. */
  readonly headOf?: (event: SpooledEvent) => Uint8Array | null;
}

/** EVENT_COLUMNS of all events in RowBinary, in pieces of at most 50 months. Equal events always give equal pieces. */
export async function* eventRows(slices: LoopSlices, sources: readonly RowSource[]): AsyncGenerator<Buffer> {
  for (const months of piecesOf(await slices.run(monthsOf(sources)))) {
    const inPiece = sources.map((source) => ({
      ...source,
      events: months === null ? source.events : source.events.filter((event) => months.has(monthOf(event))),
    }));
    yield slices.run(rowsOf(inPiece));
  }
}

/** Columns of `event_ids` of all events, in RowBinary. */
export function* eventIdRows(sources: readonly RowSource[]): Sliced<Buffer> {
  const count = sources.reduce((sum, { events, again }) => sum + events.length + again.length, 0);
  const writer = new RowBinaryWriter(count * ID_ROW_BYTES);
  for (const { projectId, events, again } of sources) {
    for (const some of inSteps(events)) {
      for (const { bytes, rowStart, source } of some) {
        writer.uint64(projectId);
        writer.part(bytes, rowStart, rowStart + UUID_BYTES);
        writer.uint32(source);
      }
      yield;
    }
    for (const some of inSteps(again)) {
      for (const { id, source } of some) {
        writer.uint64(projectId);
        writer.ready(Buffer.from(id, 'latin1'));
        writer.uint32(source);
      }
      yield;
    }
  }
  return writer.written;
}

function* rowsOf(sources: readonly RowSource[]): Sliced<Buffer> {
  let length = 0;
  for (const { events } of sources)
    for (const { rowStart, rowEnd } of events) length += HEAD_BYTES + rowEnd - rowStart;
  const writer = new RowBinaryWriter(length);
  for (const source of sources) yield* writeRows(writer, source);
  return writer.written;
}

function* writeRows(
  writer: RowBinaryWriter,
  { projectId, events, applied, headOf = () => NO_HEAD }: RowSource,
): Sliced<void> {
  const owners = new Map<string, Uint8Array>();
  for (const some of inSteps(events)) {
    for (const event of some) {
      const { facts, receivedAtMs, bytes, rowStart, rowEnd } = event;
      const head = headOf(event);
      if (head === null) continue;
      writer.ready(head);
      let owner = owners.get(facts.distinctId);
      if (owner === undefined) {
        owner = ownerBytes(projectId, applied.personIdOf(facts.distinctId));
        owners.set(facts.distinctId, owner);
      }
      writer.ready(owner);
      writer.uint64(receivedAtMs * 1000);
      if (facts.groups === undefined) writer.ready(NO_GROUPS);
      else for (const index of GROUPS) writer.text(facts.groups[applied.groupTypes[index] ?? ''] ?? '');
      writer.part(bytes, rowStart, rowEnd);
    }
    yield;
  }
}

function* inSteps<Item>(events: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < events.length; start += EVENTS_AT_ONCE)
    yield events.slice(start, start + EVENTS_AT_ONCE);
}

function ownerBytes(projectId: number, personId: string): Uint8Array {
  const writer = new RowBinaryWriter(UUID_BYTES + 8);
  writer.uint64(projectId);
  writer.uuid(personId);
  return writer.written;
}

function* monthsOf(sources: readonly RowSource[]): Sliced<ReadonlySet<number>> {
  const months = new Set<number>();
  for (const { events } of sources)
    for (const some of inSteps(events)) {
      for (const event of some) months.add(monthOf(event));
      yield;
    }
  return months;
}

/** The months of each piece; null stands for all months. */
function piecesOf(months: ReadonlySet<number>): readonly (ReadonlySet<number> | null)[] {
  if (months.size <= MAX_MONTHS_PER_INSERT) return months.size === 0 ? [] : [null];
  const sorted = [...months].sort((a, b) => a - b);
  const pieces: ReadonlySet<number>[] = [];
  for (let start = 0; start < sorted.length; start += MAX_MONTHS_PER_INSERT)
    pieces.push(new Set(sorted.slice(start, start + MAX_MONTHS_PER_INSERT)));
  return pieces;
}

/** The month of an event, counted from 1970. */
function monthOf({ facts }: SpooledEvent): number {
  const date = new Date(facts.timestampUs / 1000);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}
