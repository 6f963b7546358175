import { setImmediate as nextTurn } from 'node:timers/promises';
import { UUID_BYTES } from '../../../adapters/engine/row-binary.ts';
import { binaryUuids } from '../../../adapters/engine/statements/find-known-event-ids.ts';
import { stopwatchMs } from '../../../base/clock.ts';
import type { Spool } from '../spool/spool.ts';
import { decodeRecord, type SpoolRecord } from '../spool/spool-record.ts';
import type { SpooledEvent } from '../spool/spooled-event.ts';

/** A part of the spool that is written to the engine as one. */
export interface SpoolBlock {
  readonly from: number;
  readonly to: number;
  readonly records: readonly SpoolRecord[];
}

/** Records of one project in a block, and those of its events that were not seen before, each once, in order. */
export interface ProjectBlock {
  readonly projectId: number;
  readonly records: readonly SpoolRecord[];
  readonly fresh: readonly SpooledEvent[];
  readonly duplicates: number;
}

const SLICE_MS = 5;
const MAX_BLOCK_EVENTS = 25_000;
const MAX_BLOCK_BYTES = 16 * 1024 * 1024;

/** The next block: about 25,000 events or 16 MiB, whole records. Null at the end of the spool. */
export async function readBlock(spool: Spool, from: number): Promise<SpoolBlock | null> {
  const records: SpoolRecord[] = [];
  let to = from;
  let events = 0;
  const others = new OthersTurns();
  for (const { payload, end } of await spool.read(from, MAX_BLOCK_BYTES)) {
    await others.letIn();
    const record = decodeRecord(payload);
    if (records.length > 0 && events + record.events.length > MAX_BLOCK_EVENTS) break;
    records.push(record);
    events += record.events.length;
    to = end;
  }
  return records.length === 0 ? null : { from, to, records };
}

/** The block that ends exactly at `to`: one that was applied before a crash and must be written as it was. */
export async function readBlockUntil(spool: Spool, from: number, to: number): Promise<SpoolBlock> {
  const records: SpoolRecord[] = [];
  const others = new OthersTurns();
  for (let at = from; at < to; )
    for (const { payload, end } of await spool.read(at, to - at)) {
      await others.letIn();
      records.push(decodeRecord(payload));
      at = end;
    }
  return { from, to, records };
}

/** Requests are served between the records of a block: those of large bodies take milliseconds each. */
class OthersTurns {
  #sinceMs = stopwatchMs();

  async letIn(): Promise<void> {
    if (stopwatchMs() - this.#sinceMs < SLICE_MS) return;
    await nextTurn();
    this.#sinceMs = stopwatchMs();
  }
}

/**
 * Splits a block by project and leaves out repeated events: those that the project has already, and those that came
 * earlier in the block.
 * @param findKnown the uuids that are known, of those that are given in RowBinary
 */
export async function splitByProject(
  block: SpoolBlock,
  findKnown: (projectId: number, uuids: Buffer) => Promise<ReadonlySet<string>>,
): Promise<readonly ProjectBlock[]> {
  const projects: ProjectBlock[] = [];
  for (const [projectId, records] of Map.groupBy(block.records, (record) => record.projectId)) {
    const events = records.flatMap((record) => record.events);
    const ids = new Set(events.map(({ id }) => id));
    const known = await findKnown(projectId, Buffer.from([...ids].join(''), 'latin1'));
    for (const id of binaryIds(known)) ids.delete(id);
    // The first event of each id that is left takes it.
    const fresh = events.filter(({ id }) => ids.delete(id));
    projects.push({ projectId, records, fresh, duplicates: events.length - fresh.length });
  }
  return projects;
}

/** Uuids in the form of `SpooledEvent.id`. */
export function* binaryIds(uuids: ReadonlySet<string>): Generator<string> {
  const bytes = binaryUuids(uuids);
  for (let at = 0; at < bytes.length; at += UUID_BYTES) yield bytes.toString('latin1', at, at + UUID_BYTES);
}
