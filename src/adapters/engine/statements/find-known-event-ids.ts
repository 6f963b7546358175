import type { EngineParameters } from '../../../base/engine-parameter.ts';
import type { Engine } from '../engine.ts';
import { RowBinaryWriter, UUID_BYTES } from '../row-binary.ts';

/** One text of all ids: a list of thousands of texts is much slower to write, to send and to read. */
const IS_ONE_OF = `project_id = {project_id:UInt64} AND uuid IN (
    SELECT arrayJoin(arrayMap(
      at -> reinterpretAsUUID(substring(unhex({uuids:String}), at + 1, ${UUID_BYTES})),
      range(0, {bytes:UInt64}, ${UUID_BYTES}))))`;
const KNOWN_STATEMENT = `SELECT toString(uuid) FROM app.event_ids WHERE ${IS_ONE_OF}`;
const STORED_STATEMENT = `SELECT toString(uuid) FROM app.events WHERE ${IS_ONE_OF}
  AND event IN {events:Array(String)}
  AND timestamp BETWEEN fromUnixTimestamp64Micro({first:Int64}) AND fromUnixTimestamp64Micro({last:Int64})`;

/**
 * Those of `uuids` that the project has already, as texts in lower case. The side table is the truth of "seen before":
 * a repeat may carry another time than the first, so no range of time can be left out. Ids of one time lie together
 * (decision 0041): 10,000 of an hour read about 40 granules of 256, whatever the size of the table.
 * @param uuids in RowBinary, one behind another
 */
export async function findKnownEventIds(
  engine: Pick<Engine, 'command'>,
  projectId: number,
  uuids: Buffer,
): Promise<ReadonlySet<string>> {
  return findUuids(engine, KNOWN_STATEMENT, { projectId, uuids });
}

/** Events to look for, with what they have in common: the order of the table is by that and not by ids. */
export interface SoughtEvents {
  readonly projectId: number;
  /** In RowBinary, one behind another. */
  readonly uuids: Buffer;
  readonly names: readonly string[];
  /** Of the earliest and the latest, microseconds since 1970. */
  readonly firstUs: number;
  readonly lastUs: number;
}

/** Ids whose rows are in the engine, as texts in lower case. `event_ids` may lack these ids still. */
export async function findStoredEvents(engine: Engine, sought: SoughtEvents): Promise<ReadonlySet<string>> {
  return findUuids(engine, STORED_STATEMENT, sought, {
    events: { type: 'Array(String)', value: sought.names },
    first: { type: 'Int64', value: BigInt(Math.floor(sought.firstUs)) },
    last: { type: 'Int64', value: BigInt(Math.ceil(sought.lastUs)) },
  });
}

async function findUuids(
  engine: Pick<Engine, 'command'>,
  statement: string,
  { projectId, uuids }: Pick<SoughtEvents, 'projectId' | 'uuids'>,
  more: EngineParameters = {},
): Promise<ReadonlySet<string>> {
  if (uuids.length === 0) return new Set();
  const answer = await engine.command(statement, {
    project_id: { type: 'UInt64', value: projectId },
    uuids: { type: 'String', value: uuids.toString('hex') },
    bytes: { type: 'UInt64', value: uuids.length },
    ...more,
  });
  // Border: each statement answers one text per row.
  const rows = JSON.parse(`[${Buffer.from(answer.rows).toString()}]`) as readonly (readonly [string])[];
  return new Set(rows.map(([uuid]) => uuid));
}

/** Ids as `findKnownEventIds` takes them. @param uuids texts in lower case */
export function binaryUuids(uuids: Iterable<string>): Buffer {
  const writer = new RowBinaryWriter(0);
  for (const uuid of uuids) writer.uuid(uuid);
  return writer.written;
}
