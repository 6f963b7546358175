import type { EngineParameters } from '../../../base/engine-parameter.ts';
import type { Engine } from '../engine.ts';
import { parseRows } from '../parse-rows.ts';
import { RowBinaryWriter, UUID_BYTES } from '../row-binary.ts';
import { ofLiveReplicas, onAllReplicas, storedTable } from '../server-form.ts';

/** One text of all ids: a list of thousands of texts is much slower to write, to send and to read. */
const IS_ONE_OF = `project_id = {project_id:UInt64} AND uuid IN (
    SELECT arrayJoin(arrayMap(
      at -> reinterpretAsUUID(substring(unhex({uuids:String}), at + 1, ${UUID_BYTES})),
      range(0, {bytes:UInt64}, ${UUID_BYTES}))))`;
const IS_BETWEEN =
  'timestamp BETWEEN fromUnixTimestamp64Micro({first:Int64}) AND fromUnixTimestamp64Micro({last:Int64})';

/** A question to a table of events: what stands before and behind the source of its rows. */
interface Question {
  readonly table: 'events' | 'event_ids' | 'lookups';
  readonly columns: string;
  readonly rest: string;
}

const KNOWN: Question = {
  table: 'event_ids',
  columns: 'toString(uuid), groupUniqArray(source)',
  rest: `WHERE ${IS_ONE_OF} GROUP BY uuid`,
};
const STORED: Question = {
  table: 'events',
  columns: 'toString(uuid)',
  rest: `WHERE ${IS_ONE_OF}
  AND event IN {events:Array(String)} AND ${IS_BETWEEN}`,
};
const IN_LOOKUPS: Question = {
  table: 'lookups',
  columns: 'toString(uuid), lookup',
  rest: `WHERE ${IS_ONE_OF}
  AND lookup IN {lookups:Array(UInt32)} AND ${IS_BETWEEN}`,
};

type Commands = Pick<Engine, 'command' | 'form'>;

/** Ids, as texts in lower case, with the sources that brought the event: 0 = captured, else the number of an import. */
export type KnownEventIds = ReadonlyMap<string, readonly number[]>;

/**
 * Those of `uuids` that the project has already. The side table is the truth of "seen before":
 * a repeat may carry another time than the first, so no range of time can be left out. Ids of one time lie together
 * (decision 0041): 10,000 of an hour read about 40 granules of 256, whatever the size of the table.
 * @param uuids in RowBinary, one behind another
 */
export async function findKnownEventIds(
  engine: Commands,
  projectId: number,
  uuids: Buffer,
): Promise<KnownEventIds> {
  // Border: the statement answers these two columns.
  const rows = (await findUuids(engine, KNOWN, { projectId, uuids })) as readonly (readonly [
    string,
    readonly number[],
  ])[];
  const known = new Map(rows);
  if (known.size === rows.length) return known;
  // Replicas of a cluster may know different sources of an event.
  const grouped = Map.groupBy(rows, ([uuid]) => uuid);
  return new Map(
    [...grouped].map(([uuid, found]) => [uuid, [...new Set(found.flatMap(([, sources]) => sources))]]),
  );
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
export async function findStoredEvents(engine: Commands, sought: SoughtEvents): Promise<ReadonlySet<string>> {
  const rows = await findUuids(engine, STORED, sought, {
    events: { type: 'Array(String)', value: sought.names },
    ...timesOf(sought),
  });
  return new Set(rows.map(([uuid]) => String(uuid)));
}

/**
 * Which of the events stand in which of the lookups of their project: pairs of an id and the number of a lookup. Reads
 * the ids of whole lookups, of the years of the events.
 */
export async function findInLookups(
  engine: Engine,
  sought: SoughtEvents,
  lookups: readonly number[],
): Promise<readonly (readonly [uuid: string, lookup: number])[]> {
  const rows = await findUuids(engine, IN_LOOKUPS, sought, {
    lookups: { type: 'Array(UInt32)', value: lookups },
    ...timesOf(sought),
  });
  return rows.map(([uuid, lookup]) => [String(uuid), Number(lookup)]);
}

function timesOf({ firstUs, lastUs }: SoughtEvents): EngineParameters {
  return {
    first: { type: 'Int64', value: BigInt(Math.floor(firstUs)) },
    last: { type: 'Int64', value: BigInt(Math.ceil(lastUs)) },
  };
}

/**
 * On a cluster the answers of two statements: the first fails when a shard has no live replica; the second asks all
 * live replicas, because the one that answered the first may lag behind. A row that an insert has acknowledged is on
 * one of them at least.
 */
async function findUuids(
  engine: Commands,
  { table, columns, rest }: Question,
  { projectId, uuids }: Pick<SoughtEvents, 'projectId' | 'uuids'>,
  more: EngineParameters = {},
): Promise<readonly (readonly unknown[])[]> {
  if (uuids.length === 0) return [];
  const { form } = engine;
  const parameters: EngineParameters = {
    project_id: { type: 'UInt64', value: projectId },
    uuids: { type: 'String', value: uuids.toString('hex') },
    bytes: { type: 'UInt64', value: uuids.length },
    ...more,
  };
  const sources = [`app.${table}`];
  if (form?.cluster !== undefined) sources.push(onAllReplicas(form, storedTable(form, table)));
  const answers = await Promise.all(
    sources.map((source, at) =>
      engine.command(
        `SELECT ${columns} FROM ${source} ${rest}`,
        parameters,
        at === 0 ? {} : ofLiveReplicas(form),
      ),
    ),
  );
  return answers.flatMap(parseRows);
}

/** Ids as `findKnownEventIds` takes them. @param uuids texts in lower case */
export function binaryUuids(uuids: Iterable<string>): Buffer {
  const writer = new RowBinaryWriter(0);
  for (const uuid of uuids) writer.uuid(uuid);
  return writer.written;
}
